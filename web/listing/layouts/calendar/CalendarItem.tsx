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
  onOpen: (id: string) => void
}

/** One work item on a day of a month, in one line. */
export const CalendarItem = memo(function CalendarItem({ id, withKey, ...shared }: CalendarItemProps) {
  const row = useAtomValue(tables.work_items.rowAtom(id))
  const state = useAtomValue(tables.states.rowAtom(row?.state_id ?? ''))
  if (row === undefined) return null
  return (
    <ItemLink
      row={row}
      title={row.name}
      className="h-6 gap-1.25 px-1.25 text-sm"
      boxClass="top-1 left-1.25"
      {...shared}
    >
      {state && <StateIcon group={state.group} color={state.color} size={14} />}
      {withKey && <span className="shrink-0 text-xs text-faint tabular">{keyOf(row)}</span>}
      <ItemName row={row} className="truncate" />
    </ItemLink>
  )
})
