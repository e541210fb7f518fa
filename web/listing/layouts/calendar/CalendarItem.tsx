import { useAtomValue } from 'jotai'
import { memo } from 'react'
import { tables } from '../../../app/sync.ts'
import { StateIcon } from '../../../ui/StateIcon.tsx'
import { keyOf } from '../../../work-items/actions.ts'
import { ItemLink } from './ItemLink.tsx'
import { ItemName } from './ItemName.tsx'

export interface CalendarItemProps {
  id: string
  day: string
  withKey: boolean
  selected: boolean
  lifted: boolean
  keysId?: string
  onOpen: (id: string) => void
}

/** One work item on a day of a month: its title has all the room, on two lines if need be; its key is there for who hovers. */
export const CalendarItem = memo(function CalendarItem({ id, withKey, ...shared }: CalendarItemProps) {
  const row = useAtomValue(tables.work_items.rowAtom(id))
  const state = useAtomValue(tables.states.rowAtom(row?.state_id ?? ''))
  if (row === undefined) return null
  return (
    <ItemLink
      row={row}
      title={withKey ? `${keyOf(row)} ${row.name}` : row.name}
      className="min-h-6 items-start! gap-1.5 px-1.5 py-0.75 text-sm leading-4.25"
      boxClass="top-0.75 left-1.25"
      {...shared}
    >
      {state && (
        <span className="grid h-4.25 shrink-0 place-items-center">
          <StateIcon group={state.group} color={state.color} size={12} />
        </span>
      )}
      {withKey && <span className="sr-only">{keyOf(row)}</span>}
      <ItemName row={row} className="line-clamp-2 min-w-0 [overflow-wrap:anywhere]" />
    </ItemLink>
  )
})
