import { z } from 'zod'

/** PostgreSQL counts no year 0. */
const hasYear = (text: string) => !text.startsWith('0000')

/** Offsets from UTC reach to 14 hours; PostgreSQL refuses those of 16 and more. */
const hasRealOffset = (text: string) => !/[+-](1[6-9]|2\d):\d\d$/.test(text)

/** A moment: ISO 8601 with zone on the wire. */
export const moment = z.iso
  .datetime({ offset: true })
  .refine(hasYear, 'There is no year 0.')
  .refine(hasRealOffset, 'An offset from UTC has less than 16 hours.')
/** A day without a time, `YYYY-MM-DD`. */
export const day = z.iso.date().refine(hasYear, 'There is no year 0.')
export const id = z.uuid()
