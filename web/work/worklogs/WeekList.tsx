import { useAtomValue } from 'jotai'
import { Plus } from 'lucide-react'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { lastAllowedWorklogDay } from '#common/work/worklogs/rules.ts'
import type { WorklogRow } from '#common/work/worklogs/schema.ts'
import { formatDuration } from '../../locales/durations.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { todayAtom } from '../../platform/person/today.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { toDate } from '../../platform/ui/plain-date.ts'
import { formatItemKey } from '../work-items/actions.ts'
import { useWorklogRights } from './atoms.ts'
import { openWorklogDialog } from './dialogs.ts'
import { daysOfWeek, type ProjectWeekWorklogs } from './week.ts'

interface WeekListProps {
  projects: readonly ProjectWeekWorklogs[]
  first: string
  isOwn: boolean
}

/** The week as a list of days, newest first, for screens without room for seven columns. */
export function WeekList({ projects, first, isOwn }: WeekListProps) {
  const today = useAtomValue(todayAtom)
  const items = projects.flatMap((one) => one.items)
  const begun = daysOfWeek(first).filter((day) => day <= today || day <= lastAllowedWorklogDay(Date.now()))
  return begun.toReversed().map((day) => {
    const logs = items.flatMap(({ item, byDay }) => (byDay.get(day) ?? []).map((log) => ({ item, log })))
    return <Day key={day} day={day} logs={logs} items={isOwn ? items.map(({ item }) => item) : []} />
  })
}

interface DayProps {
  day: string
  logs: readonly { item: WorkItemRow; log: WorklogRow }[]
  /** Items on which the user can log time. */
  items: readonly WorkItemRow[]
}

function Day({ day, logs, items }: DayProps) {
  const { t, i18n } = useTranslation()
  const sum = logs.reduce((all, { log }) => all + log.duration, 0)
  const name = toDate(day).toLocaleDateString(i18n.language, {
    weekday: 'long',
    day: 'numeric',
    month: 'short',
  })
  if (logs.length === 0 && items.length === 0) return null
  return (
    <section aria-label={name} className="flex flex-col rounded-lg border border-line">
      <header className="flex min-h-11 items-center gap-2 pe-1 ps-3">
        <h2 className="flex-1 font-medium">{name}</h2>
        {sum > 0 && <span className="text-sm text-soft tabular">{formatDuration(sum)}</span>}
        {items.length > 0 && (
          <Menu align="end" trigger={<IconButton label={t('time.log')} icon={<Plus />} />}>
            {items.map((item) => (
              <MenuItem
                key={item.id}
                hint={formatItemKey(item)}
                onSelect={() => openWorklogDialog({ issue_id: item.id, id: null, date: day })}
              >
                {item.name}
              </MenuItem>
            ))}
          </Menu>
        )}
      </header>
      {logs.length > 0 && (
        <ul className="flex flex-col">
          {logs.map(({ item, log }) => (
            <Line key={log.id} item={item} log={log} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Line({ item, log }: { item: WorkItemRow; log: WorklogRow }) {
  const rights = useWorklogRights(item)
  const content = (
    <>
      <span className="flex min-w-0 flex-1 flex-col">
        <span dir="auto" className="truncate font-medium">
          {item.name}
        </span>
        <span dir="auto" className="truncate text-sm text-faint">
          <span className="tabular">{formatItemKey(item)}</span>
          {log.description && ` · ${log.description}`}
        </span>
      </span>
      <span className="shrink-0 tabular">{formatDuration(log.duration)}</span>
    </>
  )
  const lineClass = 'flex min-h-13 w-full items-center gap-3 px-3 py-1.5 text-ui-start'
  return (
    <li className="border-t border-line">
      {rights.change(log, item) ? (
        <button
          type="button"
          className={`${lineClass} hover:bg-hover`}
          onClick={() => openWorklogDialog({ issue_id: item.id, id: log.id })}
        >
          {content}
        </button>
      ) : (
        <div className={lineClass}>{content}</div>
      )}
    </li>
  )
}
