import type { OpenAPIHono } from '@hono/zod-openapi'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Context } from 'hono'
import { sql } from 'kysely'
import { AppError, notFound } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import { gitWebhookPath } from '#common/work/git/rules.ts'
import { createFairQueue } from '../../platform/concurrency/fair-queue.ts'
import type { Deps } from '../../platform/context/deps.ts'
import { query } from '../../platform/db/orm.ts'
import { runInChangeBatch } from '../../platform/feed/run-in-change-batch.ts'
import { getClientNetwork } from '../../platform/http/address.ts'
import type { HttpEnv } from '../../platform/http/env.ts'
import { GitConnectionEntity, type GitConnectionRow } from './entity.ts'
import {
  isReferenceUpdate,
  isSyncUpdate,
  type ParsedGitDelivery,
  sanitizeAndTruncateText,
  sanitizeReferenceUpdate,
  UnusablePayload,
} from './facts.ts'
import { type ForgeDeliveries, forgeDeliveryAdapters } from './forges/delivery-adapters.ts'
import { sanitizeSyncUpdate } from './issues/sanitize-update.ts'
import { processGitDelivery } from './process.ts'
import { decryptForConnection } from './secrets.ts'

/** Maximum bytes of a delivery. A push of 2,048 commits has about 2 MB. */
const deliveryBytes = 5 * 1024 * 1024

/** The result of a received delivery, which the forge shows in its own log. */
export type DeliveryReceiptStatus = 'accepted' | 'duplicate' | 'ignored' | 'failed'

/**
 * Receives webhooks from forges. They are not declared as API calls, because forges have no account and send
 * large bursts. Valid signatures replace rate limits: only deliveries with an invalid signature count toward
 * the limits.
 */
export function serveGitWebhooks(app: OpenAPIHono<HttpEnv>, deps: Deps): void {
  // Queue bursts of deliveries here. If they waited for database connections instead, they would soon time
  // out.
  const queue = createFairQueue({ atOnce: 4, atOncePerPerson: 2, mostWaiting: 2000 })
  app.post(`${gitWebhookPath}:id`, async (c) => {
    const network = getClientNetwork(c.get('address'))
    const connection = await queue.pass(network, () => findConnection(deps, c.req.param('id')))
    const delivery = connection && (await readDelivery(c, deps, connection))
    if (connection === null || delivery === null) {
      await deps.limits.take('anonymous', `git:${network}`)
      throw connection === null
        ? notFound('Repository not found')
        : new AppError('unauthenticated', 'The signature of the delivery is not valid.')
    }
    const status = await queue.pass(network, () =>
      runInChangeBatch(deps.orm.em, deliveryWriteOrigin, (em) =>
        storeDelivery(em, deps, connection, delivery),
      ),
    )
    return c.json({ status })
  })
}

/** The origin of changes that a delivery causes before its job runs. */
export const deliveryWriteOrigin = { actor_id: null, mutation_id: null }

interface ReceivedDelivery extends ParsedDeliveryMessage {
  event: string
  delivery_id: string
}

/** Reads and verifies a delivery. Returns null if the signature is invalid. */
async function readDelivery(
  c: Context<HttpEnv>,
  { config }: Deps,
  connection: GitConnectionRow,
): Promise<ReceivedDelivery | null> {
  const { body, payload } = await readDeliveryBody(c)
  const header = (name: string) => c.req.header(name)
  const forge = forgeDeliveryAdapters[connection.provider]
  const secret = decryptForConnection(config, 'git-webhook-secrets', connection.id, connection.sealed_secret)
  if (!forge.isAuthentic(header, body, secret)) return null
  const { event, delivery_id } = readDeliveryHeaders(forge, header, body)
  return { event, delivery_id, ...parseDeliveryMessage(connection, event, payload()) }
}

/** Reads the body. The returned function `payload` parses it. Call it only after the signature is verified. */
export async function readDeliveryBody(
  c: Context<HttpEnv>,
): Promise<{ body: Uint8Array; payload: () => unknown }> {
  const body = new Uint8Array(await c.req.arrayBuffer())
  if (body.byteLength > deliveryBytes) throw new AppError('too_large', 'REQUEST_BODY_TOO_LARGE')
  return { body, payload: () => payloadOf(c.req.header('content-type'), body) }
}

export function readDeliveryHeaders(
  forge: ForgeDeliveries,
  header: (name: string) => string | undefined,
  body: Uint8Array,
): { event: string; delivery_id: string } {
  const event = shortHeader(forge.event(header))
  const delivery_id = shortHeader(forge.deliveryId(header, body))
  if (event === null || delivery_id === null)
    throw new AppError('invalid', 'The delivery has no event or no id.')
  return { event, delivery_id }
}

/** Returns null for a malformed id, and for connections of deleted or archived projects. */
async function findConnection({ orm }: Deps, id: string): Promise<GitConnectionRow | null> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) return null
  const em = orm.em.fork() as EntityManager
  const open = await query(em)
    .selectFrom('git_connections as g')
    .innerJoin('projects as p', 'p.id', 'g.project_id')
    .innerJoin('workspaces as w', 'w.id', 'g.workspace_id')
    .select('g.id')
    .where('g.id', '=', id)
    .where('p.deleted_at', 'is', null)
    .where('p.archived_at', 'is', null)
    .where('w.deleted_at', 'is', null)
    .executeTakeFirst()
  return open === undefined ? null : em.findOne(GitConnectionEntity, { id })
}

function shortHeader(value: string | undefined): string | null {
  return value === undefined || value === '' || value.length > 200 ? null : value
}

/** Parses the body. GitHub and Gitea can also send the JSON as a field of a form. */
function payloadOf(contentType: string | undefined, body: Uint8Array): unknown {
  const text = new TextDecoder().decode(body)
  const isForm = contentType?.startsWith('application/x-www-form-urlencoded') === true
  try {
    return JSON.parse(isForm ? (new URLSearchParams(text).get('payload') ?? '') : text)
  } catch {
    throw new AppError('invalid', 'The delivery is not JSON.')
  }
}

export interface ParsedDeliveryMessage {
  status: 'pending' | 'ignored' | 'failed'
  facts: ParsedGitDelivery['facts']
  sender_id: string | null
  error: string | null
}

export function parseDeliveryMessage(
  { provider, repository, sync_issues }: GitConnectionRow,
  event: string,
  payload: unknown,
): ParsedDeliveryMessage {
  try {
    const message = forgeDeliveryAdapters[provider].read(event, payload, provider)
    const isOther = message.repository?.toLowerCase() !== repository.toLowerCase()
    if (message.facts.length > 0 && isOther) {
      const name = sanitizeAndTruncateText(message.repository ?? '', 200)
      const error = `This event is for the repository ${name}, not for the connected repository.`
      return { status: 'ignored', facts: [], sender_id: null, error }
    }
    // Store the texts of issues only if the connection synchronizes issues.
    const facts = message.facts.flatMap((fact) => {
      if (isSyncUpdate(fact)) return sync_issues ? sanitizeSyncUpdate(fact) : []
      return isReferenceUpdate(fact) ? sanitizeReferenceUpdate(fact) : fact
    })
    const { sender_id } = message
    return { status: facts.length > 0 ? 'pending' : 'ignored', facts, sender_id, error: null }
  } catch (problem) {
    if (!(problem instanceof UnusablePayload)) throw problem
    return { status: 'failed', facts: [], sender_id: null, error: problem.message }
  }
}

/**
 * Stores the delivery and enqueues its job in one transaction. A delivery that is already stored is processed
 * again only if it failed, because users can resend failed deliveries on the forge.
 */
export async function storeDelivery(
  em: EntityManager,
  deps: Deps,
  { id: connection_id }: GitConnectionRow,
  { event, delivery_id, status, facts, sender_id, error }: ReceivedDelivery,
): Promise<DeliveryReceiptStatus> {
  const { rows } = await sql<{ id: string }>`
    insert into git_deliveries (id, connection_id, delivery_id, event, facts, sender_id, status, error)
    values (${newId()}, ${connection_id}, ${delivery_id}, ${event}, ${JSON.stringify(facts)}::jsonb, ${sender_id}, ${status}, ${error})
    on conflict (connection_id, delivery_id) do update
      set facts = excluded.facts, sender_id = excluded.sender_id, status = excluded.status, error = excluded.error, processed_at = null
      where git_deliveries.status = 'failed'
    returning id`.execute(query(em))
  if (rows.length === 0) return 'duplicate'
  if (status === 'pending') await deps.jobs.enqueue(em, processGitDelivery, { connection_id })
  return status === 'pending' ? 'accepted' : status
}
