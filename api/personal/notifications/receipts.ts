import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { query } from '../../platform/db/orm.ts'
import { recordBatch } from '../../platform/feed/batch.ts'
import type { Notification, NotificationReceipt } from './entity.ts'
import type { NotificationWrite } from './write.ts'

/** A notification as one of its receivers has it. */
export type Received = Notification &
  Omit<NotificationReceipt, 'notification_id' | 'unmailed_since' | 'unpushed_since'>

/** What of a receipt stands in a notification as its receiver has it. */
export const receiptColumns = [
  'r.receiver',
  'r.sender',
  'r.read_at',
  'r.snoozed_till',
  'r.woke_at',
  'r.archived_at',
] as const

/** Gives each receiver of new ones a receipt, and puts those of what goes on back to how they began. */
export async function tellReceivers(
  em: EntityManager,
  fresh: NotificationWrite[],
  going: NotificationWrite[],
): Promise<void> {
  if (fresh.length > 0) {
    const groups = fresh.map(({ row: { id, workspace_id, receivers }, senders, since }) => ({
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
  if (going.length === 0) return
  const groups = going.map(({ row: { id }, since }) => ({ id, since }))
  await sql`
    update notification_receipts r set read_at = null, snoozed_till = null, woke_at = null, archived_at = null,
      unmailed_since = coalesce(r.unmailed_since, g.since),
      unpushed_since = coalesce(r.unpushed_since, case when ${hasDeviceOf} then g.since end)
    from jsonb_to_recordset(${JSON.stringify(groups)}::jsonb) as g(id uuid, since timestamptz)
    where r.notification_id = g.id and (r.unmailed_since is null or (r.unpushed_since is null and ${hasDeviceOf}) or r.read_at is not null or r.snoozed_till is not null
      or r.woke_at is not null or r.archived_at is not null)`.execute(query(em))
}

/** Few have browsers that are told; for all others there is nothing to remember. */
const hasDevice = sql`person in (select user_id from push_devices)`
const hasDeviceOf = sql`r.receiver in (select user_id from push_devices)`

/** Whoever is told for another reason by now hears that by a change of their own. */
export async function tellReasons(em: EntityManager, going: NotificationWrite[]): Promise<void> {
  const reasons = going.flatMap(({ row: { id }, senders }) =>
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
  const byId = new Map(going.map(({ row }) => [row.id, row]))
  recordBatch(
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

/** For all of their receivers, each with what they have done with it: who comes to see one by this hears the whole of it. */
export async function recordForEach(
  em: EntityManager,
  rows: { before: Notification; after: Notification }[],
): Promise<void> {
  if (rows.length === 0) return
  const receipts = await query(em)
    .selectFrom('notification_receipts as r')
    .select(['r.notification_id', ...receiptColumns])
    .where(sql<boolean>`r.notification_id = any(${rows.map(({ after }) => after.id)}::uuid[])`)
    .execute()
  const byId = new Map(rows.map((row) => [row.after.id, row]))
  recordBatch(
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

/** What receivers have done with theirs, each of which they alone hear of. */
export function recordReceipts(em: EntityManager, rows: { before: Received; after: Received }[]): void {
  recordBatch(
    em,
    'notifications',
    rows.map(({ before, after }) => {
      const own = { receivers: [after.receiver] }
      return { before: { ...before, ...own }, after: { ...after, ...own }, of: after.receiver }
    }),
  )
}
