import { sql } from 'kysely'
import type { notificationCalls } from '#common/personal/notifications/calls.ts'
import type { NotificationReason } from '#common/personal/notifications/rules.ts'
import type { NotificationResponse } from '#common/personal/notifications/schema.ts'
import type { BodyOf, ResponseOf } from '#common/platform/call.ts'
import { notFound } from '#common/platform/errors.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import {
  filterNotificationSenders,
  getNotification,
  isNotSnoozedSql,
  selectOwnNotifications,
} from './queries.ts'
import { type NotificationWithReceipt, notificationReceiptColumns, recordReceiptChanges } from './receipts.ts'

type Calls = typeof notificationCalls

export function markNotificationRead(ctx: WorkspaceContext, id: string): Promise<NotificationResponse> {
  return change(ctx, id, ({ read_at }) => ({ read_at: read_at ?? new Date() }))
}

export function markNotificationUnread(ctx: WorkspaceContext, id: string): Promise<NotificationResponse> {
  return change(ctx, id, () => ({ read_at: null }))
}

/**
 * Archives a notification. Archiving also ends a snooze, because the notification would otherwise return to
 * the list.
 */
export function archiveNotification(ctx: WorkspaceContext, id: string): Promise<NotificationResponse> {
  return change(ctx, id, ({ archived_at }) => ({
    archived_at: archived_at ?? new Date(),
    snoozed_till: null,
  }))
}

export function unarchiveNotification(ctx: WorkspaceContext, id: string): Promise<NotificationResponse> {
  return change(ctx, id, () => ({ archived_at: null }))
}

export function updateNotification(
  ctx: WorkspaceContext,
  id: string,
  { snoozed_till }: BodyOf<Calls['updateNotification']>,
): Promise<NotificationResponse> {
  return change(ctx, id, () =>
    snoozed_till === undefined
      ? {}
      : {
          snoozed_till: snoozed_till === null ? null : new Date(snoozed_till),
          ...(snoozed_till !== null && { woke_at: null, archived_at: null }),
        },
  )
}

/** Deletes the notification for the caller. Later events create a new notification. */
export async function deleteNotification(ctx: WorkspaceContext, id: string): Promise<undefined> {
  const { em, user } = ctx
  const row = await load(ctx, id, 'update')
  await sql`delete from notification_receipts where notification_id = ${id} and receiver = ${user.id}`.execute(
    query(em),
  )
  const left = sql`array_remove(receivers, ${user.id}::uuid)`
  await sql`update notifications set receivers = ${left} where id = ${id}`.execute(query(em))
  await sql`delete from notifications where id = ${id} and receivers = '{}'`.execute(query(em))
  recordReceiptChanges(em, [{ before: row, after: { ...row, deleted_at: new Date() } }])
}

type Patch = Partial<Pick<NotificationWithReceipt, 'read_at' | 'archived_at' | 'snoozed_till' | 'woke_at'>>

async function change(
  ctx: WorkspaceContext,
  id: string,
  patch: (row: NotificationWithReceipt) => Patch,
): Promise<NotificationResponse> {
  await setReceipts(ctx, [await load(ctx, id, 'share')], patch)
  return getNotification(ctx, id)
}

/**
 * Loads and locks a notification of the caller, because new events, other tabs and the unsnooze job may change it.
 * The notification is locked before the caller's receipt (the row with the read state), in the same order as in
 * `writeNotifications`, to avoid deadlocks.
 */
async function load(
  ctx: WorkspaceContext,
  id: string,
  lock: 'share' | 'update',
): Promise<NotificationWithReceipt> {
  const own = selectOwnNotifications(ctx)
    .selectAll('n')
    .select(notificationReceiptColumns)
    .where('n.id', '=', id)
  const row = await (lock === 'share'
    ? own.forShare('n').forUpdate('r')
    : own.forUpdate('n')
  ).executeTakeFirst()
  if (row === undefined) throw notFound('Notification not found')
  return row
}

/**
 * Marks unread notifications as read. If the body requests it, marks the snoozed or archived notifications
 * instead.
 */
export async function markAllNotificationsRead(
  ctx: WorkspaceContext,
  body: BodyOf<Calls['markAllRead']>,
): Promise<ResponseOf<Calls['markAllRead']>> {
  const { type = 'all', mentioned, snoozed = false, archived = false, entity_identifier, read_at } = body
  const senders = type === 'all' ? null : filterNotificationSenders(ctx, [typeNames[type]])
  const rows = await selectOwnNotifications(ctx)
    .selectAll('n')
    .select(notificationReceiptColumns)
    .where('r.read_at', 'is', null)
    .where('r.archived_at', archived ? 'is not' : 'is', null)
    .where(snoozed ? sql<boolean>`r.snoozed_till > now()` : isNotSnoozedSql)
    .$if(mentioned !== undefined, (all) => all.where('n.is_mentioned_notification', '=', mentioned === true))
    .$if(senders !== null, (all) => all.where(sql<boolean>`r.sender = any(${senders}::text[])`))
    .$if(entity_identifier !== undefined, (all) =>
      all.where('n.entity_identifier', '=', entity_identifier ?? ''),
    )
    .orderBy('n.id')
    .forShare('n')
    .forUpdate('r')
    .execute()
  const at = read_at === undefined ? new Date() : new Date(read_at)
  await setReceipts(ctx, rows, () => ({ read_at: at }))
  return { message: 'Successful' }
}

const typeNames: Record<'watching' | NotificationReason, NotificationReason> = {
  watching: 'subscribed',
  assigned: 'assigned',
  created: 'created',
  subscribed: 'subscribed',
}

export async function markAllNotificationsUnread(
  ctx: WorkspaceContext,
  { read_at }: BodyOf<Calls['markAllUnread']>,
): Promise<ResponseOf<Calls['markAllUnread']>> {
  const rows = await selectOwnNotifications(ctx)
    .selectAll('n')
    .select(notificationReceiptColumns)
    .where('r.read_at', '=', new Date(read_at))
    .orderBy('n.id')
    .forShare('n')
    .forUpdate('r')
    .execute()
  await setReceipts(ctx, rows, () => ({ read_at: null }))
  return { message: 'Successful' }
}

/**
 * Changes the state of notifications for the caller. A notification that was read, snoozed or archived is not
 * emailed any more.
 */
async function setReceipts(
  { em, user }: WorkspaceContext,
  rows: NotificationWithReceipt[],
  patch: (row: NotificationWithReceipt) => Patch,
): Promise<void> {
  if (rows.length === 0) return
  const changed = rows.map((before) => ({ before, after: { ...before, ...patch(before) } }))
  const sent = changed.map(({ after: { id, read_at, archived_at, snoozed_till, woke_at } }) => ({
    ...{ id, read_at, archived_at, snoozed_till, woke_at },
  }))
  await sql`
    update notification_receipts r set read_at = s.read_at, archived_at = s.archived_at, snoozed_till = s.snoozed_till,
      woke_at = s.woke_at,
      unmailed_since = case when coalesce(s.read_at, s.archived_at, s.snoozed_till) is null then r.unmailed_since end,
      unpushed_since = case when coalesce(s.read_at, s.archived_at, s.snoozed_till) is null then r.unpushed_since end
    from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb)
      as s(id uuid, read_at timestamptz, archived_at timestamptz, snoozed_till timestamptz, woke_at timestamptz)
    where r.notification_id = s.id and r.receiver = ${user.id}::uuid`.execute(query(em))
  recordReceiptChanges(em, changed)
}
