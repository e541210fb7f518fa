import { sql } from 'kysely'
import type { Job } from '../../platform/context/job.ts'
import { type Orm, query } from '../../platform/db/orm.ts'

const itemsPerRun = 1000
/**
 * Milliseconds after which a run ends. The next run continues with the remaining items. This limit is below
 * `endsWithin`, after which the job queue would abort the run.
 */
const longestRunMs = 40_000

/** Runs every minute. Charts are correct without this job, but they read all changed items until it has run. */
export const refreshFactsJob: Job = {
  name: 'refresh-chart-numbers',
  cron: '* * * * *',
  retries: 0,
  retryAfter: [1, 1],
  endsWithin: 50,
  run: (_, { orm }) => refreshFacts(orm),
}

/** Updates the stored counts that charts read with the changes of work items, in short transactions. */
export async function refreshFacts(orm: Orm): Promise<void> {
  const end = Date.now() + longestRunMs
  let marks = itemsPerRun
  while (marks === itemsPerRun && Date.now() < end) {
    const { rows } = await sql<{
      marks: number
    }>`select refresh_work_item_facts(${itemsPerRun}) as marks`.execute(query(orm.em.fork()))
    marks = rows[0]?.marks ?? 0
  }
}
