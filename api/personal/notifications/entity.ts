import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { PageAccess } from '#common/pages/pages/schema.ts'
import type { Happened, NotificationData, NotificationRow } from '#common/personal/notifications/schema.ts'
import { audited } from '../../platform/db/columns.ts'

/** An event on a work item or page, stored once for all receivers. */
export const NotificationEntity = defineEntity({
  name: 'Notification',
  tableName: 'notifications',
  properties: {
    ...audited,
    /** When the last of it happened. */
    created_at: p.datetime(),
    workspace_id: p.uuid(),
    /** For a page, the first of its projects. */
    project_id: p.uuid().strictNullable(),
    receivers: p.array<string>().columnType('uuid[]'),
    triggered_by: p.uuid().strictNullable(),
    entity_identifier: p.uuid(),
    entity_name: p.string().$type<NotificationRow['entity_name']>(),
    /** The same id again in one of two columns, for joins and cascades. */
    issue_id: p.uuid().strictNullable(),
    page_id: p.uuid().strictNullable(),
    /** Who made the item, by which it is decided who hears of the row. It never leaves the server. */
    issue_created_by: p.uuid().strictNullable(),
    /** Copied from the page; they decide the audience of the row and never leave the server. */
    project_ids: p.array<string>().columnType('uuid[]'),
    page_access: p.integer().$type<PageAccess>(),
    page_owned_by: p.uuid().strictNullable(),
    title: p.text(),
    message: p.json<Record<string, unknown>>().strictNullable(),
    message_html: p.text(),
    message_stripped: p.text().strictNullable(),
    data: p.json<NotificationData>(),
    /** More of it than `data` lists, for mails; it never leaves the server otherwise. */
    happened: p.json<Happened[]>(),
    is_mentioned_notification: p.boolean(),
    /** While its item or page is in the trash it is in no list. */
    deleted_at: p.datetime().strictNullable(),
  },
})

/** What one of its receivers has done with it since the last of it happened, and why they are told. */
export const NotificationReceiptEntity = defineEntity({
  name: 'NotificationReceipt',
  tableName: 'notification_receipts',
  properties: {
    notification_id: p.uuid().primary(),
    receiver: p.uuid().primary(),
    workspace_id: p.uuid(),
    sender: p.string(),
    read_at: p.datetime().strictNullable(),
    snoozed_till: p.datetime().strictNullable(),
    woke_at: p.datetime().strictNullable(),
    archived_at: p.datetime().strictNullable(),
    /** From when on nothing of it was mailed; null where all was, or nothing will be. */
    unmailed_since: p.datetime().strictNullable(),
    /** The same of what is told in their browsers; null of whoever has none. */
    unpushed_since: p.datetime().strictNullable(),
  },
})

/** Made with the first change; until then everything is as the columns begin. */
export const NotificationPreferencesEntity = defineEntity({
  name: 'NotificationPreferences',
  tableName: 'notification_preferences',
  properties: {
    id: audited.id,
    created_at: audited.created_at,
    updated_at: audited.updated_at,
    user_id: p.uuid(),
    property_change: p.boolean(),
    state_change: p.boolean(),
    issue_completed: p.boolean(),
    comment: p.boolean(),
    mention: p.boolean(),
    due_date: p.boolean(),
    push_property_change: p.boolean(),
    push_state_change: p.boolean(),
    push_issue_completed: p.boolean(),
    push_comment: p.boolean(),
    push_mention: p.boolean(),
    push_due_date: p.boolean(),
    quiet_from: p.string().strictNullable(),
    quiet_to: p.string().strictNullable(),
  },
})

export type Notification = InferEntity<typeof NotificationEntity>
export type NotificationReceipt = InferEntity<typeof NotificationReceiptEntity>
