import { z } from 'zod'
import { parseDay } from './clock.ts'

/** Returns false for the year 0, which PostgreSQL does not have. */
const hasYear = (text: string) => !text.startsWith('0000')

/**
 * Returns whether the year in UTC is between 1 and 9999. PostgreSQL cannot parse other years in JavaScript's
 * format.
 */
function isInUtc(text: string): boolean {
  const time = Date.parse(text)
  return Number.isNaN(time) || /^(?!0000)\d{4}-/.test(new Date(time).toISOString())
}

/**
 * Returns false for UTC offsets of 16 hours and more, which PostgreSQL rejects. Real offsets have at most 14
 * hours.
 */
const hasRealOffset = (text: string) => !/[+-](1[6-9]|2\d):\d\d$/.test(text)

/** Schema of a timestamp in ISO 8601 with a time zone. */
export const isoTimestamp = z.iso
  .datetime({ offset: true })
  .refine(hasYear, 'There is no year 0.')
  .refine(hasRealOffset, 'The UTC offset must be less than 16 hours.')
  .refine(isInUtc, 'The year must be between 1 and 9999.')
/** Schema of a date, `YYYY-MM-DD`. */
export const day = z.iso.date().refine(hasYear, 'There is no year 0.')
/** Schema of a date that is used in calculations, between the years 1000 and 2999. */
export const dayInSupportedYears = day.refine(
  (text) => parseDay(text) !== null,
  'The year must be between 1000 and 2999.',
)
/** Schema of a date with a custom message if the date is missing. */
export function dayWithMissingMessage(missing: string) {
  return z.iso
    .date({ error: ({ input }) => (input === undefined ? missing : undefined) })
    .refine(hasYear, 'There is no year 0.')
}

export const id = z.uuid()
