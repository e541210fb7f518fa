import type { EntityManager } from '@mikro-orm/postgresql'
import type { Job, JobPorts } from '../../platform/context/job.ts'
import { runInChangeBatch } from '../../platform/feed/run-in-change-batch.ts'
import { applyGitReferenceUpdates } from './apply.ts'
import {
  GitConnectionEntity,
  type GitConnectionRow,
  GitDeliveryEntity,
  type GitDeliveryRow,
} from './entity.ts'
import type { GitReferenceUpdate, ParsedGitDelivery } from './facts.ts'
import { applyGitSyncUpdates, MissingSyncActor } from './issues/apply.ts'
import type { GitSyncUpdate } from './issues/sanitize-update.ts'
import { lockGitConnection } from './queries.ts'

/**
 * Processes the oldest pending delivery of a connection. Each delivery enqueues one job. Deliveries are
 * processed in the order of their arrival, even if the jobs run in another order. The transaction also stores
 * the new status of the delivery, so that each delivery is applied only once.
 */
export const processGitDelivery: Job<{ connection_id: string }> = {
  name: 'process-git-delivery',
  retries: 5,
  retryAfter: [5, 300],
  endsWithin: 60,
  groupOf: ({ connection_id }) => connection_id,
  async run({ connection_id }, ports, { isLast }) {
    try {
      await withOldest(connection_id, ports, async (em, connection, delivery) => {
        const facts = Map.groupBy(delivery.facts, isSyncFact)
        const { linked, moved } = await applyGitReferenceUpdates(
          em,
          connection,
          (facts.get(false) ?? []) as GitReferenceUpdate[],
        )
        const synced = await applyGitSyncUpdates(
          ports,
          em,
          connection,
          (facts.get(true) ?? []) as GitSyncUpdate[],
        )
        em.assign(delivery, {
          ...{ status: 'done', error: null },
          ...{ linked_count: linked + synced, moved_count: moved },
        })
      })
    } catch (error) {
      if (!isLast) throw error
      await withOldest(connection_id, ports, async (em, _, delivery) => {
        const reason =
          error instanceof MissingSyncActor ? error.message : 'The delivery could not be processed.'
        em.assign(delivery, { status: 'failed', error: reason })
      })
      throw error
    }
  },
}

function isSyncFact({ kind }: ParsedGitDelivery['facts'][number]): boolean {
  return kind === 'issue' || kind === 'issue_comment'
}

type Work = (em: EntityManager, connection: GitConnectionRow, delivery: GitDeliveryRow) => Promise<void>

async function withOldest(connectionId: string, { orm }: JobPorts, work: Work): Promise<void> {
  const found = await orm.em.fork().findOne(GitConnectionEntity, { id: connectionId })
  if (found === null) return
  // Items that move to another state show the admin who connected the repository as the author of the change.
  const origin = { actor_id: found.created_by, mutation_id: null }
  await runInChangeBatch(orm.em, origin, async (em) => {
    await lockGitConnection(em, connectionId)
    const connection = await em.findOne(GitConnectionEntity, { id: connectionId })
    const delivery = await em.findOne(
      GitDeliveryEntity,
      { connection_id: connectionId, status: 'pending' },
      { orderBy: { created_at: 'asc', id: 'asc' } },
    )
    if (connection === null || delivery === null) return
    em.assign(delivery, { attempts: delivery.attempts + 1, processed_at: new Date() })
    await work(em, connection, delivery)
    await em.flush()
  })
}
