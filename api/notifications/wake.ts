import { sql } from 'kysely'
import { type Orm, query } from '../db/orm.ts'
import { recordBatch } from '../feed/batch.ts'
import { writing } from '../feed/writing.ts'
import type { Job } from '../jobs/job.ts'

/** Every minute: lists know by themselves what has come back, but open screens have to be told. */
export const wakeNotifications: Job = {
  name: 'wake-notifications',
  cron: '* * * * *',
  retries: 0,
  retryAfter: [1, 1],
  endsWithin: 50,
  run: (_, { orm }) => wakeAllNotifications(orm),
}

const nobody = { actor_id: null, mutation_id: null }
/** Those that come back in one transaction. */
const atOnce = 500

/** What was put off comes back once its time has come: at the top of the list, to be read again. */
export async function wakeAllNotifications(orm: Orm): Promise<void> {
  for (;;) {
    const woken = await writing(orm.em, nobody, async (em) => {
      const { rows } = await sql<Record<string, unknown> & { till: Date; was_read: Date | null }>`
        update notifications n set snoozed_till = null, woke_at = now(), read_at = null, updated_at = now()
        where id in (
          select id from notifications where snoozed_till <= now() order by id limit ${atOnce} for update skip locked)
        returning n.*, old.snoozed_till as till, old.read_at as was_read`.execute(query(em))
      recordBatch(
        em,
        'notifications',
        rows.map(({ till, was_read, ...after }) => ({
          before: { ...after, snoozed_till: till, read_at: was_read, woke_at: null },
          after,
        })),
      )
      return rows.length
    })
    if (woken < atOnce) return
  }
}
