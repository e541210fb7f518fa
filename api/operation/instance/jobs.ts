import { sql } from 'kysely'
import type { InstanceJobQueue, InstanceJobs, JobFailure } from '#common/operation/instance/schema.ts'
import { AppError, notFound } from '#common/platform/errors.ts'
import type { UserContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { addAuditEntry } from '../../platform/feed/audit-entry.ts'
import { deleteAndReturnJobFailure } from '../../platform/jobs/failures.ts'
import { jobsChannel } from '../../platform/jobs/jobs.ts'

const shownFailures = 100

/** Returns jobs that wait, run or are retried. Finished and discarded jobs are deleted immediately. */
export async function listInstanceJobs(ctx: UserContext): Promise<InstanceJobs> {
  const [queues, givenUp, retrying] = [await queuesOf(ctx), await givenUpOf(ctx), await retryingOf(ctx)]
  return { queues, failures: [...retrying, ...givenUp] }
}

interface Counted extends Omit<InstanceJobQueue, 'cron'> {
  name: string
}

async function queuesOf({ em, jobs }: UserContext): Promise<InstanceJobQueue[]> {
  const { rows } = await sql<Counted>`
    select q.name,
      (select count(*)::int from job_failures f where f.name = q.name) as failed,
      count(j.id) filter (where j.state in ('created', 'retry'))::int as waiting,
      count(j.id) filter (where j.state = 'active')::int as running,
      count(j.id) filter (where j.state = 'retry')::int as retrying
    from unnest(${jobs.list.map(({ name }) => name)}::text[]) as q (name)
    left join pgboss.job j on j.name = q.name
    group by q.name order by q.name`.execute(query(em))
  const crons = new Map(jobs.list.map(({ name, cron }) => [name, cron]))
  return rows.map((row) => ({ ...row, cron: crons.get(row.name) ?? null }))
}

async function givenUpOf({ em }: UserContext): Promise<JobFailure[]> {
  const rows = await query(em)
    .selectFrom('job_failures')
    .select(['id', 'name', 'attempts', 'reason', 'failed_at'])
    .orderBy('failed_at', 'desc')
    .orderBy('id')
    .limit(shownFailures)
    .execute()
  return rows.map((row) => ({
    ...row,
    state: 'given_up',
    failed_at: row.failed_at.toISOString(),
    next_at: null,
  }))
}

interface Retrying {
  id: string
  name: string
  attempts: number
  reason: string | null
  failed_at: Date
  next_at: Date
}

async function retryingOf({ em, jobs }: UserContext): Promise<JobFailure[]> {
  const { rows } = await sql<Retrying>`
    select id, name, retry_count as attempts, left(output->>'reason', 500) as reason,
      coalesce(completed_on, started_on, created_on) as failed_at, start_after as next_at
    from pgboss.job where state = 'retry' and name = any(${jobs.list.map(({ name }) => name)}::text[])
    order by start_after, id limit ${shownFailures}`.execute(query(em))
  return rows.map((row) => ({
    ...row,
    attempts: Math.max(1, row.attempts),
    state: 'retrying',
    failed_at: row.failed_at.toISOString(),
    next_at: row.next_at.toISOString(),
  }))
}

/** Starts a job immediately. The job has either failed for the last time or waits for its next attempt. */
export async function retryFailedJob(ctx: UserContext, id: string): Promise<undefined> {
  const { em, config, jobs } = ctx
  const failure = await deleteAndReturnJobFailure(em, config, id)
  const name = failure === null ? await skipRetryDelay(ctx, id) : failure.name
  if (failure !== null) {
    const job = jobs.list.find((one) => one.name === failure.name)
    if (job === undefined) throw new AppError('invalid', 'This version no longer has this job.')
    await jobs.enqueue(em, job, failure.data())
  }
  addAuditEntry(em, { action: 'instance.job_repeated', target: { kind: 'job', name } })
}

async function skipRetryDelay({ em, bus, afterCommit }: UserContext, id: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    update pgboss.job set start_after = now() where id = ${id} and state = 'retry' returning name`.execute(
    query(em),
  )
  const [startedJob] = rows
  if (startedJob === undefined) throw notFound()
  afterCommit(() => bus.publish(jobsChannel, startedJob.name))
  return startedJob.name
}
