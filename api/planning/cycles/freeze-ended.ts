import type { Job } from '../../platform/context/job.ts'
import type { Orm } from '../../platform/db/orm.ts'
import { writing } from '../../platform/feed/writing.ts'
import { oneByOne } from '../../platform/jobs/one-by-one.ts'
import { cyclesToFreeze, freeze } from './freeze.ts'

/**
 * Stores the final figures of ended cycles ("freezes" them). The job runs every 15 minutes, because a day can
 * end at any quarter of an hour, depending on the time zone. If an item of an ended cycle changes before the
 * job runs, that write stores the figures first.
 */
export const freezeCycles: Job = {
  name: 'freeze-cycles',
  cron: '*/15 * * * *',
  retries: 0,
  retryAfter: [1, 1],
  endsWithin: 600,
  run: (_, { orm }) => freezeAllEnded(orm),
}

/** Stores (freezes) the final figures of every cycle that has ended. */
export async function freezeAllEnded(orm: Orm): Promise<void> {
  const systemOrigin = { actor_id: null, mutation_id: null }
  await oneByOne(await cyclesToFreeze(orm.em.fork()), (id) =>
    writing(orm.em, systemOrigin, (em) => freeze(em, id)),
  )
}
