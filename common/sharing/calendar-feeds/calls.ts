import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { emptyAsNull, singleLineText } from '../../platform/fields.ts'
import { id } from '../../platform/time.ts'
import { calendarFeedKinds } from './rules.ts'
import { calendarFeed, createdCalendarFeed } from './schema.ts'

const all = '/api/users/calendar-feeds/'

/**
 * Calls for the calendar feeds of the caller. Only signed-in users can use them, because an API token must not create
 * an address that still works after the token is deleted.
 */
export const calendarFeedCalls = declareCalls('calendar-feeds', {
  listCalendarFeeds: {
    summary: 'List your calendar feeds, newest first',
    method: 'GET',
    path: all,
    who: 'signed-in',
    answer: z.array(calendarFeed),
  },
  createCalendarFeed: {
    summary: 'Create a calendar feed. Only this response contains `address`',
    method: 'POST',
    path: '/api/workspaces/{slug}/calendar-feeds/',
    who: { workspace: 'guest' },
    body: z.object({
      kind: z.enum(calendarFeedKinds),
      /** Id of the project, view, cycle or module. Is not needed for `assigned`. */
      target: emptyAsNull(id).optional(),
    }),
    status: 201,
    answer: createdCalendarFeed,
    secretAnswer: true,
    fails: ['not_found', 'conflict'],
  },
  deleteCalendarFeed: {
    summary: 'Delete a calendar feed. Its address stops working',
    method: 'DELETE',
    path: `${all}{calendar_feed_id}/`,
    who: 'signed-in',
    fails: ['not_found'],
  },
  getCalendar: {
    area: 'calendars',
    summary: 'Get a calendar feed in the iCalendar format (RFC 5545), by its secret address',
    method: 'GET',
    path: '/api/calendars/{calendar_address}/',
    who: 'anyone',
    params: z.object({ calendar_address: singleLineText(100) }),
  },
})
