import { z } from 'zod'
import { readDay } from './clock.ts'

/** PostgreSQL has no year 0. */
const hasYear = (text: string) => !text.startsWith('0000')

/** The UTC year must be 1 to 9999 too, because PostgreSQL cannot parse other years in JavaScript's format. */
function isInUtc(text: string): boolean {
  const time = Date.parse(text)
  return Number.isNaN(time) || /^(?!0000)\d{4}-/.test(new Date(time).toISOString())
}

/** Real UTC offsets have at most 14 hours; PostgreSQL rejects 16 and more. */
const hasRealOffset = (text: string) => !/[+-](1[6-9]|2\d):\d\d$/.test(text)

/** A timestamp in ISO 8601 with a time zone. */
export const moment = z.iso
  .datetime({ offset: true })
  .refine(hasYear, 'There is no year 0.')
  .refine(hasRealOffset, 'The UTC offset must be less than 16 hours.')
  .refine(isInUtc, 'The year must be between 1 and 9999.')
/** A date, `YYYY-MM-DD`. */
export const day = z.iso.date().refine(hasYear, 'There is no year 0.')
/** A date for calculations. */
export const reckonedDay = day.refine(
  (text) => readDay(text) !== null,
  'The year must be between 1000 and 2999.',
)
/** A date with a custom message if it is missing. */
export function dayOr(missing: string) {
  return z.iso
    .date({ error: ({ input }) => (input === undefined ? missing : undefined) })
    .refine(hasYear, 'There is no year 0.')
}

export const id = z.uuid()
