import { tzOffset } from '@date-fns/tz/tzOffset'

/** What day it is for a person, and when their days begin. */
export interface Clock {
  today: string
  /** The day on which their weeks begin; 0 is Sunday. */
  weekStartsOn: number
  /** The first moment of a day, in UTC. */
  startOf(day: string): string
}

export function clockIn(timezone: string, weekStartsOn = 0, now: Date = new Date()): Clock {
  return {
    today: localDay(now.getTime(), timezone),
    weekStartsOn,
    startOf: (day) => startOfDay(day, timezone),
  }
}

/** A real day of the years 1000 to 2999, or null. */
export function readDay(text: string): string | null {
  if (!/^[12]\d{3}-\d\d-\d\d$/.test(text)) return null
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? text : null
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayLength).toISOString().slice(0, 10)
}

const dayLength = 86_400_000

/**
 * Where summer time begins or ends at midnight the day has no 0:00 or has it twice; one of the offsets around it gives the
 * moment at which the clocks first show the day.
 */
function startOfDay(day: string, timezone: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const offsets = [offsetAt(midnight - dayLength, timezone), offsetAt(midnight + dayLength, timezone)]
  const candidates = offsets.map((offset) => midnight - offset).sort((a, b) => a - b)
  const first = candidates.find((time) => localDay(time, timezone) === day) ?? midnight - (offsets[1] ?? 0)
  return new Date(first).toISOString()
}

/** The day that a moment, in milliseconds since 1970, falls on. */
export function localDay(time: number, timezone: string): string {
  return new Date(time + offsetAt(time, timezone)).toISOString().slice(0, 10)
}

/** How far local time is ahead of UTC, in milliseconds. */
function offsetAt(time: number, timezone: string): number {
  return tzOffset(timezone, new Date(time)) * 60_000
}
