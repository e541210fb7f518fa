import type { EntityManager, EventSubscriber, TransactionEventArgs } from '@mikro-orm/postgresql'
import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Bus } from '../bus.ts'
import { ExpectedFailure, type Job, type JobPorts } from '../context/job.ts'
import type { Jobs } from '../context/ports.ts'
import { createPool } from '../db/pool.ts'
import type { enqueueWithin } from './boss.ts'
import { keepFailure, reasonOf } from './failures.ts'

/** On the bus after a commit: the name of a job that waits to be done. */
export const jobsChannel = 'jobs'
/** Seconds after which a job is found whose message was lost, or that is tried again. */
const looksEvery = 5
/** The same of workers that another one wakes. */
const looksSeldom = 60
/** Jobs of a kind that a process does at once. */
const atOnce = 10
/** And of these, for one who may be slow. */
const atOnceOfGroup = 2

interface Boss {
  boss: PgBoss
  enqueueWithin: typeof enqueueWithin
}

interface Parts {
  databaseUrl: string
  em: EntityManager
  bus: Bus
  log: Logger
}

/** Jobs in the database, by pg-boss. */
export function createJobs(list: Job[], { databaseUrl, em, bus, log }: Parts): Jobs {
  const pool = createPool(databaseUrl, { most: 2 })
  const started = Promise.withResolvers<Boss>()
  // Who enqueues hears of it; nobody else need.
  started.promise.catch(() => {})
  let boss: PgBoss | null = null
  let stopped: Promise<void> | null = null
  let stopListening = () => {}
  const enqueued = wakeAfterCommit(em, bus)

  return {
    list,
    async enqueue(transaction, job, data) {
      const { enqueueWithin, boss } = await started.promise
      await enqueueWithin(boss, transaction, { name: job.name, data, group: job.groupOf?.(data) })
      enqueued(transaction, job.name)
    },
    async start(ports) {
      try {
        // Loading it takes a tenth of a second, for which a server that starts need not wait.
        const { startBoss, enqueueWithin } = await import('./boss.ts')
        boss = await startBoss(pool, list, { works: ports !== null, log })
        started.resolve({ boss, enqueueWithin })
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
  // Nothing is under way any more, so there is nothing to wait for, which it does in steps of half a second.
  await boss.stop({ graceful: false })
}

/** Answers what is to be told of each job that is enqueued in a transaction. */
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

/** Answers how to stop listening for jobs; whoever works looks by themselves, too. */
async function work(boss: PgBoss, list: Job[], ports: JobPorts, bus: Bus): Promise<() => void> {
  const workers = new Map<string, () => void>()
  for (const job of list) {
    workers.set(job.name, await (job.groupOf === undefined ? workInBatches : workApart)(boss, job, ports))
    if (job.cron !== undefined) await boss.schedule(job.name, job.cron)
  }
  return bus.subscribe(jobsChannel, (name) => workers.get(name)?.())
}

/** Answers how to wake who does them. */
async function workInBatches(boss: PgBoss, job: Job, ports: JobPorts): Promise<() => void> {
  const options = { ...told, batchSize: atOnce, burstWhenBatchFull: true, pollingIntervalSeconds: looksEvery }
  const worker = await boss.work(job.name, options, (batch: JobWithMetadata[]) =>
    runAll(boss, job, batch, ports),
  )
  return () => boss.notifyWorker(worker)
}

/** A batch is over when its slowest is, so each is one of its own. Few workers look often; they wake the others when there is something. */
async function workApart(boss: PgBoss, job: Job, ports: JobPorts): Promise<() => void> {
  let workers: string[] = []
  const wake = () => {
    for (const worker of workers) boss.notifyWorker(worker)
  }
  const options = { ...told, batchSize: 1, localGroupConcurrency: atOnceOfGroup }
  const handle = async (batch: JobWithMetadata[]) => {
    wake()
    try {
      return await runAll(boss, job, batch, ports)
    } finally {
      wake()
    }
  }
  const ways = [
    { localConcurrency: atOnceOfGroup, pollingIntervalSeconds: looksEvery },
    { localConcurrency: atOnce - atOnceOfGroup, pollingIntervalSeconds: looksSeldom },
  ]
  for (const way of ways) await boss.work(job.name, { ...options, ...way }, handle)
  workers = boss
    .getWipData()
    .filter(({ name }) => name === job.name)
    .map(({ id }) => id)
  return wake
}

const told = { includeMetadata: true, perJobResults: true } as const

/** What is done, or given up, is deleted at once: a mail carries codes and links. */
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
    logFailure(ports.log, error, { job: job.name, id, attempt: retryCount + 1 }, what)
    const reason = reasonOf(error)
    if (isLast) await noteGivenUp(ports, { id, name: job.name, data, attempts: retryCount + 1, reason })
    return { id, status: 'failed', output: { reason } }
  }
}

export function logFailure(log: Logger, error: unknown, about: object, what: string): void {
  if (error instanceof ExpectedFailure) log.info({ ...about, reason: error.message }, what)
  else log.error({ err: error, ...about }, what)
}

/** So that somebody sees it and has it done again. What the clock begins comes again by itself. */
async function noteGivenUp(
  { orm, config, log }: JobPorts,
  failure: Parameters<typeof keepFailure>[2],
): Promise<void> {
  const kept = keepFailure(orm.em.fork() as EntityManager, config, failure)
  await kept.catch((err: unknown) =>
    log.error({ err, job: failure.name }, 'that a job was given up could not be kept'),
  )
}
