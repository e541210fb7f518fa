import { createHash } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Context as HonoContext } from 'hono'
import type { Call } from '#common/platform/call.ts'
import { versionHeader } from '#common/platform/changes.ts'
import { AppError, type ErrorCode } from '#common/platform/errors.ts'
import type { Deps } from '../../platform/context/deps.ts'
import type { IdempotencyRecord } from '../../platform/feed/batch.ts'
import { attachIdempotencyRecord, findIdempotencyRecord } from '../../platform/feed/stored-answers.ts'
import type { HttpEnv } from '../../platform/http/env.ts'
import { authenticate } from '../authenticate.ts'

/** A write whose response is stored, so that a repeated request gets the same response. */
export type IdempotentWrite = Pick<IdempotencyRecord, 'mutation_id' | 'request'>

/**
 * Maximum bytes of a response that is stored. If the response is longer, a repeated request gets the status 204
 * without a body.
 */
const maxAnswerBytes = 64 * 1024

/**
 * Returns null for requests that are executed again when a client repeats them:
 *
 * - requests that only read, requests without a mutation id, and browser forms
 * - calls whose response contains a secret
 * - calls that manage their own transactions: they handle passwords, so not even a hash of the request may be
 *   stored
 */
export async function idempotentWriteFromRequest(
  c: HonoContext<HttpEnv>,
  call: Call,
): Promise<IdempotentWrite | null> {
  const mutation_id = c.get('mutation_id')
  const isRecorded = call.method !== 'GET' && !call.form && !call.secretAnswer && call.transactions !== 'own'
  if (mutation_id === null || !isRecorded) return null
  const hash = createHash('sha256').update(`${call.method} ${new URL(c.req.url).search} ${c.req.path}\n`)
  const request = hash.update(new Uint8Array(await c.req.arrayBuffer())).digest('base64url')
  return { mutation_id, request }
}

export function storeIdempotentResponse(
  em: EntityManager,
  write: IdempotentWrite & Pick<IdempotencyRecord, 'user_id' | 'workspace_id'>,
  call: Call,
  answer: unknown,
): void {
  if (answer instanceof Response) return
  const text = answer === undefined || call.status === 204 ? null : JSON.stringify(answer)
  const isShort = text !== null && Buffer.byteLength(text) <= maxAnswerBytes
  attachIdempotencyRecord(em, {
    ...write,
    status: isShort ? call.status : 204,
    answer: isShort ? text : null,
  })
}

/** An error with one of these codes does not show whether the server has executed the write before. */
const inconclusiveCodes: readonly ErrorCode[] = [
  'unavailable',
  'unauthenticated',
  'rate_limited',
  'too_large',
]

/**
 * Returns the stored response of a repeated write, or null when there is none. Call this only after the write has
 * failed: a repeated write fails, because its mutation id is already stored. A lookup before every write would cost
 * a database round trip.
 */
export async function findIdempotentResponse(
  c: HonoContext<HttpEnv>,
  deps: Deps,
  { mutation_id, request }: IdempotentWrite,
  failure: unknown,
): Promise<Response | null> {
  if (failure instanceof AppError && inconclusiveCodes.includes(failure.code)) return null
  const em = deps.orm.em.fork()
  const caller = await authenticate(em, c.env.incoming.headers)
  const first = caller && (await findIdempotencyRecord(em, caller.user.id, mutation_id))
  if (first === null) return null
  if (first.request !== request) {
    throw new AppError('conflict', 'This mutation id was already used for another request.')
  }
  if (first.version !== null) c.header(versionHeader, first.version)
  if (first.answer === null) return c.body(null, 204)
  return c.body(first.answer, first.status as 200 | 201, { 'Content-Type': 'application/json' })
}
