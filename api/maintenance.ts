import { sql } from 'kysely'
import type { Logger } from 'pino'
import { type Orm, query } from './db/orm.ts'
import { purgeChanges } from './feed/purge.ts'

const hour = 3_600_000
/** A client that was away for longer than this loads everything anew, which is cheaper than a fortnight of changes. */
const daysOfChanges = 14
/** What a reader of the feed has not dealt with is kept for it, but not for ever: a reader that stands still must not fill the disk. */
const daysOfUnreadChanges = 60
/** A client that was away for longer and does not know whether its last write arrived may do it a second time. */
const daysOfAnswers = 7
/** Of all processes on one database only the holder of this lock tidies. */
const tidyLock = 7_310_227

/** Once an hour: forgets what is over. Answers how to stop. */
export function startMaintenance(orm: Orm, log: Logger): () => void {
  const tidy = () => tidyUp(orm).catch((error: unknown) => log.error({ err: error }, 'tidying up failed'))
  const timer = setInterval(tidy, hour)
  return () => clearInterval(timer)
}

/** Deletes ended sessions, spent secrets, old changes and answers. A second process that comes at the same time leaves it to the first. */
export async function tidyUp(orm: Orm): Promise<void> {
  await orm.em.fork().transactional(async (em) => {
    const db = query(em)
    const { rows } = await sql<{
      locked: boolean
    }>`select pg_try_advisory_xact_lock(${tidyLock}) as locked`.execute(db)
    if (!rows[0]?.locked) return
    const now = new Date()
    await db.deleteFrom('sessions').where('expires_at', '<', now).execute()
    await db.deleteFrom('mailed_secrets').where('expires_at', '<', now).execute()
    await purgeChanges(em, daysBefore(now, daysOfChanges), daysBefore(now, daysOfUnreadChanges))
    await db.deleteFrom('answered_writes').where('created_at', '<', daysBefore(now, daysOfAnswers)).execute()
  })
}

function daysBefore(moment: Date, days: number): Date {
  return new Date(moment.getTime() - days * 24 * hour)
}
