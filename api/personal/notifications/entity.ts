import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { PageAccess } from '#common/pages/pages/schema.ts'
import type { PageShares } from '#common/pages/pages/shares.ts'
import type {
  NotificationData,
  NotificationEvent,
  NotificationRow,
} from '#common/personal/notifications/schema.ts'
import { auditedColumns } from '../../platform/db/columns.ts'

/** A notification: an event on a work item or page. The event is stored once for all receivers. */
export const NotificationEntity = defineEntity({
  name: 'Notification',
  tableName: 'notifications',
  properties: {
    ...auditedColumns,
    /** Time of the latest event that the notification contains. */
    created_at: p.datetime(),
    workspace_id: p.uuid(),
    /** Project of the item, or the first project of the page. */
    project_id: p.uuid().strictNullable(),
    receivers: p.array<string>().columnType('uuid[]'),
    triggered_by: p.uuid().strictNullable(),
    entity_identifier: p.uuid(),
    entity_name: p.string().$type<NotificationRow['entity_name']>(),
    /**
     * Copies of `entity_identifier` for joins and foreign keys. `issue_id` is set for a work item, and
     * `page_id` for a page.
     */
    issue_id: p.uuid().strictNullable(),
    page_id: p.uuid().strictNullable(),
    /**
     * The creator of the work item. The change feed needs this id to decide who receives the notification. The
     * column is never sent to clients.
     */
    issue_created_by: p.uuid().strictNullable(),
    /**
     * Copies of the page's columns. The change feed needs them to decide who receives the notification. These
     * columns are never sent to clients.
     */
    project_ids: p.array<string>().columnType('uuid[]'),
    page_access: p.integer().$type<PageAccess>(),
    page_owned_by: p.uuid().strictNullable(),
    page_shares: p.json<PageShares>().default('{}'),
    title: p.text(),
    message: p.json<Record<string, unknown>>().strictNullable(),
    message_html: p.text(),
    message_stripped: p.text().strictNullable(),
    data: p.json<NotificationData>(),
    /**
     * All events that emails about this notification describe. `data` may list only some of these events. This
     * column is never sent to clients.
     */
    happened: p.json<NotificationEvent[]>(),
    is_mentioned_notification: p.boolean(),
    /**
     * Time at which the work item or page was moved to the trash. Is null if it is not in the trash. While the
     * column is set, the notification is hidden.
     */
    deleted_at: p.datetime().strictNullable(),
  },
})

/**
 * State of a notification for one receiver since the latest event, with the reason why the receiver is
 * notified.
 */
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
    /**
     * Time of the first event that no email contains yet. Is null when all events were emailed or will not be
     * emailed.
     */
    unmailed_since: p.datetime().strictNullable(),
    /** Time of the first event that was not pushed to a browser. Is null for receivers without a push device. */
    unpushed_since: p.datetime().strictNullable(),
  },
})

/**
 * Notification preferences of a user. The row is created when the user first changes a preference. Until then,
 * the defaults of the columns apply.
 */
export const NotificationPreferencesEntity = defineEntity({
  name: 'NotificationPreferences',
  tableName: 'notification_preferences',
  properties: {
    id: auditedColumns.id,
    created_at: auditedColumns.created_at,
    updated_at: auditedColumns.updated_at,
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
