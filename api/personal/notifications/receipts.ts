import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { query } from '../../platform/db/orm.ts'
import { recordBulkChanges } from '../../platform/feed/batch.ts'
import type { Notification, NotificationReceipt } from './entity.ts'
import type { NotificationWrite } from './write.ts'

/** A notification with the state of one receiver. */
export type NotificationWithReceipt = Notification &
  Omit<NotificationReceipt, 'notification_id' | 'unmailed_since' | 'unpushed_since'>

/** Columns of the receipt that are part of the receiver's notification. */
export const notificationReceiptColumns = [
  'r.receiver',
  'r.sender',
  'r.read_at',
  'r.snoozed_till',
  'r.woke_at',
  'r.archived_at',
] as const

/** Inserts receipts for new notifications, and resets the receipts of updated notifications to unread. */
export async function insertAndResetReceipts(
  em: EntityManager,
  inserted: NotificationWrite[],
  updated: NotificationWrite[],
): Promise<void> {
  if (inserted.length > 0) {
    const groups = inserted.map(({ row: { id, workspace_id, receivers }, senders, since }) => ({
      ...{ id, workspace_id, receivers, since },
      sender: senders.values().next().value,
    }))
    await sql`
      insert into notification_receipts (
        notification_id, receiver, workspace_id, sender, unmailed_since, unpushed_since)
      select r.id, person, r.workspace_id, r.sender, r.since, case when ${hasDevice} then r.since end
      from jsonb_to_recordset(${JSON.stringify(groups)}::jsonb)
        as r(id uuid, workspace_id uuid, receivers uuid[], sender text, since timestamptz), unnest(r.receivers) as person`.execute(
      query(em),
    )
  }
  if (updated.length === 0) return
  const groups = updated.map(({ row: { id }, since }) => ({ id, since }))
  await sql`
    update notification_receipts r set read_at = null, snoozed_till = null, woke_at = null, archived_at = null,
      unmailed_since = coalesce(r.unmailed_since, g.since),
      unpushed_since = coalesce(r.unpushed_since, case when ${hasDeviceOf} then g.since end)
    from jsonb_to_recordset(${JSON.stringify(groups)}::jsonb) as g(id uuid, since timestamptz)
    where r.notification_id = g.id and (r.unmailed_since is null or (r.unpushed_since is null and ${hasDeviceOf}) or r.read_at is not null or r.snoozed_till is not null
      or r.woke_at is not null or r.archived_at is not null)`.execute(query(em))
}

/** SQL condition for receivers with a push device. Only these receivers get a pending push message. */
const hasDevice = sql`person in (select user_id from push_devices)`
const hasDeviceOf = sql`r.receiver in (select user_id from push_devices)`

/**
 * Updates the reason why each receiver gets a notification, such as an assignment or a mention. Records one
 * change for each receiver whose reason changed.
 */
export async function updateReceiptReasons(em: EntityManager, updated: NotificationWrite[]): Promise<void> {
  const reasons = updated.flatMap(({ row: { id }, senders }) =>
    [...Map.groupBy(senders, ([, sender]) => sender)].map(([sender, people]) => ({
      ...{ id, sender },
      receivers: people.map(([person]) => person),
    })),
  )
  if (reasons.length === 0) return
  const { rows } = await sql<{ id: string; receiver: string; sender: string; was: string }>`
    update notification_receipts r set sender = g.sender
    from jsonb_to_recordset(${JSON.stringify(reasons)}::jsonb) as g(id uuid, sender text, receivers uuid[])
    where r.notification_id = g.id and r.receiver = any(g.receivers) and r.sender <> g.sender
    returning r.notification_id as id, r.receiver, r.sender, old.sender as was`.execute(query(em))
  const byId = new Map(updated.map(({ row }) => [row.id, row]))
  recordBulkChanges(
    em,
    'notifications',
    rows.flatMap(({ id, receiver, sender, was }) => {
      const row = byId.get(id)
      if (row === undefined) return []
      const own = { ...row, receivers: [receiver] }
      return { before: { ...own, sender: was }, after: { ...own, sender }, of: receiver }
    }),
  )
}

/**
 * Records a changed notification once for each receiver, together with the receiver's state. A client that
 * gains access to the row later then gets the complete row.
 */
export async function recordChangeForEachReceiver(
  em: EntityManager,
  rows: { before: Notification; after: Notification }[],
): Promise<void> {
  if (rows.length === 0) return
  const receipts = await query(em)
    .selectFrom('notification_receipts as r')
    .select(['r.notification_id', ...notificationReceiptColumns])
    .where(sql<boolean>`r.notification_id = any(${rows.map(({ after }) => after.id)}::uuid[])`)
    .execute()
  const byId = new Map(rows.map((row) => [row.after.id, row]))
  recordBulkChanges(
    em,
    'notifications',
    receipts.flatMap(({ notification_id, ...receipt }) => {
      const row = byId.get(notification_id)
      if (row === undefined) return []
      const own = { ...receipt, receivers: [receipt.receiver] }
      return { before: { ...row.before, ...own }, after: { ...row.after, ...own }, of: receipt.receiver }
    }),
  )
}

/** Records changes of receipts, each visible only to its receiver. */
export function recordReceiptChanges(
  em: EntityManager,
  rows: { before: NotificationWithReceipt; after: NotificationWithReceipt }[],
): void {
  recordBulkChanges(
    em,
    'notifications',
    rows.map(({ before, after }) => {
      const own = { receivers: [after.receiver] }
      return { before: { ...before, ...own }, after: { ...after, ...own }, of: after.receiver }
    }),
  )
}
