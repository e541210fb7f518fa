import type { EntityManager, EventSubscriber, TransactionEventArgs } from '@mikro-orm/postgresql'
import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Bus } from '../bus.ts'
import { ExternalServerError, type Job, type JobPorts } from '../context/job.ts'
import type { JobQueue } from '../context/ports.ts'
import { createPool } from '../db/pool.ts'
import type { enqueueInTransaction } from './boss.ts'
import { errorReason, storeJobFailure } from './failures.ts'

/** Bus channel for enqueued jobs. The message is the name of the job, and is published after the commit. */
export const jobsChannel = 'jobs'
/** Seconds between polls. Polls find retries, and jobs whose bus message was lost. */
const pollSeconds = 5
/**
 * Seconds between polls of workers that rarely need to poll, because another worker wakes them when it finds
 * jobs.
 */
const slowPollSeconds = 60
/** Maximum number of parallel jobs per queue and process. */
const parallelJobs = 10
/**
 * Maximum number of parallel jobs per group. Jobs of a group wait for one external server, which may be slow.
 */
const parallelJobsOfGroup = 2

interface Boss {
  boss: PgBoss
  enqueueInTransaction: typeof enqueueInTransaction
}

interface Parts {
  databaseUrl: string
  em: EntityManager
  bus: Bus
  log: Logger
}

/** Creates the job queue. pg-boss stores it in the database. */
export function createJobQueue(list: Job[], { databaseUrl, em, bus, log }: Parts): JobQueue {
  const pool = createPool(databaseUrl, { most: 2 })
  const started = Promise.withResolvers<Boss>()
  // Ignore the error of a failed start here, because `enqueue` waits for the same promise and reports the
  // error.
  started.promise.catch(() => {})
  let boss: PgBoss | null = null
  let stopped: Promise<void> | null = null
  let stopListening = () => {}
  const enqueued = wakeAfterCommit(em, bus)

  return {
    list,
    async enqueue(transaction, job, data, delay = 0) {
      const { enqueueInTransaction, boss } = await started.promise
      await enqueueInTransaction(boss, transaction, {
        ...{ name: job.name, data, group: job.groupOf?.(data), delay },
      })
      enqueued(transaction, job.name)
    },
    async start(ports) {
      try {
        // Import on demand, because the import takes a tenth of a second, which would delay the start.
        const { startBoss, enqueueInTransaction } = await import('./boss.ts')
        boss = await startBoss(pool, list, { works: ports !== null, log })
        started.resolve({ boss, enqueueInTransaction })
        if (ports !== null) stopListening = await work(boss, list, ports, bus)
      } catch (error) {
        started.reject(error)
        throw error
      }
    },
    stop() {
      stopListening()
      stopped ??= stop(boss, list).finally(() => pool.end())
      return stopped
    },
  }
}

async function stop(boss: PgBoss | null, list: Job[]): Promise<void> {
  if (boss === null) return
  await Promise.all(list.map(({ name }) => boss.offWork(name, { wait: true })))
  // Stop at once, because all jobs have ended at this point. A graceful stop would wait in steps of half a second.
  await boss.stop({ graceful: false })
}

/** Returns a function that publishes the name of an enqueued job on the bus after the commit. */
function wakeAfterCommit(em: EntityManager, bus: Bus): (transaction: EntityManager, name: string) => void {
  const enqueued = new WeakMap<object, Set<string>>()
  const subscriber: EventSubscriber = {
    afterTransactionCommit({ em: transaction, transaction: context }: TransactionEventArgs) {
      if (context?.savepointName !== undefined) return
      for (const name of enqueued.get(transaction) ?? []) bus.publish(jobsChannel, name)
    },
  }
  em.getEventManager().registerSubscriber(subscriber)
  return (transaction, name) => {
    enqueued.set(transaction, (enqueued.get(transaction) ?? new Set()).add(name))
  }
}

/** Starts the workers. Returns a function that unsubscribes from the bus; workers also poll. */
async function work(boss: PgBoss, list: Job[], ports: JobPorts, bus: Bus): Promise<() => void> {
  const workers = new Map<string, () => void>()
  for (const job of list) {
    workers.set(job.name, await (job.groupOf === undefined ? workInBatches : workApart)(boss, job, ports))
    if (job.cron !== undefined) await boss.schedule(job.name, job.cron)
  }
  return bus.subscribe(jobsChannel, (name) => workers.get(name)?.())
}

/** Starts a worker that takes several jobs at once. Returns a function that wakes the worker. */
async function workInBatches(boss: PgBoss, job: Job, ports: JobPorts): Promise<() => void> {
  const options = {
    ...workerOptions,
    batchSize: parallelJobs,
    burstWhenBatchFull: true,
    pollingIntervalSeconds: pollSeconds,
  }
  const worker = await boss.work(job.name, options, (batch: JobWithMetadata[]) =>
    runAll(boss, job, batch, ports),
  )
  return () => boss.notifyWorker(worker)
}

/**
 * Starts workers that take one job each, because a batch would wait for its slowest job. Only a few workers
 * poll often. When they find jobs, they wake the other workers.
 */
async function workApart(boss: PgBoss, job: Job, ports: JobPorts): Promise<() => void> {
  let workers: string[] = []
  const wake = () => {
    for (const worker of workers) boss.notifyWorker(worker)
  }
  const options = { ...workerOptions, batchSize: 1, localGroupConcurrency: parallelJobsOfGroup }
  const handle = async (batch: JobWithMetadata[]) => {
    wake()
    try {
      return await runAll(boss, job, batch, ports)
    } finally {
      wake()
    }
  }
  const ways = [
    { localConcurrency: parallelJobsOfGroup, pollingIntervalSeconds: pollSeconds },
    { localConcurrency: parallelJobs - parallelJobsOfGroup, pollingIntervalSeconds: slowPollSeconds },
  ]
  for (const way of ways) await boss.work(job.name, { ...options, ...way }, handle)
  workers = boss
    .getWipData()
    .filter(({ name }) => name === job.name)
    .map(({ id }) => id)
  return wake
}

const workerOptions = { includeMetadata: true, perJobResults: true } as const

/** Runs jobs. Finished and failed jobs are deleted immediately, because emails contain codes and links. */
async function runAll(
  boss: PgBoss,
  job: Job,
  batch: JobWithMetadata[],
  ports: JobPorts,
): Promise<JobResult[]> {
  const results = await Promise.all(batch.map((one) => run(job, one, ports)))
  const over = batch.filter(
    ({ retryCount, retryLimit }, at) => results[at]?.status === 'completed' || retryCount >= retryLimit,
  )
  if (over.length > 0)
    await boss.deleteJob(
      job.name,
      over.map(({ id }) => id),
    )
  return results
}

async function run(
  job: Job,
  { id, data, retryCount, retryLimit }: JobWithMetadata,
  ports: JobPorts,
): Promise<JobResult> {
  try {
    await job.run(data, ports, { before: retryCount, isLast: retryCount >= retryLimit })
    return { id, status: 'completed' }
  } catch (error) {
    const isLast = retryCount >= retryLimit
    const what = isLast ? 'a job was given up' : 'a job failed and is tried again'
    logJobFailure(ports.log, error, { job: job.name, id, attempt: retryCount + 1 }, what)
    const reason = errorReason(error)
    if (isLast) await noteGivenUp(ports, { id, name: job.name, data, attempts: retryCount + 1, reason })
    return { id, status: 'failed', output: { reason } }
  }
}

export function logJobFailure(log: Logger, error: unknown, about: object, what: string): void {
  if (error instanceof ExternalServerError) log.info({ ...about, reason: error.message }, what)
  else log.error({ err: error, ...about }, what)
}

/**
 * Stores a failed job, so that an admin can run it again. Scheduled jobs are not stored, because the schedule
 * runs them again.
 */
async function noteGivenUp(
  { orm, config, log }: JobPorts,
  failure: Parameters<typeof storeJobFailure>[2],
): Promise<void> {
  const storing = storeJobFailure(orm.em.fork() as EntityManager, config, failure)
  await storing.catch((err: unknown) =>
    log.error({ err, job: failure.name }, 'that a job was given up could not be kept'),
  )
}
