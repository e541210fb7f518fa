import { useAtomValue } from 'jotai'
import { memo } from 'react'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { tables } from '../../../../platform/app/sync.ts'
import { StateIcon } from '../../../../platform/ui/StateIcon.tsx'
import { formatItemKey } from '../../../work-items/actions.ts'
import type { ShownProperties } from '../../properties/registry.ts'
import { useItemValueTexts } from '../ItemPropertyValues.tsx'
import { ItemLink } from './ItemLink.tsx'
import { ItemName } from './ItemName.tsx'

export interface CalendarItemProps {
  id: string
  day: string
  properties: ShownProperties
  selected: boolean
  lifted: boolean
  keysId?: string
  onOpen: (id: string) => void
}

/** An item on a day of the month view. The title has all the room on up to two lines. Other properties are in the tooltip. */
export const CalendarItem = memo(function CalendarItem({ id, ...props }: CalendarItemProps) {
  const row = useAtomValue(tables.work_items.rowAtom(id))
  return row && <Filled {...props} row={row} />
})

interface FilledProps extends Omit<CalendarItemProps, 'id'> {
  row: WorkItemRow
}

function Filled({ row, properties, ...shared }: FilledProps) {
  const state = useAtomValue(tables.states.rowAtom(row.state_id))
  const facts = useItemValueTexts(row, properties).join(' · ')
  const name = properties.key ? `${formatItemKey(row)} ${row.name}` : row.name
  return (
    <ItemLink
      row={row}
      title={facts === '' ? name : `${name}\n${facts}`}
      className="min-h-6 items-start! gap-1.5 px-1.5 py-0.75 text-sm leading-4.25"
      boxClass="top-0.75 start-1.25"
      {...shared}
    >
      {state && (
        <span className="grid h-4.25 shrink-0 place-items-center">
          <StateIcon group={state.group} color={state.color} size={12} />
        </span>
      )}
      {properties.key && <span className="sr-only">{formatItemKey(row)}</span>}
      <ItemName row={row} className="line-clamp-2 min-w-0 print:line-clamp-none [overflow-wrap:anywhere]" />
      {facts !== '' && <span className="sr-only">{facts}</span>}
    </ItemLink>
  )
}
