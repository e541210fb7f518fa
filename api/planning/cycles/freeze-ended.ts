import type { Job } from '../../platform/context/job.ts'
import type { Orm } from '../../platform/db/orm.ts'
import { writing } from '../../platform/feed/writing.ts'
import { oneByOne } from '../../platform/jobs/one-by-one.ts'
import { endedCycles, freeze } from './freeze.ts'

/** Every quarter of an hour, since days end at the quarters of an hour all over the world. Whoever changes an item before does it for its cycle. */
export const freezeCycles: Job = {
  name: 'freeze-cycles',
  cron: '*/15 * * * *',
  retries: 0,
  retryAfter: [1, 1],
  endsWithin: 600,
  run: (_, { orm }) => freezeAllEnded(orm),
}

/** Keeps what each cycle came to that has ended. */
export async function freezeAllEnded(orm: Orm): Promise<void> {
  const nobody = { actor_id: null, mutation_id: null }
  await oneByOne(await endedCycles(orm.em.fork()), (id) => writing(orm.em, nobody, (em) => freeze(em, id)))
}
