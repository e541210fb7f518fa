import { cycleDayRange } from '#common/planning/cycles/rules.ts'
import type { CycleRow } from '#common/planning/cycles/schema.ts'
import type { DayRange } from '#common/planning/figures/days.ts'
import { tables } from '../../platform/app/sync.ts'
import { formatShortDate } from '../../platform/person/dates.ts'

/**
 * Returns the first and last day of a cycle in the time zone of its project. Returns null for a draft, which
 * has no dates.
 */
export function getCycleDayRange(
  cycle: Pick<CycleRow, 'project_id' | 'start_date' | 'end_date'>,
): DayRange | null {
  return cycleDayRange(cycle, tables.projects.get(cycle.project_id)?.timezone ?? 'UTC')
}

/**
 * Returns the first and last day of a cycle as text (`24 Nov – 7 Dec`). Returns an empty string for a draft,
 * which has no dates.
 */
export function cycleDaysText(
  cycle: Pick<CycleRow, 'project_id' | 'start_date' | 'end_date'>,
  language: string,
): string {
  const days = getCycleDayRange(cycle)
  return days === null
    ? ''
    : `${formatShortDate(days.first, language)} – ${formatShortDate(days.last, language)}`
}

/** Returns the number of days from `one` to `other`. */
export function daysBetween(one: string, other: string): number {
  return Math.round((Date.parse(other) - Date.parse(one)) / 86_400_000)
}
