import type { EntityManager } from '@mikro-orm/postgresql'
import { AppError } from '#common/platform/errors.ts'
import { ExternalServerError, type Job, type JobPorts } from '../../platform/context/job.ts'
import type { WriteOrigin } from '../../platform/context/ports.ts'
import { query } from '../../platform/db/orm.ts'
import { runInChangeBatch } from '../../platform/feed/run-in-change-batch.ts'
import { findGitActor } from './actor.ts'
import { applyGitReferenceUpdates } from './apply.ts'
import {
  GitConnectionEntity,
  type GitConnectionRow,
  GitDeliveryEntity,
  type GitDeliveryRow,
} from './entity.ts'
import { isReferenceUpdate, isSyncUpdate } from './facts.ts'
import { ForgeRequestError } from './forges/forge-request-error.ts'
import { applyGithubAccess, type GithubAccess, readGithubAccess } from './github-app/access.ts'
import { applyGitSyncUpdates } from './issues/apply.ts'
import { MissingSyncActor, requireContextForConnection, withAuthor } from './issues/context.ts'
import { lockGitConnection } from './queries.ts'

/**
 * Processes the pending deliveries of a connection in the order of their arrival. Each delivery enqueues a
 * job, but a job processes all pending deliveries, because jobs may run in another order and a killed job
 * leaves its delivery pending. The transaction also stores the new status of the delivery, so that each
 * delivery is applied only once.
 */
export const processGitDelivery: Job<{ connection_id: string }> = {
  name: 'process-git-delivery',
  retries: 5,
  retryAfter: [5, 300],
  endsWithin: 60,
  groupOf: ({ connection_id }) => connection_id,
  async run({ connection_id }, ports, { isLast }) {
    for (let count = 0; count < maxDeliveriesPerJob; count++) {
      try {
        if (!(await processOldest(connection_id, ports))) return
      } catch (error) {
        const isFinal = isFinalError(error)
        if (!isLast && !isFinal) throw error
        await withOldest(connection_id, ports, async (em, _, delivery) => {
          const reason =
            error instanceof MissingSyncActor ? error.message : 'The delivery could not be processed.'
          em.assign(delivery, { status: 'failed', error: reason })
        })
        if (!isFinal) throw error
      }
    }
  },
}

/** Limits the time of a job. The next job continues with the remaining deliveries. */
const maxDeliveriesPerJob = 20

/** Returns true if a retry would fail again. Later deliveries do not wait for such a delivery. */
function isFinalError(error: unknown): boolean {
  if (error instanceof MissingSyncActor) return true
  return error instanceof AppError && ['invalid', 'not_found', 'forbidden', 'too_large'].includes(error.code)
}

/** Processes the oldest pending delivery. Returns false if no delivery is pending. */
async function processOldest(connection_id: string, ports: JobPorts): Promise<boolean> {
  const access = await readAccessForOldest(connection_id, ports)
  return withOldest(connection_id, ports, async (em, connection, delivery, origin) => {
    const { facts, sender_id } = delivery
    if (needsAccess(delivery)) {
      // The access of the GitHub App was requested for the oldest delivery before this transaction. If another
      // job has processed that delivery in the meantime, the access for the current delivery is unknown, so the
      // job fails and is retried.
      if (access?.delivery_id !== delivery.id) throw new ExternalServerError('The access is unknown.')
      await applyGithubAccess(em, connection, access)
    }
    if (!(await hasActiveProject(em, connection))) return void em.assign(delivery, { status: 'ignored' })
    const { linked, moved, synced } = await applyUpdates(ports, { em, connection, facts, sender_id, origin })
    em.assign(delivery, {
      ...{ status: 'done', error: null },
      ...{ linked_count: linked + synced, moved_count: moved },
    })
  })
}

interface DeliveredUpdates extends Pick<GitDeliveryRow, 'facts' | 'sender_id'> {
  em: EntityManager
  connection: GitConnectionRow
  origin: WriteOrigin
}

/**
 * Applies the updates with the permissions of the admin who connected the repository, but with the person who caused the
 * event as the author.
 */
async function applyUpdates(
  ports: JobPorts,
  { em, connection, facts, sender_id, origin }: DeliveredUpdates,
): Promise<{ linked: number; moved: number; synced: number }> {
  if (facts.every(({ kind }) => kind === 'access')) return { linked: 0, moved: 0, synced: 0 }
  const ctx = await requireContextForConnection(ports, em, connection)
  const actor = await findGitActor(em, connection, sender_id)
  origin.actor_id = actor.id
  const counts = await applyGitReferenceUpdates(em, connection, actor, facts.filter(isReferenceUpdate))
  const synced = await applyGitSyncUpdates(withAuthor(ctx, actor), connection, facts.filter(isSyncUpdate))
  return { ...counts, synced }
}

/** Returns false if the project was archived or deleted after the delivery arrived. */
async function hasActiveProject(em: EntityManager, { project_id }: GitConnectionRow): Promise<boolean> {
  const project = await query(em)
    .selectFrom('projects')
    .select('id')
    .where('id', '=', project_id)
    .where('archived_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return project !== undefined
}

function needsAccess({ facts }: Pick<GitDeliveryRow, 'facts'>): boolean {
  return facts.some(({ kind }) => kind === 'access')
}

/**
 * Requests the access of the GitHub App from GitHub, if the oldest delivery reports that it may have changed.
 * The request runs outside of the transaction, because GitHub may respond slowly.
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

type Work = (
  em: EntityManager,
  connection: GitConnectionRow,
  delivery: GitDeliveryRow,
  /**
   * The origin of the changes. The function must set the author in it, because the author depends on the delivery.
   */
  origin: WriteOrigin,
) => Promise<void>

/** Runs `work` for the oldest pending delivery. Returns false if no delivery is pending. */
async function withOldest(connectionId: string, { orm }: JobPorts, work: Work): Promise<boolean> {
  const found = await orm.em.fork().findOne(GitConnectionEntity, { id: connectionId })
  if (found === null) return false
  const origin: WriteOrigin = { actor_id: null, mutation_id: null }
  return runInChangeBatch(orm.em, origin, async (em) => {
    await lockGitConnection(em, connectionId)
    const connection = await em.findOne(GitConnectionEntity, { id: connectionId })
    const delivery = await findOldest(em, connectionId)
    if (connection === null || delivery === null) return false
    em.assign(delivery, { attempts: delivery.attempts + 1, processed_at: new Date() })
    await work(em, connection, delivery, origin)
    await em.flush()
    return true
  })
}
