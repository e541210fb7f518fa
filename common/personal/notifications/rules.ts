/**
 * Reasons for a notification in order of precedence. Mentions are not in this list, because they have their
 * own notifications.
 */
export const notificationReasons = ['assigned', 'created', 'subscribed'] as const
export type NotificationReason = (typeof notificationReasons)[number]

/** Settings that turn emails on or off. Each setting covers several kinds of events. */
export const emailPreferences = [
  'property_change',
  'state_change',
  'issue_completed',
  'comment',
  'mention',
  'due_date',
] as const
export type EmailPreference = (typeof emailPreferences)[number]

/** Returns the name of the push setting that matches an email setting. */
export function pushPreferenceName<Name extends EmailPreference>(name: Name): `push_${Name}` {
  return `push_${name}`
}

/**
 * Returns the email setting for a change of an item. `completes` must return true for the id of a state of the
 * group "completed".
 */
export function emailPreferenceForChange(
  { field, new_identifier }: { field: string | null; new_identifier: string | null },
  completes: (stateId: string) => boolean,
): EmailPreference {
  if (field === 'mention' || field === 'comment') return field
  // Access that another person gave to the user counts like a mention.
  if (field === 'share' || field === 'membership') return 'mention'
  if (field === 'due' || field === 'reminder') return 'due_date'
  if (field !== 'state') return 'property_change'
  return new_identifier !== null && completes(new_identifier) ? 'issue_completed' : 'state_change'
}

/**
 * Returns true during quiet hours. All times have the format `HH:MM`, and a range that ends before it begins
 * spans midnight.
 */
export function isInQuietHours(
  { quiet_from, quiet_to }: { quiet_from: string | null; quiet_to: string | null },
  time: string,
): boolean {
  if (quiet_from === null || quiet_to === null) return false
  return quiet_from <= quiet_to
    ? time >= quiet_from && time < quiet_to
    : time >= quiet_from || time < quiet_to
}

/**
 * Returns true at the time for reminders, which are sent at nine, or later in the morning when the job was
 * delayed.
 */
export function isReminderTime(time: string): boolean {
  return time >= '09:00' && time < '12:00'
}

/** Number of days after the due date for which reminders still contain an overdue item. */
export const overdueReminderDays = 7

/** Milliseconds in which events of one user on one item or page are combined into one unread notification. */
export const notificationMergeMs = 15 * 60_000

/** Maximum number of events that a notification lists. Further events are only counted. */
export const maxNotificationEvents = 5

/** Maximum characters of a comment that a notification quotes. */
export const maxCommentExcerptLength = 300

/** Number of notifications on one page of the list. */
export const notificationsPageSize = 300

const senderPrefix = 'in_app:issue_activities:'

export function notificationSenderForReason(reason: NotificationReason | 'mentioned'): string {
  return `${senderPrefix}${reason}`
}

export function notificationReasonOfSender({ sender }: { sender: string }): NotificationReason | 'mentioned' {
  return (
    [...notificationReasons, 'mentioned' as const].find(
      (one) => notificationSenderForReason(one) === sender,
    ) ?? 'subscribed'
  )
}

/** Returns the reason why a user is notified of an item, or null if the user is not subscribed to the item. */
export function findNotificationReason(
  userId: string,
  item: { assignee_ids: readonly string[]; created_by: string | null; subscriber_ids: readonly string[] },
): NotificationReason | null {
  if (!item.subscriber_ids.includes(userId)) return null
  if (item.assignee_ids.includes(userId)) return 'assigned'
  return item.created_by === userId ? 'created' : 'subscribed'
}

interface Waiting {
  read_at: string | null
  archived_at: string | null
  snoozed_till: string | null
}

export function isSnoozed({ snoozed_till }: Pick<Waiting, 'snoozed_till'>, now: number): boolean {
  return snoozed_till !== null && Date.parse(snoozed_till) > now
}

/** Returns true if the notification is neither read nor archived nor snoozed. */
export function countsAsUnread(row: Waiting, now: number): boolean {
  return row.read_at === null && row.archived_at === null && !isSnoozed(row, now)
}

/**
 * Returns the sort key in milliseconds: the end of the last snooze, or the time of the latest event if the
 * notification was not snoozed.
 */
export function notificationSortTime({
  created_at,
  woke_at,
}: {
  created_at: string
  woke_at: string | null
}): number {
  return Date.parse(woke_at ?? created_at)
}

/** The filter of the notification list. */
export interface NotificationFilter {
  /** True to show only mentions. */
  mentioned: boolean
  /** Reasons to show; empty for all reasons. */
  types: readonly NotificationReason[]
  which: 'all' | 'unread' | 'snoozed' | 'archived'
}

interface Listed extends Waiting {
  sender: string
  is_mentioned_notification: boolean
}

/**
 * Returns true if a row that the client has loaded matches the filter. The server applies the same rules in its
 * queries.
 */
export function matchesNotificationFilter(
  row: Listed,
  { mentioned, types, which }: NotificationFilter,
  now: number,
): boolean {
  if (mentioned && !row.is_mentioned_notification) return false
  if (!mentioned && types.length > 0 && !types.some((type) => type === notificationReasonOfSender(row)))
    return false
  if (which === 'archived') return row.archived_at !== null
  if (row.archived_at !== null) return false
  if (which === 'snoozed') return isSnoozed(row, now)
  return !isSnoozed(row, now) && (which === 'all' || row.read_at === null)
}
