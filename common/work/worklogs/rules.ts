import { addDays, localDay } from '../../platform/clock.ts'
import { parseMinutes } from '../../platform/minutes.ts'
import { hasRoleAtLeast, type Role, role } from '../../platform/roles.ts'
import { canEditWorkItem, itemAcceptsChanges } from '../work-items/rules.ts'

/** The maximum duration of one worklog, in minutes. */
export const maxLoggedMinutes = 24 * 60

export const maxWorklogTextLength = 2000

/** The maximum number of worklogs of one work item. */
export const worklogsLimit = 5000

/** The maximum number of rows in one export. */
export const maxExportedWorklogs = 50_000

/**
 * The time zone in which a day starts first. A day that has not started in this time zone is in the future
 * everywhere.
 */
const earliestZone = 'Pacific/Kiritimati'

export function lastAllowedWorklogDay(now: number): string {
  return localDay(now, earliestZone)
}

/** Returns the reason why time cannot be logged on this day, or null if it can. */
export function worklogDayProblem(date: string, now: number): 'to_come' | 'too_early' | null {
  if (date > lastAllowedWorklogDay(now)) return 'to_come'
  return date < '1970-01-01' ? 'too_early' : null
}

/** Parses a typed duration to minutes. Returns null if it is invalid or too long. */
export function parseWorklogDuration(
  typed: string,
  parse: (text: string) => number | null = parseMinutes,
): number | null {
  const minutes = parse(typed)
  return minutes === null || minutes > maxLoggedMinutes ? null : minutes
}

/** Returns the duration of a timer in whole minutes, at least one minute and at most a day. */
export function elapsedTimerMinutes(startedAt: string | Date, now: number): number {
  const minutes = Math.round((now - new Date(startedAt).getTime()) / 60_000)
  return Math.min(Math.max(minutes, 1), maxLoggedMinutes)
}

interface Actor {
  user_id: string
  role: Role | null
}

/** Returns whether the user can see worklogs. Members can; guests cannot. */
export function canSeeWorklogs(actor: Pick<Actor, 'role'>): boolean {
  return hasRoleAtLeast(actor.role, role.member)
}

/** Returns whether the user may log time on an item. Members may, on items that they can edit. */
export function canLogTime(
  actor: Actor,
  item: { created_by: string | null; archived_at: unknown; state__group: string },
): boolean {
  return canSeeWorklogs(actor) && canEditWorkItem(actor, item)
}

/**
 * Returns whether the user may change a worklog. Admins may, and so may its author while they are in the
 * project. Nobody may change worklogs of an archived item.
 */
export function canChangeWorklog(
  actor: Actor,
  log: { logged_by: string },
  item: { archived_at: unknown },
): boolean {
  if (actor.role === null || !itemAcceptsChanges(item)) return false
  return hasRoleAtLeast(actor.role, role.admin) || log.logged_by === actor.user_id
}

/** Returns the first and last day of the week that contains the day. `weekStartsOn` is 0 for Sunday. */
export function weekRangeOfDay(day: string, weekStartsOn: number): { first: string; last: string } {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  const first = addDays(day, -((weekday - weekStartsOn + 7) % 7))
  return { first, last: addDays(first, 6) }
}
