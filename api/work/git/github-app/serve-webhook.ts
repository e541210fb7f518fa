import type { OpenAPIHono } from '@hono/zod-openapi'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Context } from 'hono'
import { z } from 'zod'
import { AppError } from '#common/platform/errors.ts'
import { githubAppWebhookPath } from '#common/work/git/rules.ts'
import { createFairQueue } from '../../../platform/concurrency/fair-queue.ts'
import type { Deps } from '../../../platform/context/deps.ts'
import { query } from '../../../platform/db/orm.ts'
import { runInChangeBatch } from '../../../platform/feed/run-in-change-batch.ts'
import { getClientNetwork } from '../../../platform/http/address.ts'
import type { HttpEnv } from '../../../platform/http/env.ts'
import { GitConnectionEntity, type GitConnectionRow } from '../entity.ts'
import { forgeDeliveryAdapters } from '../forges/delivery-adapters.ts'
import {
  type DeliveryReceiptStatus,
  deliveryWriteOrigin,
  type ParsedDeliveryMessage,
  parseDeliveryMessage,
  readDeliveryBody,
  readDeliveryHeaders,
  storeDelivery,
} from '../serve-webhooks.ts'
import { githubAppHost, readGithubApp } from './app-settings.ts'

/**
 * Receives the events of the GitHub App. One address receives the events of all installations, so the connections
 * are found by the ids of the installation and the repository.
 */
export function serveGithubAppWebhook(app: OpenAPIHono<HttpEnv>, deps: Deps): void {
  const queue = createFairQueue({ atOnce: 4, atOncePerPerson: 2, mostWaiting: 2000 })
  app.post(githubAppWebhookPath.replace(/\/$/, ''), async (c) => {
    const network = getClientNetwork(c.get('address'))
    const delivery = await readAppDelivery(c, deps)
    if (delivery === null) {
      await deps.limits.take('anonymous', `git:${network}`)
      throw new AppError('unauthenticated', 'The signature of the delivery is not valid.')
    }
    const status = await queue.pass(network, () =>
      runInChangeBatch(deps.orm.em, deliveryWriteOrigin, (em) => storeForConnections(em, deps, delivery)),
    )
    return c.json({ status })
  })
}

interface AppDelivery {
  event: string
  delivery_id: string
  payload: unknown
}

/** Returns null if the signature is invalid, or if this server has no GitHub App. */
async function readAppDelivery(c: Context<HttpEnv>, deps: Deps): Promise<AppDelivery | null> {
  const app = readGithubApp(deps)
  const header = (name: string) => c.req.header(name)
  const { body, payload } = await readDeliveryBody(c)
  if (app === null || !forgeDeliveryAdapters.github.isAuthentic(header, body, app.webhookSecret)) return null
  return { ...readDeliveryHeaders(forgeDeliveryAdapters.github, header, body), payload: payload() }
}

const origin = z.object({
  installation: z.object({ id: z.int() }).nullish(),
  repository: z.object({ id: z.int() }).nullish(),
})

/** Events after which the access of the GitHub App to repositories may have changed. */
const accessEvents = ['installation', 'installation_repositories', 'installation_target', 'repository']

async function storeForConnections(
  em: EntityManager,
  deps: Deps,
  delivery: AppDelivery,
): Promise<DeliveryReceiptStatus> {
  const { installation, repository } = origin.safeParse(delivery.payload).data ?? {}
  const isAccess = accessEvents.includes(delivery.event)
  const connections = await findConnections(em, githubAppHost(deps), {
    // Find the connections of a `repository` event without the installation: for a transferred repository, GitHub may
    // send the installation of the new owner.
    installation_id: delivery.event === 'repository' ? null : (installation?.id ?? 0),
    repository_id: isAccess && delivery.event !== 'repository' ? null : (repository?.id ?? 0),
  })
  const receipts: DeliveryReceiptStatus[] = []
  for (const connection of connections) {
    const read = isAccess ? accessDelivery : readForConnection(connection, delivery)
    receipts.push(await storeDelivery(em, deps, connection, { ...delivery, ...read }))
  }
  return (
    (['accepted', 'failed', 'duplicate'] as const).find((status) => receipts.includes(status)) ?? 'ignored'
  )
}

const accessDelivery: ParsedDeliveryMessage = {
  status: 'pending',
  facts: [{ kind: 'access' }],
  sender_id: null,
  error: null,
}

/**
 * Reads the event for a connection. If the event contains another path than the connection, the repository
 * was renamed, because the connection was found by the id of the repository. The access is then checked too,
 * which updates the path.
 */
function readForConnection(
  connection: GitConnectionRow,
  { event, payload }: AppDelivery,
): ParsedDeliveryMessage {
  const named = z.object({ repository: z.object({ full_name: z.string() }) }).safeParse(payload)
  const full_name = named.data?.repository.full_name ?? connection.repository
  const read = parseDeliveryMessage({ ...connection, repository: full_name }, event, payload)
  const isRenamed = full_name.toLowerCase() !== connection.repository.toLowerCase()
  if (!isRenamed || read.status === 'failed') return read
  return { ...read, status: 'pending', facts: [{ kind: 'access' }, ...read.facts] }
}

/**
 * Returns the connections of this installation and repository. If one of the ids is null, connections with
 * any value match. Connections of deleted and archived projects are excluded.
 */
async function findConnections(
  em: EntityManager,
  base_url: string,
  { installation_id, repository_id }: { installation_id: number | null; repository_id: number | null },
): Promise<GitConnectionRow[]> {
  const ids = await query(em)
    .selectFrom('git_connections as g')
    .innerJoin('projects as p', 'p.id', 'g.project_id')
    .innerJoin('workspaces as w', 'w.id', 'g.workspace_id')
    .select('g.id')
    .where('g.base_url', '=', base_url)
    .where('g.installation_id', 'is not', null)
    .$if(installation_id !== null, (some) => some.where('g.installation_id', '=', String(installation_id)))
    .$if(repository_id !== null, (some) => some.where('g.external_id', '=', String(repository_id)))
    .where('p.deleted_at', 'is', null)
    .where('p.archived_at', 'is', null)
    .where('w.deleted_at', 'is', null)
    .execute()
  return em.find(GitConnectionEntity, { id: { $in: ids.map(({ id }) => id) } }, { orderBy: { id: 'asc' } })
}
