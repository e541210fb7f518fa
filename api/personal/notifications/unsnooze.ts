import { sql } from 'kysely'
import type { Job } from '../../platform/context/job.ts'
import { type Orm, query } from '../../platform/db/orm.ts'
import { runInChangeBatch } from '../../platform/feed/run-in-change-batch.ts'
import { type NotificationWithReceipt, notificationReceiptColumns, recordReceiptChanges } from './receipts.ts'

/**
 * Runs every minute. Queries return a notification again as soon as its snooze has expired, even before this job
 * runs. Clients that have already loaded the list need the change event that this job records.
 */
export const unsnoozeNotificationsJob: Job = {
  name: 'wake-notifications',
  cron: '* * * * *',
  retries: 0,
  retryAfter: [1, 1],
  endsWithin: 50,
  run: (_, { orm }) => endDueSnoozes(orm),
}

const systemActor = { actor_id: null, mutation_id: null }
/** Number of notifications that one transaction updates. */
const batchSize = 500

/** Ends snoozes that have expired. The notifications become unread and move to the top of the list. */
export async function endDueSnoozes(orm: Orm): Promise<void> {
  for (;;) {
    const woken = await runInChangeBatch(orm.em, systemActor, async (em) => {
      const { rows } = await sql<NotificationWithReceipt & { till: Date; was_read: Date | null }>`
        with due as (
          select r.notification_id, r.receiver from notification_receipts r join notifications n on n.id = r.notification_id
          where r.snoozed_till <= now() order by n.id limit ${batchSize} for share of n skip locked for update of r skip locked),
        woken as (
          update notification_receipts r set snoozed_till = null, woke_at = now(), read_at = null from due
          where r.notification_id = due.notification_id and r.receiver = due.receiver
          returning r.*, old.snoozed_till as till, old.read_at as was_read)
        select n.*, ${sql.join(notificationReceiptColumns.map((name) => sql.ref(name)))}, r.till, r.was_read
        from woken r join notifications n on n.id = r.notification_id`.execute(query(em))
      recordReceiptChanges(
        em,
        rows.map(({ till, was_read, ...after }) => ({
          before: { ...after, snoozed_till: till, read_at: was_read, woke_at: null },
          after,
        })),
      )
      return rows.length
    })
    if (woken < batchSize) return
  }
}
