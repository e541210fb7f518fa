import { type Clock, createClock } from '#common/platform/clock.ts'
import type { SignedInUser } from './context.ts'

/**
 * Returns the user's current day and week. The client may send its own date for today, because its clock can
 * differ around midnight and the answer must match its screen.
 */
export function createUserClock(
  { timezone, week_starts_on }: Pick<SignedInUser, 'timezone' | 'week_starts_on'>,
  today?: string,
): Clock {
  const clock = createClock(timezone, week_starts_on)
  return today === undefined ? clock : { ...clock, today }
}
