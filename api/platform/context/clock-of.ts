import { type Clock, clockIn } from '#common/platform/clock.ts'
import type { SignedIn } from './context.ts'

/**
 * The caller's days and weeks, now. A client says what day it takes for today: its midnight is not the server's to the second, and
 * what it shows and what it is answered have to go by one day.
 */
export function clockOf(
  { timezone, week_starts_on }: Pick<SignedIn, 'timezone' | 'week_starts_on'>,
  today?: string,
): Clock {
  const clock = clockIn(timezone, week_starts_on)
  return today === undefined ? clock : { ...clock, today }
}
