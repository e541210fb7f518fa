import type { EntityManager } from '@mikro-orm/postgresql'
import type pg from 'pg'
import { fromKysely, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Job } from '../context/job.ts'
import { createPool } from '../db/pool.ts'

/** Connects, and makes what is missing of tables and queues; processes that start together take turns at an advisory lock. */
export async function startBoss(
  pool: pg.Pool,
  list: Job[],
  { works, log }: { works: boolean; log: Pick<Logger, 'error'> },
): Promise<PgBoss> {
  const db = { executeSql: (text: string, values?: unknown[]) => execute(pool, text, values) }
  const boss = new PgBoss({ db, ...timing, supervise: works, schedule: works })
  boss.on('error', (err) => log.error({ err }, 'the jobs in the database cannot be reached'))
  try {
    await boss.start()
    await makeQueues(boss, list)
    return boss
  } catch (error) {
    // What it has begun to look for by itself would keep the process from ending.
    await boss.stop({ graceful: false }).catch(() => {})
    throw error
  }
}

/** What starting a server does, for a database that is only brought up to date. */
export async function installJobs(
  databaseUrl: string,
  list: Job[],
  log: Pick<Logger, 'error'>,
): Promise<void> {
  const pool = createPool(databaseUrl, { most: 1 })
  try {
    const boss = await startBoss(pool, list, { works: false, log })
    await boss.stop({ graceful: false })
  } finally {
    await pool.end()
  }
}

/** In the transaction of `em`, whatever becomes of it. */
export async function enqueueWithin(
  boss: PgBoss,
  em: EntityManager,
  { name, data, group }: { name: string; data: object; group: string | undefined },
): Promise<void> {
  const among = group === undefined ? {} : { group: { id: group } }
  await boss.send(name, data, { ...among, db: fromKysely(em.getKysely()) })
}

/** What pg-boss looks for by itself, and we have little of, as seldom as it may. */
const timing = {
  cronMonitorIntervalSeconds: 45,
  cronWorkerIntervalSeconds: 45,
  flowIntervalSeconds: 3600,
  maintenanceIntervalSeconds: 3600,
  queueCacheIntervalSeconds: 3600,
  monitorVacuum: false,
} as const

/**
 * Some of its statements are transactions in one text: after an error the connection may be left inside of one, so it is not used again. That
 * is why they do not share the connections of requests.
 */
async function execute(pool: pg.Pool, text: string, values?: unknown[]): Promise<pg.QueryResult> {
  const client = await pool.connect()
  try {
    const result = await client.query(text, values)
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** Seconds after which a job is taken up by another process when the one that is at it has said nothing: it was killed. */
const heartbeatSeconds = 60

async function makeQueues(boss: PgBoss, list: Job[]): Promise<void> {
  const known = new Set((await boss.getQueues()).map(({ name }) => name))
  for (const { name, retries, retryAfter, endsWithin } of list) {
    const [retryDelay, retryDelayMax] = retryAfter
    // Whoever does a job deletes it; this is for one whose last process died while at it.
    const deleteAfterSeconds = 60
    const options = {
      deleteAfterSeconds,
      retryLimit: retries,
      retryBackoff: true,
      retryDelay,
      retryDelayMax,
      expireInSeconds: endsWithin,
      heartbeatSeconds,
    }
    if (known.has(name)) await boss.updateQueue(name, options)
    else await boss.createQueue(name, options)
  }
}
