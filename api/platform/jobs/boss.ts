import type { EntityManager } from '@mikro-orm/postgresql'
import type pg from 'pg'
import { fromKysely, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Job } from '../context/job.ts'
import { createPool } from '../db/pool.ts'

/**
 * Starts pg-boss on the connection pool, and creates its missing tables and queues. Processes that start
 * together wait for each other at an advisory lock.
 */
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
    // Stop pg-boss, because its timers would keep the process alive.
    await boss.stop({ graceful: false }).catch(() => {})
    throw error
  }
}

/** Creates the tables of the jobs without starting the server, for migrations. */
export async function createJobTables(
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

/** Schedules a job in the transaction of `em`, so that a rollback discards the job. */
export async function enqueueInTransaction(
  boss: PgBoss,
  em: EntityManager,
  { name, data, group, delay }: { name: string; data: object; group: string | undefined; delay: number },
): Promise<void> {
  const among = group === undefined ? {} : { group: { id: group } }
  const later = delay === 0 ? {} : { startAfter: delay }
  await boss.send(name, data, { ...among, ...later, db: fromKysely(em.getKysely()) })
}

/**
 * Intervals of the maintenance of pg-boss. Tandem hardly needs this maintenance, so it runs as rarely as
 * possible.
 */
const timing = {
  cronMonitorIntervalSeconds: 45,
  cronWorkerIntervalSeconds: 45,
  flowIntervalSeconds: 3600,
  maintenanceIntervalSeconds: 3600,
  queueCacheIntervalSeconds: 3600,
  monitorVacuum: false,
} as const

/**
 * Executes statements of pg-boss, some of which contain whole transactions. After an error, the connection
 * may still be in a transaction, so it is not reused. For the same reason, jobs have their own connection
 * pool.
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

/** Seconds without a heartbeat of a process after which another process takes over its jobs. */
const heartbeatSeconds = 60

async function makeQueues(boss: PgBoss, list: Job[]): Promise<void> {
  const known = new Set((await boss.getQueues()).map(({ name }) => name))
  for (const { name, retries, retryAfter, endsWithin } of list) {
    const [retryDelay, retryDelayMax] = retryAfter
    // Seconds after which pg-boss deletes a job that ended. Finished jobs are deleted immediately; this is
    // for jobs whose process died during the last attempt.
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
