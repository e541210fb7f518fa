import { z } from 'zod'
import { id, isoTimestamp } from '../../platform/time.ts'
import { calendarFeedKinds } from './rules.ts'

/** A calendar feed of the caller. Its secret address is returned only when the feed is created. */
export const calendarFeed = z.object({
  id,
  workspace: id,
  kind: z.enum(calendarFeedKinds),
  /** Id of the project, view, cycle or module. Null for `assigned`. */
  target: id.nullable(),
  /**
   * Name of the project, view, cycle, module or workspace. Null if it no longer exists or the caller has no access. The
   * feed is then empty.
   */
  name: z.string().nullable(),
  /** Id of the project to which the view, cycle or module belongs. */
  project: id.nullable(),
  /** Last characters of the address, so that users recognize it. */
  ending: z.string(),
  /** Time of the last request, precise to ten minutes. */
  last_used: isoTimestamp.nullable(),
  created_at: isoTimestamp,
})
export type CalendarFeed = z.infer<typeof calendarFeed>

/** A new calendar feed with its secret address. */
export const createdCalendarFeed = calendarFeed.extend({ address: z.string() })
export type CreatedCalendarFeed = z.infer<typeof createdCalendarFeed>
