import { z } from 'zod'
import { readDay } from './clock.ts'

/** PostgreSQL counts no year 0. */
const hasYear = (text: string) => !text.startsWith('0000')

/** In UTC it is of the years 1 to 9999 too: PostgreSQL does not read others as JavaScript writes them. */
function isInUtc(text: string): boolean {
  const time = Date.parse(text)
  return Number.isNaN(time) || /^(?!0000)\d{4}-/.test(new Date(time).toISOString())
}

/** Offsets from UTC reach to 14 hours; PostgreSQL refuses those of 16 and more. */
const hasRealOffset = (text: string) => !/[+-](1[6-9]|2\d):\d\d$/.test(text)

/** A moment: ISO 8601 with zone on the wire. */
export const moment = z.iso
  .datetime({ offset: true })
  .refine(hasYear, 'There is no year 0.')
  .refine(hasRealOffset, 'An offset from UTC has less than 16 hours.')
  .refine(isInUtc, 'A moment is one of the years 1 to 9999.')
/** A day without a time, `YYYY-MM-DD`. */
export const day = z.iso.date().refine(hasYear, 'There is no year 0.')
/** One that others are reckoned from. */
export const reckonedDay = day.refine(
  (text) => readDay(text) !== null,
  'Days are those of the years 1000 to 2999.',
)
/** A day whose absence is told in these words. */
export function dayOr(missing: string) {
  return z.iso
    .date({ error: ({ input }) => (input === undefined ? missing : undefined) })
    .refine(hasYear, 'There is no year 0.')
}

export const id = z.uuid()
