import { t } from '../../locales/i18n.ts'
import { getCurrentDay } from './today.ts'

/**
 * Returns the number of days from today to a date in the user's time zone. The number is negative for the
 * past.
 */
export function daysUntil(date: string): number {
  return Math.round((Date.parse(date) - Date.parse(getCurrentDay())) / 86_400_000)
}

/** Formats a date as `24 Nov`. The year is included if it is not the current year. */
export function formatShortDate(date: string, language: string): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const value = new Date(year, month - 1, day)
  return formatOf(language, !getCurrentDay().startsWith(`${year}-`)).format(value)
}

/** The formats are cached, because creating one takes as long as rendering a card. */
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

/** The due dates that are highlighted. `late`: the due date has passed. `today`: the item is due today. */
export type DueUrgency = 'late' | 'today'

/** Describes a due date. Returns null if the item has no due date, or if it is completed or cancelled. */
export function describeDueDate(row: Due): { words: string; tone: DueUrgency | null } | null {
  if (row.target_date === null || isOver(row)) return null
  return { words: dueDateText(row.target_date), tone: dueUrgencyOf(row) }
}

export function dueUrgencyOf(row: Due): DueUrgency | null {
  if (row.target_date === null || isOver(row)) return null
  const days = daysUntil(row.target_date)
  if (days === 0) return 'today'
  return days < 0 ? 'late' : null
}

export const dueUrgencyClass: Record<DueUrgency, string> = { late: 'text-danger', today: 'text-warn' }

/** Describes the distance to a due date: "2 days late", "tomorrow". */
export function dueDateText(date: string): string {
  const days = daysUntil(date)
  if (days < 0) return t('workItems.due.late', { count: -days })
  if (days === 0) return t('workItems.due.today')
  return days === 1 ? t('workItems.due.tomorrow') : t('workItems.due.in', { count: days })
}

function isOver({ state__group }: Due): boolean {
  return state__group === 'completed' || state__group === 'cancelled'
}
