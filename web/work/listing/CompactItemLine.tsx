import { useAtomValue } from 'jotai'
import { Link } from 'react-router'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { dueUrgencyClass, dueUrgencyOf, formatShortDate } from '../../platform/person/dates.ts'
import { useCanEditItem } from '../../platform/person/roles.ts'
import { todayAtom } from '../../platform/person/today.ts'
import { cx } from '../../platform/ui/cx.ts'
import { PriorityIcon } from '../../platform/ui/PriorityIcon.tsx'
import { StateIcon } from '../../platform/ui/StateIcon.tsx'
import { formatItemKey, getItemPath, updateWorkItem } from '../work-items/actions.ts'
import { propertyText } from './properties/property-text.ts'
import { StatePicker } from './properties/state-detail.tsx'

interface CompactItemLineProps {
  id: string
  /** True if the user cannot change the state here. */
  isReadOnly?: boolean
}

/** An item in a short list. The user can change its state, and a click elsewhere on the line opens the item. */
export function CompactItemLine({ id, isReadOnly = false }: CompactItemLineProps) {
  const row = useAtomValue(tables.work_items.rowAtom(id))
  return row === undefined ? null : <Line row={row} isReadOnly={isReadOnly} />
}

function Line({ row, isReadOnly }: { row: WorkItemRow; isReadOnly: boolean }) {
  const { t } = useTranslation()
  return (
    <li className="relative -mx-2 flex min-h-row items-center gap-2 rounded-sm px-2 hover:bg-hover coarse:min-h-touch">
      <ItemState row={row} isReadOnly={isReadOnly} />
      <Link
        to={getItemPath(row)}
        className="flex min-h-6 min-w-0 flex-1 items-center gap-2 text-text no-underline outline-none after:absolute after:inset-0 after:rounded-sm focus-visible:after:outline-2 focus-visible:after:outline-focus"
      >
        <span className="min-w-16 shrink-0 whitespace-nowrap text-sm text-faint tabular max-sm:hidden">
          {formatItemKey(row)}
        </span>
        <span className="truncate font-medium" dir="auto">
          {row.name}
        </span>
      </Link>
      {row.priority !== 'none' && (
        <PriorityIcon priority={row.priority} label={t(`ui.priority.${row.priority}`)} />
      )}
      {row.target_date !== null && <Due row={row} date={row.target_date} />}
    </li>
  )
}

function ItemState({ row, isReadOnly }: { row: WorkItemRow; isReadOnly: boolean }) {
  const state = useAtomValue(tables.states.rowAtom(row.state_id))
  const canEdit = useCanEditItem(row)
  const label = propertyText('state', state?.name ?? '')
  const icon = state && <StateIcon group={state.group} color={state.color} />
  if (isReadOnly)
    return (
      <span role="img" aria-label={label} className="-ms-1 grid size-6 shrink-0 place-items-center">
        {icon}
      </span>
    )
  return (
    <StatePicker
      name="state"
      projectId={row.project_id}
      item={row}
      disabled={!canEdit}
      onChange={(patch) => void updateWorkItem(row.id, patch)}
      trigger={
        <button
          type="button"
          className="touch-target -ms-1 z-1 grid size-6 shrink-0 place-items-center rounded-sm hover:bg-active disabled:hover:bg-transparent"
          aria-label={label}
        >
          {icon}
        </button>
      }
    />
  )
}

function Due({ row, date }: { row: WorkItemRow; date: string }) {
  const { t, i18n } = useTranslation()
  const today = useAtomValue(todayAtom)
  const urgency = dueUrgencyOf(row)
  return (
    <span
      className={cx(
        'shrink-0 text-ui-end text-sm tabular',
        urgency ? dueUrgencyClass[urgency] : 'text-faint',
      )}
    >
      {date === today ? t('home.today') : formatShortDate(date, i18n.language)}
      {urgency === 'late' && <span className="sr-only">{t('home.late')}</span>}
    </span>
  )
}
