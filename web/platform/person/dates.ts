import { t } from '../../locales/i18n.ts'
import { dayNow } from './today.ts'

/** Days from today to a date, in the person's zone; negative for the past. */
export function daysUntil(date: string): number {
  return Math.round((Date.parse(date) - Date.parse(dayNow())) / 86_400_000)
}

/** `24 Nov`, with the year when it is another one. */
export function shortDate(date: string, language: string): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const value = new Date(year, month - 1, day)
  return formatOf(language, !dayNow().startsWith(`${year}-`)).format(value)
}

/** A format costs as much to make as a card to draw. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(language: string, withYear: boolean): Intl.DateTimeFormat {
  const name = `${language} ${withYear}`
  const known = formats.get(name)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'short',
    ...(withYear && { year: 'numeric' }),
  })
  formats.set(name, format)
  return format
}

interface Due {
  target_date: string | null
  state__group: string
}

/** Due dates that stand out: those that have passed, and today's. */
export type DueTone = 'late' | 'today'

/** What is said of a due date besides the date itself; null where there is none, or nothing is waited for any more. */
export function dueNote(row: Due): { words: string; tone: DueTone | null } | null {
  if (row.target_date === null || isOver(row)) return null
  return { words: dueWords(row.target_date), tone: dueTone(row) }
}

export function dueTone(row: Due): DueTone | null {
  if (row.target_date === null || isOver(row)) return null
  const days = daysUntil(row.target_date)
  if (days === 0) return 'today'
  return days < 0 ? 'late' : null
}

export const toneClass: Record<DueTone, string> = { late: 'text-danger', today: 'text-warn' }

/** How far away a due date is, in words: "2 days late", "tomorrow". */
export function dueWords(date: string): string {
  const days = daysUntil(date)
  if (days < 0) return t('workItems.due.late', { count: -days })
  if (days === 0) return t('workItems.due.today')
  return days === 1 ? t('workItems.due.tomorrow') : t('workItems.due.in', { count: days })
}

function isOver({ state__group }: Due): boolean {
  return state__group === 'completed' || state__group === 'cancelled'
}
