import { calendarFeedCalls } from '#common/sharing/calendar-feeds/calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import { createCalendarFeed, deleteCalendarFeed } from './commands.ts'
import { listCalendarFeeds } from './queries.ts'
import { serveCalendar } from './serve-calendar.ts'

export const calendarFeedsFeature = defineFeature(calendarFeedCalls, {
  listCalendarFeeds: (ctx) => listCalendarFeeds(ctx),
  createCalendarFeed: (ctx, { body }) => createCalendarFeed(ctx, body),
  deleteCalendarFeed: (ctx, { params }) => deleteCalendarFeed(ctx, params.calendar_feed_id),
  getCalendar: (ctx, { params }) => serveCalendar(ctx, params.calendar_address),
})
