import { addDays, localDay, parseDay } from '../../platform/clock.ts'
import { hasRoleAtLeast, type Role, role } from '../../platform/roles.ts'
import { canEditCyclesAndModules } from '../cycles-and-modules/rules.ts'
import type { DayRange } from '../figures/days.ts'

export const cycleStatuses = ['CURRENT', 'UPCOMING', 'COMPLETED', 'DRAFT'] as const
export type CycleStatus = (typeof cycleStatuses)[number]

/** The first and last day of a cycle. Either both days are set, or both are null. */
export interface CycleDates {
  start_date: string | null
  end_date: string | null
}

/** Returns the status at `now`, in milliseconds since 1970. */
export function cycleStatus({ start_date, end_date }: CycleDates, now: number): CycleStatus {
  if (start_date === null || end_date === null) return 'DRAFT'
  if (Date.parse(start_date) > now) return 'UPCOMING'
  return Date.parse(end_date) < now ? 'COMPLETED' : 'CURRENT'
}

/** Returns the first and last day of a cycle in the time zone of the project, or null for a draft. */
export function cycleDayRange({ start_date, end_date }: CycleDates, timezone: string): DayRange | null {
  if (start_date === null || end_date === null) return null
  return {
    first: localDay(Date.parse(start_date), timezone),
    last: localDay(Date.parse(end_date), timezone),
  }
}

/** Returns true if two ranges share a day. */
export function doDayRangesOverlap(one: DayRange, other: DayRange): boolean {
  return one.first <= other.last && other.first <= one.last
}

/**
 * Returns true if two cycles overlap. On the day on which a user has ended a cycle, another cycle may start after this
 * end.
 */
export function doCyclesOverlap(one: CycleDates, other: CycleDates): boolean {
  const [start, end, otherStart, otherEnd] = [
    one.start_date,
    one.end_date,
    other.start_date,
    other.end_date,
  ].map((date) => (date === null ? Number.NaN : Date.parse(date)))
  return Number(start) <= Number(otherEnd) && Number(otherStart) <= Number(end)
}

/** The maximum number of days of a cycle. */
export const maxCycleDays = 1000

/**
 * Returns the reason why a cycle cannot start on the day `first` and end on the day `last`, or null if it can.
 * Both may be null, because a draft has no dates.
 */
export function cycleDaysProblem(
  first: string | null,
  last: string | null,
): 'one_missing' | 'order' | 'too_long' | 'no_day' | null {
  if (first === null || last === null) return first === last ? null : 'one_missing'
  if (parseDay(first) === null || parseDay(last) === null) return 'no_day'
  if (first > last) return 'order'
  return addDays(first, maxCycleDays) <= last ? 'too_long' : null
}

interface Actor {
  user_id: string
  role: Role | null
}

/**
 * Returns whether the user may reopen a completed cycle. Admins may. Members may reopen only a cycle that they
 * ended themselves.
 */
export function canReopenCycle(actor: Actor, ended_by: string | null): boolean {
  return (
    hasRoleAtLeast(actor.role, role.admin) || (canEditCyclesAndModules(actor) && ended_by === actor.user_id)
  )
}

/**
 * Returns whether the user may move the last day of a completed cycle to another day in the past. Only admins
 * may.
 */
export function canChangeCompletedCycleEnd(actor: Pick<Actor, 'role'>): boolean {
  return hasRoleAtLeast(actor.role, role.admin)
}

/** Returns true if items can be added to the cycle. */
export function cycleAcceptsItems(cycle: CycleDates & { archived_at: string | null }, now: number): boolean {
  return cycle.archived_at === null && cycleStatus(cycle, now) !== 'COMPLETED'
}
