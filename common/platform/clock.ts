import { tzOffset } from '@date-fns/tz/tzOffset'

/** The current day in a user's time zone, and a function for the start of any day. */
export interface Clock {
  today: string
  /** First day of the week; 0 is Sunday. */
  weekStartsOn: number
  /** Returns the start of a day as a UTC timestamp. */
  startOf(day: string): string
}

export function createClock(timezone: string, weekStartsOn = 0, now: Date = new Date()): Clock {
  return {
    today: localDay(now.getTime(), timezone),
    weekStartsOn,
    startOf: (day) => startOfDay(day, timezone),
  }
}

/** Returns the date if it is valid and between the years 1000 and 2999, otherwise null. */
export function parseDay(text: string): string | null {
  if (!/^[12]\d{3}-\d\d-\d\d$/.test(text)) return null
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? text : null
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayLength).toISOString().slice(0, 10)
}

const dayLength = 86_400_000

/** Returns a time of a day, such as `09:30`, in the time zone as a UTC timestamp. */
export function localTime(day: string, time: string, timezone: string): string {
  const wanted = Date.parse(`${day}T${time}:00Z`)
  // The offset at the resulting time counts, because the offset can change between UTC midnight and that time. If
  // daylight saving time skips the local time, the result is one hour later.
  const first = wanted - offsetAt(wanted, timezone)
  return new Date(wanted - offsetAt(first, timezone)).toISOString()
}

/**
 * Returns the first moment of a day. If daylight saving time begins or ends at midnight, 0:00 is skipped or
 * occurs twice, so both offsets are tried.
 */
function startOfDay(day: string, timezone: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const offsets = [offsetAt(midnight - dayLength, timezone), offsetAt(midnight + dayLength, timezone)]
  const candidates = offsets.map((offset) => midnight - offset).sort((a, b) => a - b)
  const first = candidates.find((time) => localDay(time, timezone) === day) ?? midnight - (offsets[1] ?? 0)
  return new Date(first).toISOString()
}

/** Returns the local day of a time in milliseconds since 1970. */
export function localDay(time: number, timezone: string): string {
  return new Date(time + offsetAt(time, timezone)).toISOString().slice(0, 10)
}

/** Returns the offset of local time from UTC in milliseconds. */
function offsetAt(time: number, timezone: string): number {
  return tzOffset(timezone, new Date(time)) * 60_000
}
