import { useAtomValue } from 'jotai'
import { memo } from 'react'
import { useTranslation } from '../../../../locales/i18n.ts'
import { tables } from '../../../../platform/app/sync.ts'
import { PeopleStack } from '../../../../platform/person/PeopleStack.tsx'
import { peopleByIdsAtom } from '../../../../platform/person/people.ts'
import { cx } from '../../../../platform/ui/cx.ts'
import { StateIcon } from '../../../../platform/ui/StateIcon.tsx'
import { formatItemKey } from '../../../work-items/actions.ts'
import { ItemPropertyValues } from '../ItemPropertyValues.tsx'
import type { CalendarItemProps } from './CalendarItem.tsx'
import { ItemLink } from './ItemLink.tsx'
import { ItemName } from './ItemName.tsx'

/**
 * An item on a day of the calendar that has room for the whole title and the assignees. If the day is narrow, the
 * title is below the other values.
 */
export const DetailedItem = memo(function DetailedItem({ id, properties, ...shared }: CalendarItemProps) {
  const { t } = useTranslation()
  const row = useAtomValue(tables.work_items.rowAtom(id))
  const state = useAtomValue(tables.states.rowAtom(row?.state_id ?? ''))
  const assignees = useAtomValue(peopleByIdsAtom(row?.assignee_ids.join(',') ?? ''))
  if (row === undefined) return null
  const hasMore = properties.key || assignees.length > 0
  return (
    <ItemLink
      row={row}
      className={cx('min-h-8 gap-x-1.5 gap-y-1 px-2 py-1.25 coarse:min-h-11', hasMore && '@max-xs:flex-wrap')}
      boxClass="top-1.75 start-2"
      {...shared}
    >
      {state && <StateIcon group={state.group} color={state.color} size={14} />}
      {properties.key && <span className="shrink-0 text-xs text-faint tabular">{formatItemKey(row)}</span>}
      <ItemName
        row={row}
        className={cx(
          'line-clamp-3 min-w-0 print:line-clamp-none flex-1 [overflow-wrap:anywhere]',
          hasMore && '@max-xs:order-last @max-xs:basis-full',
        )}
      />
      <ItemPropertyValues row={row} shown={properties} />
      {assignees.length > 0 && (
        <span className="ms-auto">
          <PeopleStack max={2} label={t('properties.assignees')} people={assignees} />
        </span>
      )}
    </ItemLink>
  )
})
