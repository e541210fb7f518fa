import type { EntityManager } from '@mikro-orm/postgresql'
import { ExternalServerError, type Job, type JobPorts } from '../../platform/context/job.ts'
import { runInChangeBatch } from '../../platform/feed/run-in-change-batch.ts'
import { applyGitReferenceUpdates } from './apply.ts'
import {
  GitConnectionEntity,
  type GitConnectionRow,
  GitDeliveryEntity,
  type GitDeliveryRow,
} from './entity.ts'
import { isReferenceFact, isSyncFact } from './facts.ts'
import { ForgeRequestError } from './forges/forge-request-error.ts'
import { applyGithubAccess, type GithubAccess, readGithubAccess } from './github-app/access.ts'
import { applyGitSyncUpdates, MissingSyncActor } from './issues/apply.ts'
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
      const access = await readAccessForOldest(connection_id, ports)
      await withOldest(connection_id, ports, async (em, connection, delivery) => {
        const { facts } = delivery
        if (needsAccess(delivery)) {
          // Another job may have processed the delivery whose access was read.
          if (access?.delivery_id !== delivery.id) throw new ExternalServerError('The access is unknown.')
          await applyGithubAccess(em, connection, access)
        }
        const { linked, moved } = await applyGitReferenceUpdates(
          em,
          connection,
          facts.filter(isReferenceFact),
        )
        const synced = await applyGitSyncUpdates(ports, em, connection, facts.filter(isSyncFact))
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

function needsAccess({ facts }: Pick<GitDeliveryRow, 'facts'>): boolean {
  return facts.some(({ kind }) => kind === 'access')
}

/**
 * Asks GitHub for the access of the GitHub App, if the oldest delivery states that it may have changed. The
 * request runs outside of the transaction, because GitHub may respond slowly.
 */
async function readAccessForOldest(
  connection_id: string,
  ports: JobPorts,
): Promise<(GithubAccess & { delivery_id: string }) | null> {
  const em = ports.orm.em.fork()
  const connection = await em.findOne(GitConnectionEntity, { id: connection_id })
  const delivery = await findOldest(em, connection_id)
  if (connection === null || delivery === null || !needsAccess(delivery)) return null
  try {
    return { ...(await readGithubAccess(ports, connection)), delivery_id: delivery.id }
  } catch (error) {
    throw error instanceof ForgeRequestError ? new ExternalServerError(error.message) : error
  }
}

function findOldest(em: EntityManager, connection_id: string): Promise<GitDeliveryRow | null> {
  return em.findOne(
    GitDeliveryEntity,
    { connection_id, status: 'pending' },
    { orderBy: { created_at: 'asc', id: 'asc' } },
  )
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
    const delivery = await findOldest(em, connectionId)
    if (connection === null || delivery === null) return
    em.assign(delivery, { attempts: delivery.attempts + 1, processed_at: new Date() })
    await work(em, connection, delivery)
    await em.flush()
  })
}
