/**
 * The kinds of calendar feeds. `assigned` contains the work items of a workspace that are assigned to the owner of the
 * feed. The other kinds contain the work items of one project, saved view, cycle or module.
 */
export const calendarFeedKinds = ['assigned', 'project', 'view', 'cycle', 'module'] as const
export type CalendarFeedKind = (typeof calendarFeedKinds)[number]

/** Maximum number of calendar feeds per user, because longer lists are hard to manage. */
export const calendarFeedsLimit = 30
/** Prefix of the secret in every address, so that people and secret scanners recognize an address that has leaked. */
export const calendarSecretPrefix = 'tandem_cal_'
/** Maximum number of events in a feed. If there are more, the feed contains those that are closest to the current day. */
export const maxCalendarEvents = 2000
/** A feed contains no events that ended earlier than this number of days ago. */
export const calendarFeedPastDays = 365
