import { z } from 'zod'
import { userLite } from '../../identity/users/schema.ts'
import { id, moment } from '../../platform/time.ts'

/** By which mails, and by which messages in browsers (`push_`), a person is told, and when it has to wait; in their time zone. */
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

/** What happened, in words as they were; clients make sentences of it as of the history. */
const happened = z.object({
  /** Of the comment, where something was said. */
  id,
  verb: z.string(),
  field: z.string().nullable(),
  actor: id.nullable(),
  old_value: z.string().nullable(),
  new_value: z.string().nullable(),
  old_identifier: id.nullable(),
  new_identifier: id.nullable(),
  /** How a comment begins. */
  issue_comment: z.string().nullable(),
  created_at: moment,
})
export type Happened = z.infer<typeof happened>

/** Exactly one of `issue` and `page` is set. */
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
  /** The last of it. */
  issue_activity: happened,
  /** The last few of it, the oldest first, and how much there was. */
  issue_activities: z.array(happened),
  count: z.int(),
})
export type NotificationData = z.infer<typeof notificationData>

/** Events of one person on one work item or page, as one receiver has them. */
export const notificationRow = z.object({
  id,
  workspace_id: id,
  /** Null for a page of the workspace. */
  project_id: id.nullable(),
  /** Null where nobody did it, but something that follows from elsewhere. */
  triggered_by: id.nullable(),
  entity_identifier: id,
  entity_name: z.enum(['issue', 'page']),
  title: z.string(),
  message: z.record(z.string(), z.unknown()).nullable(),
  message_html: z.string(),
  message_stripped: z.string().nullable(),
  sender: z.string(),
  data: notificationData,
  is_mentioned_notification: z.boolean(),
  read_at: moment.nullable(),
  snoozed_till: moment.nullable(),
  /** When it came back from being snoozed. */
  woke_at: moment.nullable(),
  archived_at: moment.nullable(),
  /** When the last of it happened. */
  created_at: moment,
  updated_at: moment,
  created_by: id.nullable(),
  updated_by: id.nullable(),
})
export type NotificationRow = z.infer<typeof notificationRow>

/** With what clients of the reference product read of it besides. */
export const notificationAnswer = notificationRow.extend({
  receiver: id,
  workspace: id,
  project: id.nullable(),
  triggered_by_details: userLite.nullable(),
  /** Whether its item waits in intake, under both names. */
  is_inbox_issue: z.boolean(),
  is_intake_issue: z.boolean(),
})
export type NotificationAnswer = z.infer<typeof notificationAnswer>
