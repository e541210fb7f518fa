import type { IncomingHttpHeaders } from 'node:http'
import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import { newId } from '#common/platform/ids.ts'
import { maxWebhookResponseBytes, type WebhookEvent } from '#common/sharing/webhooks/rules.ts'
import { ExternalServerError, type Job, type JobAttempt, type JobPorts } from '../../platform/context/job.ts'
import { query } from '../../platform/db/orm.ts'
import { runInChangeBatch } from '../../platform/feed/run-in-change-batch.ts'
import { ExternalResourceUnreadable } from '../../platform/outgoing/unreadable.ts'
import { disableWebhooksWithoutAdmin, hasResponsibleAdmin, isWorkspaceDeleted } from './answered-for.ts'
import { decryptChatUrl, renderChatJobBody } from './chat-targets/chat-sentence.ts'
import { enqueueWebhookDisabledEmail } from './disabled-email.ts'
import { WebhookEntity, WebhookLogEntity, type WebhookRow } from './entity.ts'
import { delayAfterRateLimit, hasAcceptedSince, waitForChatTurn } from './rate-limits.ts'
import { decryptWebhookSecret, signWebhookBody } from './secret.ts'

export interface WebhookDelivery {
  /** Id of the delivery. All attempts have the same id, so that receivers can detect duplicates. */
  delivery_id: string
  webhook_id: string
  event: WebhookEvent
  /** The body of the request, exactly as it is signed and sent. */
  body: string
  /**
   * True for a test delivery that a user waits for. It has one attempt and does not affect the webhook's
   * status.
   */
  is_by_hand: boolean
  /** How often a rate limit of the receiver has postponed the delivery. */
  postponements?: number
}

interface Outcome {
  response_status: number | null
  response_headers: Record<string, string>
  response_body: string
  error: string | null
  duration_ms: number
}

/**
 * Delivers an event to a webhook. Retries after 10 to 20 minutes, then with about twice the delay each time.
 * After five to ten hours of failures in which nothing was accepted, the webhook is switched off. A rate limit of the
 * receiver postpones the delivery and uses up no retry.
 */
export const deliverWebhook: Job<WebhookDelivery> = {
  name: 'deliver-webhook',
  retries: 5,
  retryAfter: [600, 21_600],
  endsWithin: 60,
  groupOf: ({ webhook_id }) => webhook_id,
  async run(job, ports, attempt) {
    const webhook = await ports.orm.em.fork().findOne(WebhookEntity, { id: job.webhook_id })
    if (webhook === null || !(await isToDeliver(webhook, job, ports))) return
    const isChat = webhook.service !== null
    const delivery = isChat ? { ...job, body: renderChatJobBody(ports.config, webhook, job.body) } : job
    const headers = isChat ? jsonHeaders : headersOf(delivery)
    if (isChat && !delivery.is_by_hand) await waitForChatTurn(webhook.id)
    const outcome =
      !delivery.is_by_hand && (await isSilent(webhook, ports))
        ? skipped
        : await send(webhook, delivery, headers, ports)
    const next = nextStep(job, outcome, isChat)
    const isLast = attempt.isLast && next === 'retry'
    await note(delivery, headers, outcome, { ...attempt, isLast }, ports)
    if (typeof next === 'number') await postpone(job, next, ports)
    if (next === 'retry') throw new ExternalServerError(`a webhook was not delivered: ${outcome.error}`)
  },
}

/** Returns what follows after an attempt. A number is a delay in seconds, which uses up no retry. */
function nextStep(job: WebhookDelivery, outcome: Outcome, isChat: boolean): 'end' | 'retry' | number {
  if (outcome.error === null || job.is_by_hand) return 'end'
  if (isChat && refusals.has(outcome.response_status ?? 0)) return 'end'
  return delayAfterRateLimit(limitOf(outcome), job.postponements ?? 0) ?? 'retry'
}

async function postpone(job: WebhookDelivery, delay: number, { orm, enqueue }: JobPorts): Promise<void> {
  const postponed = { ...job, postponements: (job.postponements ?? 0) + 1 }
  await orm.em.fork().transactional((em) => enqueue(em as EntityManager, deliverWebhook, postponed, delay))
}

/**
 * Returns true if the event may still be sent. This is checked for each attempt, because the owner may lose access
 * during hours of retries. In that case, the webhook is switched off. A test delivery is sent as long as the
 * workspace is not deleted.
 */
async function isToDeliver(
  webhook: WebhookRow,
  { is_by_hand }: WebhookDelivery,
  { orm }: JobPorts,
): Promise<boolean> {
  const { workspace_id, project_id, is_active } = webhook
  const em = orm.em.fork() as EntityManager
  if (is_by_hand) return !(await isWorkspaceDeleted(em, workspace_id))
  if (!is_active) return false
  if (await hasResponsibleAdmin(em, webhook)) return true
  await runInChangeBatch(orm.em, systemWriteOrigin, (inner) =>
    disableWebhooksWithoutAdmin(inner, workspace_id, project_id === null ? null : [project_id]),
  )
  return false
}

/**
 * Statuses with which a chat service refuses one message for its content. Such a message is not sent again, and other
 * messages may be accepted.
 */
const refusals: ReadonlySet<number> = new Set([400, 413])

function limitOf({ response_status: status, response_headers }: Outcome) {
  return { status, retryAfter: response_headers['retry-after'] }
}

const systemWriteOrigin = { actor_id: null, mutation_id: null }

/** Timeout of a delivery request in milliseconds. */
const patience = 30_000
/**
 * A failed attempt that took at least this many milliseconds counts as a timeout. Connecting to an
 * unreachable host fails after three seconds.
 */
const slow = 2500
/**
 * Milliseconds for which a webhook is skipped after two timeouts in a row. Otherwise, its queue would delay
 * all other webhooks.
 */
const leftAlone = 300_000

const skipped: Outcome = {
  ...{ response_status: null, response_headers: {}, response_body: '', duration_ms: 0 },
  error: 'not asked, since it gave no answer shortly before',
}

async function isSilent({ id }: WebhookRow, { orm }: JobPorts): Promise<boolean> {
  const last = await query(orm.em.fork())
    .selectFrom('webhook_logs')
    .select(['created_at', 'response_status', 'duration_ms'])
    .where('webhook_id', '=', id)
    .where('error', 'is distinct from', skipped.error)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  const since = Date.now() - leftAlone
  return (
    last.length === 2 &&
    last.every(
      ({ created_at, response_status, duration_ms }) =>
        response_status === null && duration_ms >= slow && created_at.getTime() > since,
    )
  )
}

const jsonHeaders = { 'Content-Type': 'application/json', 'User-Agent': 'Tandem' }

function headersOf({ delivery_id, event }: WebhookDelivery): Record<string, string> {
  return {
    ...jsonHeaders,
    'X-Tandem-Delivery': delivery_id,
    'X-Tandem-Event': event,
  }
}

async function send(
  webhook: WebhookRow,
  { body }: WebhookDelivery,
  headers: Record<string, string>,
  { web, config }: JobPorts,
): Promise<Outcome> {
  const began = performance.now()
  const taken = () => Math.round(performance.now() - began)
  const { url, ...signed } = signedRequest(webhook, body, headers, config)
  try {
    const answer = await web.post(url, {
      ...signed,
      body,
      patience,
      most: maxWebhookResponseBytes,
    })
    return {
      response_status: answer.status,
      response_headers: storableHeaders(answer.headers),
      response_body: withoutNul(answer.bytes.toString('utf8')),
      error:
        answer.status >= 200 && answer.status < 300
          ? null
          : `The server answered with status ${answer.status}.`,
      duration_ms: taken(),
    }
  } catch (error) {
    if (!(error instanceof ExternalResourceUnreadable)) throw error
    const why = withoutNul(error.message).slice(0, 500)
    return {
      response_status: null,
      response_headers: {},
      response_body: '',
      error: why,
      duration_ms: taken(),
    }
  }
}

/** Returns the URL and the headers of the request. Chat services read no signature, since their URL is the secret. */
function signedRequest(
  webhook: WebhookRow,
  body: string,
  headers: Record<string, string>,
  config: JobPorts['config'],
): { url: string; headers: Record<string, string> } {
  if (webhook.service !== null) return { url: decryptChatUrl(config, webhook), headers }
  const secret = decryptWebhookSecret(config, webhook.id, webhook.sealed_secret)
  return { url: webhook.url, headers: { ...headers, 'X-Tandem-Signature': signWebhookBody(secret, body) } }
}

/**
 * Returns the response headers to store: few and short headers, and no header that may contain credentials.
 */
function storableHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const allowed = Object.entries(headers).filter(([name]) => !/cookie|auth|token|secret|key/i.test(name))
  return Object.fromEntries(
    allowed
      .slice(0, 30)
      .map(([name, value]) => [name.slice(0, 100), withoutNul(String(value)).slice(0, 500)]),
  )
}

/** Removes the NUL character, which PostgreSQL cannot store in text. */
function withoutNul(text: string): string {
  return text.replaceAll('\0', '')
}

/** Stores the attempt and, after the last one, the resulting status of the webhook in one transaction. */
async function note(
  { delivery_id, webhook_id, event, body, is_by_hand }: WebhookDelivery,
  request_headers: Record<string, string>,
  outcome: Outcome,
  { before, isLast }: JobAttempt,
  ports: JobPorts,
): Promise<void> {
  await runInChangeBatch(ports.orm.em, systemWriteOrigin, async (em) => {
    // Lock the webhook: another delivery may have switched it off, or a user may have deleted it.
    const lockMode = LockMode.PESSIMISTIC_WRITE
    const webhook = await em.findOne(WebhookEntity, { id: webhook_id }, { lockMode })
    if (webhook === null) return
    em.create(WebhookLogEntity, {
      ...outcome,
      id: newId(),
      webhook_id,
      delivery_id,
      event_type: event,
      request_headers,
      request_body: body,
      retry_count: before,
    })
    await em.flush()
    const isFailing = outcome.error !== null && isLast && !is_by_hand && webhook.is_active
    if (isFailing && !(await hasAcceptedSince(em, webhook_id, delivery_id))) {
      em.assign(webhook, { is_active: false, off_reason: 'failing' })
      await enqueueWebhookDisabledEmail(em, webhook, outcome.error ?? '', ports)
    }
    await em.flush()
  })
}
