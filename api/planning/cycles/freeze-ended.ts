import type { Job } from '../../platform/context/job.ts'
import type { Orm } from '../../platform/db/orm.ts'
import { runInChangeBatch } from '../../platform/feed/run-in-change-batch.ts'
import { runSequentially } from '../../platform/jobs/run-sequentially.ts'
import { findCyclesToFreeze, freezeCycleStats } from './freeze.ts'

/**
 * Stores the final statistics of ended cycles ("freezes" them). The job runs every 15 minutes, because a day can end
 * at any quarter of an hour, depending on the time zone. If an item of an ended cycle changes before the job runs,
 * the statistics are stored before the change.
 */
export const freezeEndedCyclesJob: Job = {
  name: 'freeze-cycles',
  cron: '*/15 * * * *',
  retries: 0,
  retryAfter: [1, 1],
  endsWithin: 600,
  run: (_, { orm }) => freezeAllEndedCycles(orm),
}

/** Stores (freezes) the final statistics of every cycle that has ended. */
export async function freezeAllEndedCycles(orm: Orm): Promise<void> {
  const systemOrigin = { actor_id: null, mutation_id: null }
  await runSequentially(await findCyclesToFreeze(orm.em.fork()), (id) =>
    runInChangeBatch(orm.em, systemOrigin, (em) => freezeCycleStats(em, id)),
  )
}
