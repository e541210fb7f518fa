import { useAtomValue } from 'jotai'
import { createPortal } from 'react-dom'
import type { WorkItemRow } from '#common/work-items/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../sync/tables.ts'
import { DatePicker } from '../../ui/DatePicker.tsx'
import { weekStartAtom } from '../../users/me.ts'
import { updateWorkItem, type WorkItemPatch } from '../actions.ts'
import { AssigneesProperty } from '../properties/AssigneesProperty.tsx'
import { LabelsProperty } from '../properties/LabelsProperty.tsx'
import { PriorityProperty } from '../properties/PriorityProperty.tsx'
import { StateProperty } from '../properties/StateProperty.tsx'
import type { Column } from './columns.ts'
import { TitleEditor } from './TitleEditor.tsx'

interface CellEditorProps {
  id: string
  column: Column
  /** The cell. */
  anchor: Element | null
  /** What was typed to begin. */
  typed: string
  onClose: () => void
  /** A title was ended by Enter. */
  onEnter: () => void
}

/** Edits the cell with the cursor, by the same pickers as everywhere. */
export function CellEditor({ id, ...props }: CellEditorProps) {
  const row = useAtomValue(tables.work_items.rowAtom(id))
  return row && <Editor row={row} {...props} />
}

interface EditorProps extends Omit<CellEditorProps, 'id'> {
  row: WorkItemRow
}

function Editor({ row, column: { name, hasKey }, anchor, typed, onClose, onEnter }: EditorProps) {
  const { t } = useTranslation()
  const weekStartsOn = useAtomValue(weekStartAtom)
  const change = (patch: WorkItemPatch) => void updateWorkItem(row.id, patch)
  const { project_id: projectId, start_date, target_date } = row
  const control = { anchor, typed, open: true, onOpenChange: (open: boolean) => !open && onClose() }
  switch (name) {
    case 'title':
      return (
        anchor &&
        createPortal(
          <TitleEditor
            hasKey={hasKey === true}
            name={row.name}
            typed={typed}
            onSave={(next) => change({ name: next })}
            onClose={onClose}
            onEnter={onEnter}
          />,
          anchor,
        )
      )
    case 'state':
      return (
        <StateProperty
          {...control}
          projectId={projectId}
          value={row.state_id}
          onChange={(state_id) => change({ state_id })}
        />
      )
    case 'priority':
      return (
        <PriorityProperty {...control} value={row.priority} onChange={(priority) => change({ priority })} />
      )
    case 'assignees':
      return (
        <AssigneesProperty
          {...control}
          projectId={projectId}
          value={row.assignee_ids}
          onChange={(assignee_ids) => change({ assignee_ids })}
        />
      )
    case 'labels':
      return (
        <LabelsProperty
          {...control}
          projectId={projectId}
          value={row.label_ids}
          onChange={(label_ids) => change({ label_ids })}
        />
      )
    case 'start_date':
      return (
        <DatePicker
          {...control}
          label={t('properties.start_date')}
          value={start_date}
          onChange={(date) => change({ start_date: date })}
          weekStartsOn={weekStartsOn}
          max={target_date}
        />
      )
    case 'target_date':
      return (
        <DatePicker
          {...control}
          label={t('properties.target_date')}
          value={target_date}
          onChange={(date) => change({ target_date: date })}
          weekStartsOn={weekStartsOn}
          min={start_date}
        />
      )
    default:
      return null
  }
}
