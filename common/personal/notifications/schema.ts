import { z } from 'zod'
import { userLite } from '../../identity/users/schema.ts'
import { id, isoTimestamp } from '../../platform/time.ts'

/** Settings for emails and push messages (`push_`), and quiet hours in the user's time zone. */
export const notificationPreferences = z.object({
  property_change: z.boolean(),
  state_change: z.boolean(),
  issue_completed: z.boolean(),
  comment: z.boolean(),
  mention: z.boolean(),
  due_date: z.boolean(),
  push_property_change: z.boolean(),
  push_state_change: z.boolean(),
  push_issue_completed: z.boolean(),
  push_comment: z.boolean(),
  push_mention: z.boolean(),
  push_due_date: z.boolean(),
  quiet_from: z.string().nullable(),
  quiet_to: z.string().nullable(),
})
export type NotificationPreferences = z.infer<typeof notificationPreferences>

/**
 * An event with the names of users and objects at the time of the event. Clients build a sentence from it, as
 * in the history of a work item.
 */
const notificationEvent = z.object({
  /** Id of the event. For a comment, the id of the comment. */
  id,
  verb: z.string(),
  field: z.string().nullable(),
  actor: id.nullable(),
  old_value: z.string().nullable(),
  new_value: z.string().nullable(),
  old_identifier: id.nullable(),
  new_identifier: id.nullable(),
  /** Beginning of the comment; null for other events. */
  issue_comment: z.string().nullable(),
  created_at: isoTimestamp,
})
export type NotificationEvent = z.infer<typeof notificationEvent>

/** Content of a notification. Exactly one of `issue`, `page` and `project` is set. */
const notificationData = z.object({
  issue: z
    .object({
      id,
      name: z.string(),
      identifier: z.string(),
      sequence_id: z.int(),
      state_name: z.string(),
      state_group: z.string(),
    })
    .optional(),
  page: z.object({ id, name: z.string() }).optional(),
  project: z.object({ id, name: z.string() }).optional(),
  /** The latest event of the notification. */
  issue_activity: notificationEvent,
  /** The latest events, oldest first, and the total number of events. */
  issue_activities: z.array(notificationEvent),
  count: z.int(),
})
export type NotificationData = z.infer<typeof notificationData>

/**
 * A notification of one receiver: events that one user caused on one item or page, and whether the receiver has
 * read, snoozed or archived them.
 */
export const notificationRow = z.object({
  id,
  workspace_id: id,
  /** The project, or the project of the item or page. It is null for a page that belongs to no project. */
  project_id: id.nullable(),
  /** User who caused the event; null when the system caused it. */
  triggered_by: id.nullable(),
  entity_identifier: id,
  entity_name: z.enum(['issue', 'page', 'project']),
  title: z.string(),
  message: z.record(z.string(), z.unknown()).nullable(),
  message_html: z.string(),
  message_stripped: z.string().nullable(),
  sender: z.string(),
  data: notificationData,
  is_mentioned_notification: z.boolean(),
  read_at: isoTimestamp.nullable(),
  snoozed_till: isoTimestamp.nullable(),
  /** Time at which the last snooze of the notification ended. */
  woke_at: isoTimestamp.nullable(),
  archived_at: isoTimestamp.nullable(),
  /** Time of the latest event. */
  created_at: isoTimestamp,
  updated_at: isoTimestamp,
  created_by: id.nullable(),
  updated_by: id.nullable(),
})
export type NotificationRow = z.infer<typeof notificationRow>

/** Adds fields that only clients of Plane read. */
export const notificationResponse = notificationRow.extend({
  receiver: id,
  workspace: id,
  project: id.nullable(),
  triggered_by_details: userLite.nullable(),
  /** True when the item is in intake. `is_inbox_issue` and `is_intake_issue` always have the same value. */
  is_inbox_issue: z.boolean(),
  is_intake_issue: z.boolean(),
})
export type NotificationResponse = z.infer<typeof notificationResponse>
