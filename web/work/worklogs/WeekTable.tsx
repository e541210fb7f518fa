import { useAtomValue } from 'jotai'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { lastAllowedWorklogDay, maxLoggedMinutes, parseWorklogDuration } from '#common/work/worklogs/rules.ts'
import type { WorklogRow } from '#common/work/worklogs/schema.ts'
import { formatDuration, parseTypedMinutes } from '../../locales/durations.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { todayAtom } from '../../platform/person/today.ts'
import { cx } from '../../platform/ui/cx.ts'
import { formatLongDay, formatWeekday } from '../../platform/ui/day-names.ts'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'
import { toDate } from '../../platform/ui/plain-date.ts'
import { pressedKey } from '../../platform/ui/pressed-key.ts'
import { toast } from '../../platform/ui/toast.ts'
import { formatItemKey, getItemPath } from '../work-items/actions.ts'
import { deleteWorklog, editWorklog, logTime } from './actions.ts'
import { useWorklogRights } from './atoms.ts'
import { daysOfWeek, type ItemWeekWorklogs, type ProjectWeekWorklogs, sumLoggedMinutes } from './week.ts'

interface WeekTableProps {
  projects: readonly ProjectWeekWorklogs[]
  first: string
  isOwn: boolean
  total: number
}

/**
 * Shows the week as a table with a row per item and a column per day. Users type into the cells of their own
 * week.
 */
export function WeekTable({ projects, first, isOwn, total }: WeekTableProps) {
  const { t, i18n } = useTranslation()
  const today = useAtomValue(todayAtom)
  const days = daysOfWeek(first)
  const sumOfDay = (day: string) =>
    projects
      .flatMap(({ items }) => items)
      .reduce((sum, { byDay }) => sum + sumLoggedMinutes(byDay.get(day) ?? []), 0)
  return (
    <table className="w-full table-fixed border-separate border-spacing-0" onKeyDown={stepBetweenCells}>
      <thead>
        <tr className="text-sm text-soft">
          <th scope="col" className="h-9 w-auto px-2 text-ui-start font-medium">
            {t('time.workItem')}
          </th>
          {days.map((day) => (
            <th
              key={day}
              scope="col"
              aria-label={formatLongDay(day, i18n.language)}
              className={cx('w-18 px-2 text-ui-end font-medium', day === today && 'text-accent-text')}
            >
              {formatWeekday(day, i18n.language, 'short')}{' '}
              <span className="tabular">{toDate(day).getDate()}</span>
            </th>
          ))}
          <th scope="col" className="w-20 px-2 text-ui-end font-medium">
            {t('time.sum')}
          </th>
        </tr>
      </thead>
      {projects.map(({ project, items, total: ofProject }) => (
        <tbody key={project.id}>
          <tr>
            <th
              scope="rowgroup"
              colSpan={8}
              className="h-9 border-t border-line bg-sunken px-2 text-ui-start font-medium"
            >
              <span className="flex items-center gap-2">
                <ProjectLogo logo={project.logo_props} name={project.name} />
                <span dir="auto" className="truncate">
                  {project.name}
                </span>
              </span>
            </th>
            <td className="border-t border-line bg-sunken px-2 text-ui-end text-sm font-medium text-soft tabular">
              {formatDuration(ofProject)}
            </td>
          </tr>
          {items.map((one) => (
            <ItemRow key={one.item.id} week={one} days={days} isOwn={isOwn} />
          ))}
        </tbody>
      ))}
      <tfoot>
        <tr className="font-medium">
          <th scope="row" className="h-10 border-t border-line px-2 text-ui-start">
            {t('time.sum')}
          </th>
          {days.map((day) => (
            <td key={day} className="border-t border-line px-2 text-ui-end tabular">
              {timeOrNone(sumOfDay(day))}
            </td>
          ))}
          <td className="border-t border-line px-2 text-ui-end tabular">{formatDuration(total)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

function timeOrNone(minutes: number): string {
  return minutes === 0 ? '' : formatDuration(minutes)
}

function ItemRow({ week, days, isOwn }: { week: ItemWeekWorklogs; days: string[]; isOwn: boolean }) {
  const { item, byDay, total } = week
  const rights = useWorklogRights(item)
  const canLog = isOwn && rights.log(item)
  return (
    <tr className="group/row">
      <th
        scope="row"
        className="h-9 border-t border-line px-2 text-ui-start font-normal group-hover/row:bg-hover"
      >
        <Link to={getItemPath(item)} className="flex min-w-0 items-baseline gap-2 text-text hover:underline">
          <span className="shrink-0 text-sm text-faint tabular">{formatItemKey(item)}</span>
          <span dir="auto" className="truncate">
            {item.name}
          </span>
        </Link>
      </th>
      {days.map((day) => (
        <td key={day} className="border-t border-line p-0 group-hover/row:bg-hover">
          <Cell week={week} day={day} logs={byDay.get(day) ?? none} canLog={canLog} />
        </td>
      ))}
      <td className="border-t border-line px-2 text-ui-end font-medium tabular group-hover/row:bg-hover">
        {timeOrNone(total)}
      </td>
    </tr>
  )
}

const none: readonly WorklogRow[] = []

interface CellProps {
  week: ItemWeekWorklogs
  day: string
  logs: readonly WorklogRow[]
  canLog: boolean
}

/**
 * A cell with the logged time of an item on one day. If the user types another sum, the last log of the day
 * is changed by the difference.
 */
function Cell({ week: { item }, day, logs, canLog }: CellProps) {
  const { t, i18n } = useTranslation()
  const sum = sumLoggedMinutes(logs)
  const shown = timeOrNone(sum)
  const [typed, setTyped] = useState<string | null>(null)
  const isCancelled = useRef(false)
  const words = logs.flatMap(({ description }) => description || []).join('\n')
  if (!canLog || day > lastAllowedWorklogDay(Date.now()))
    return (
      <span title={words || undefined} className="block px-2 text-ui-end tabular">
        {shown}
      </span>
    )

  function finish(): void {
    const text = typed
    setTyped(null)
    if (text === null || isCancelled.current || text.trim() === shown) return
    const minutes = ['', '0'].includes(text.trim()) ? 0 : parseWorklogDuration(text, parseTypedMinutes)
    if (minutes === null) toast.error(t('time.problems.unclear'))
    else if (!setSum(item, day, logs, minutes)) toast.error(t('time.cellSeveral'))
  }

  return (
    <input
      data-cell
      value={typed ?? shown}
      inputMode="text"
      autoComplete="off"
      spellCheck={false}
      title={words || undefined}
      aria-label={t('time.cell', { key: formatItemKey(item), day: formatLongDay(day, i18n.language) })}
      onFocus={(event) => {
        isCancelled.current = false
        event.currentTarget.select()
      }}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => {
        if (pressedKey(event) !== 'Escape') return
        isCancelled.current = true
        setTyped(null)
        event.currentTarget.blur()
      }}
      onBlur={finish}
      className="h-9 w-full rounded-xs bg-transparent px-2 text-ui-end tabular outline-none hover:bg-active focus:bg-field focus:outline-2 focus:-outline-offset-2 focus:outline-focus"
    />
  )
}

/**
 * Changes the last log of the day so that all logs of the day sum up to `minutes`. Returns false if the
 * duration of the last log would be negative or too long.
 */
function setSum(item: WorkItemRow, date: string, logs: readonly WorklogRow[], minutes: number): boolean {
  const last = logs.at(-1)
  const duration = minutes - sumLoggedMinutes(logs.slice(0, -1))
  if (duration < 0 || duration > maxLoggedMinutes) return false
  if (last === undefined) {
    if (duration > 0) void logTime(item, { duration, date, description: '' })
  } else if (duration === 0) void deleteWorklog(last)
  else if (duration !== last.duration) void editWorklog(last, { duration })
  return true
}

/**
 * Moves the focus to the same day of another item with Enter and the vertical arrow keys, as in a
 * spreadsheet.
 */
function stepBetweenCells(event: KeyboardEvent<HTMLTableElement>): void {
  const { target, currentTarget } = event
  if (!(target instanceof HTMLInputElement)) return
  const key = pressedKey(event)
  const step = key === 'ArrowUp' ? -1 : key === 'ArrowDown' || key === 'Enter' ? 1 : 0
  if (step === 0) return
  event.preventDefault()
  const column = target.closest('td')?.cellIndex
  const cells = [...currentTarget.querySelectorAll<HTMLInputElement>('[data-cell]')].filter(
    (cell) => cell.closest('td')?.cellIndex === column,
  )
  const next = cells[cells.indexOf(target) + step]
  if (next === undefined) target.blur()
  else next.focus()
}
