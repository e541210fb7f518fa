import { type Clock, createClock } from '#common/platform/clock.ts'
import type { SignedInUser } from './context.ts'

/**
 * Returns the user's current day and week. The client may send the date that its screen shows as `today`.
 * Around midnight, this date can differ from the date on the server.
 */
export function createUserClock(
  { timezone, week_starts_on }: Pick<SignedInUser, 'timezone' | 'week_starts_on'>,
  today?: string,
): Clock {
  const clock = createClock(timezone, week_starts_on)
  return today === undefined ? clock : { ...clock, today }
}
