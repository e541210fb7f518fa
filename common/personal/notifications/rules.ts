/** Why somebody is told, the first that holds; that they are mentioned is told besides. */
export const reasons = ['assigned', 'created', 'subscribed'] as const
export type Reason = (typeof reasons)[number]

/** What mails are switched by, each covering some of what happens. */
export const mailSwitches = [
  'property_change',
  'state_change',
  'issue_completed',
  'comment',
  'mention',
  'due_date',
] as const
export type MailSwitch = (typeof mailSwitches)[number]

/** The same switch of what is told in browsers. */
export function pushSwitch<Name extends MailSwitch>(name: Name): `push_${Name}` {
  return `push_${name}`
}

/** Which switch covers it; `completes` says of a state whether work is done in it. */
export function preferenceFor(
  { field, new_identifier }: { field: string | null; new_identifier: string | null },
  completes: (stateId: string) => boolean,
): MailSwitch {
  if (field === 'mention' || field === 'comment') return field
  if (field === 'due') return 'due_date'
  if (field !== 'state') return 'property_change'
  return new_identifier !== null && completes(new_identifier) ? 'issue_completed' : 'state_change'
}

/** Whether it is quiet at `time`, both as `HH:MM`; hours that end before they begin go over midnight. */
export function isQuiet(
  { quiet_from, quiet_to }: { quiet_from: string | null; quiet_to: string | null },
  time: string,
): boolean {
  if (quiet_from === null || quiet_to === null) return false
  return quiet_from <= quiet_to
    ? time >= quiet_from && time < quiet_to
    : time >= quiet_from || time < quiet_to
}

/** When somebody is reminded of what is due: at nine, or as soon after that as it can be done, but not in the middle of the day. */
export function isReminderTime(time: string): boolean {
  return time >= '09:00' && time < '12:00'
}

/** Days after which nobody is reminded any more of what should have been done. */
export const overdueRemembered = 7

/** Milliseconds within which what one person does with one item is one notification, as long as that is not read. */
export const sameBurst = 15 * 60_000

/** What happened that a notification lists; of more it says how many there were. */
export const toldOfBurst = 5

/** Letters of a comment that stand in a notification of it. */
export const excerptLength = 300

/** Notifications that the list reads at once. */
export const notificationsPage = 300

const senderPrefix = 'in_app:issue_activities:'

export function senderOf(reason: Reason | 'mentioned'): string {
  return `${senderPrefix}${reason}`
}

export function reasonOf({ sender }: { sender: string }): Reason | 'mentioned' {
  return [...reasons, 'mentioned' as const].find((one) => senderOf(one) === sender) ?? 'subscribed'
}

/** Why one hears of an item; null for somebody who has no part in it. */
export function reasonFor(
  userId: string,
  item: { assignee_ids: readonly string[]; created_by: string | null; subscriber_ids: readonly string[] },
): Reason | null {
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

/** Whether it counts among those that wait to be read. */
export function isWaiting(row: Waiting, now: number): boolean {
  return row.read_at === null && row.archived_at === null && !isSnoozed(row, now)
}

/** Where it stands among others, the newest first: by when it happened last, or came back. */
export function placeOf({ created_at, woke_at }: { created_at: string; woke_at: string | null }): number {
  return Date.parse(woke_at ?? created_at)
}

/** Which of one's notifications a list shows. */
export interface NotificationFilter {
  /** Mentions alone. */
  mentioned: boolean
  /** None for all. */
  types: readonly Reason[]
  which: 'all' | 'unread' | 'snoozed' | 'archived'
}

interface Listed extends Waiting {
  sender: string
  is_mentioned_notification: boolean
}

/** What the server asks of its rows, asked of those that the client has. */
export function isShown(row: Listed, { mentioned, types, which }: NotificationFilter, now: number): boolean {
  if (mentioned && !row.is_mentioned_notification) return false
  if (!mentioned && types.length > 0 && !types.some((type) => type === reasonOf(row))) return false
  if (which === 'archived') return row.archived_at !== null
  if (row.archived_at !== null) return false
  if (which === 'snoozed') return isSnoozed(row, now)
  return !isSnoozed(row, now) && (which === 'all' || row.read_at === null)
}
