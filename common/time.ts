import { z } from 'zod'

/** A moment: ISO 8601 with zone on the wire. */
export const moment = z.iso.datetime({ offset: true })
/** A day without a time, `YYYY-MM-DD`. */
export const day = z.iso.date()
export const id = z.uuid()
