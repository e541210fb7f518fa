import { addDays, localDay } from '../../platform/clock.ts'
import { readMinutes } from '../../platform/minutes.ts'
import { atLeast, type Role, role } from '../../platform/roles.ts'
import { canEditWorkItem, takesChanges } from '../work-items/rules.ts'

/** Of one log: a day. */
export const durationLimit = 24 * 60

export const worklogTextLength = 2000

/** Of one work item. */
export const worklogsLimit = 5000

/** Of one export. */
export const exportLimit = 50_000

/** Where it is the next day first; days that have not begun even there take no time. */
const earliestZone = 'Pacific/Kiritimati'

export function lastLoggableDay(now: number): string {
  return localDay(now, earliestZone)
}

/** Why somebody cannot have worked on this day, null when they can. */
export function worklogDayProblem(date: string, now: number): 'to_come' | 'too_early' | null {
  if (date > lastLoggableDay(now)) return 'to_come'
  return date < '1970-01-01' ? 'too_early' : null
}

/** Minutes as typed, null when they are no time or longer than a log can be. */
export function readDuration(typed: string): number | null {
  const minutes = readMinutes(typed)
  return minutes === null || minutes > durationLimit ? null : minutes
}

/** What a timer comes to: whole minutes, one at least, a day at most. */
export function timedMinutes(startedAt: string | Date, now: number): number {
  const minutes = Math.round((now - new Date(startedAt).getTime()) / 60_000)
  return Math.min(Math.max(minutes, 1), durationLimit)
}

interface Actor {
  user_id: string
  role: Role | null
}

/** Guests are not told how long somebody worked. */
export function canSeeWorklogs(actor: Pick<Actor, 'role'>): boolean {
  return atLeast(actor.role, role.member)
}

/** On what they may edit. */
export function canLogTime(
  actor: Actor,
  item: { created_by: string | null; archived_at: unknown; state__group: string },
): boolean {
  return canSeeWorklogs(actor) && canEditWorkItem(actor, item)
}

/** Its author may as long as they are in the project; on an item in the archive nobody. */
export function canChangeWorklog(
  actor: Actor,
  log: { logged_by: string },
  item: { archived_at: unknown },
): boolean {
  if (actor.role === null || !takesChanges(item)) return false
  return atLeast(actor.role, role.admin) || log.logged_by === actor.user_id
}

/** The week that a day is in, by the day on which weeks begin; 0 is Sunday. */
export function weekOf(day: string, weekStartsOn: number): { first: string; last: string } {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  const first = addDays(day, -((weekday - weekStartsOn + 7) % 7))
  return { first, last: addDays(first, 6) }
}
