import { useAtomValue } from 'jotai'
import type { WorkItemRow } from '#common/work-items/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../sync/tables.ts'
import { DatePicker } from '../../ui/DatePicker.tsx'
import { weekStartAtom } from '../../users/me.ts'
import { elementOfItem } from '../drag/focus-along.ts'
import { AssigneesProperty } from '../properties/AssigneesProperty.tsx'
import { LabelsProperty } from '../properties/LabelsProperty.tsx'
import { PriorityProperty } from '../properties/PriorityProperty.tsx'
import { StateProperty } from '../properties/StateProperty.tsx'
import { AcrossAssignees } from './AcrossAssignees.tsx'
import { AcrossLabels } from './AcrossLabels.tsx'
import { AcrossStates } from './AcrossStates.tsx'
import { giveItems, takeFromItems } from './change-many.ts'
import { alike, difference, earliest, inAll, latest } from './common-values.ts'
import { closePicker, type OpenPicker, openPickerAtom } from './open-picker.ts'
import { rowsOf } from './send-many.ts'

/** The picker of a property for one item or for many, wherever it was asked for. */
export function ItemPickers() {
  const asked = useAtomValue(openPickerAtom)
  // Any row may change while a picker is open.
  useAtomValue(tables.work_items.allAtom)
  if (asked === null) return null
  const rows = rowsOf(asked.ids)
  return rows.length > 0 && <ItemPicker key={asked.property} asked={asked} rows={rows} />
}

interface ItemPickerProps {
  asked: OpenPicker
  rows: WorkItemRow[]
}

export interface PickerParts {
  ids: readonly string[]
  rows: readonly WorkItemRow[]
  control: {
    anchor: Element | null
    open: boolean
    onOpenChange: (open: boolean) => void
    finalFocus: () => HTMLElement | boolean
  }
}

function ItemPicker({ asked, rows }: ItemPickerProps) {
  const control = {
    anchor: asked.anchor,
    open: asked.open,
    onOpenChange: (open: boolean) => !open && closePicker(),
    finalFocus: () => focusAfter(asked),
  }
  const { ids, property } = asked
  const projectId = alike(rows, (row) => row.project_id)
  const parts: PickerParts = { ids, rows, control }
  switch (property) {
    case 'state':
      return projectId === null ? (
        <AcrossStates {...parts} />
      ) : (
        <StateProperty
          {...control}
          projectId={projectId}
          value={alike(rows, (row) => row.state_id)}
          onChange={(state_id) => void giveItems(ids, () => ({ state_id }))}
        />
      )
    case 'priority':
      return (
        <PriorityProperty
          {...control}
          value={alike(rows, (row) => row.priority)}
          onChange={(priority) => void giveItems(ids, () => ({ priority }))}
        />
      )
    case 'assignees':
      return projectId === null ? (
        <AcrossAssignees {...parts} />
      ) : (
        <ListPicker column="assignee_ids" projectId={projectId} {...parts} />
      )
    case 'labels':
      return projectId === null ? (
        <AcrossLabels {...parts} />
      ) : (
        <ListPicker column="label_ids" projectId={projectId} {...parts} />
      )
    case 'start_date':
    case 'target_date':
      return <DayPicker column={property} {...parts} />
    default:
      return null
  }
}

interface ListPickerProps extends PickerParts {
  column: 'assignee_ids' | 'label_ids'
  projectId: string
}

/** What all have is ticked: taking the tick off takes it from all, setting one gives it to all. */
function ListPicker({ column, projectId, ids, rows, control }: ListPickerProps) {
  const value = inAll(rows.map((row) => row[column]))
  const Property = column === 'assignee_ids' ? AssigneesProperty : LabelsProperty
  return (
    <Property
      {...control}
      projectId={projectId}
      value={value}
      onChange={(next) => {
        const { added, removed } = difference(value, next)
        if (added.length > 0) void giveItems(ids, () => ({ [column]: added }))
        if (removed.length > 0) void takeFromItems(ids, () => ({ [column]: removed }))
      }}
    />
  )
}

function DayPicker({ column, ids, rows, control }: PickerParts & { column: 'start_date' | 'target_date' }) {
  const { t } = useTranslation()
  const weekStartsOn = useAtomValue(weekStartAtom)
  const isStart = column === 'start_date'
  return (
    <DatePicker
      {...control}
      label={t(isStart ? 'properties.start_date' : 'properties.target_date')}
      // With one date among them there is something to clear.
      value={alike(rows, (row) => row[column]) ?? latest(rows.map((row) => row[column]))}
      onChange={(date) => void giveItems(ids, () => ({ [column]: date }))}
      weekStartsOn={weekStartsOn}
      min={isStart ? null : latest(rows.map((row) => row.start_date))}
      max={isStart ? earliest(rows.map((row) => row.target_date)) : null}
    />
  )
}

/** Back to where it was, or to the item when its row or card is another by now. */
function focusAfter({ from, ids: [id] }: OpenPicker): HTMLElement | boolean {
  if (from?.isConnected) return from
  return (id !== undefined && elementOfItem(id)) || true
}
