import { createHash } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Context as HonoContext } from 'hono'
import type { Call } from '#common/platform/call.ts'
import { versionHeader } from '#common/platform/changes.ts'
import { AppError, type ErrorCode } from '#common/platform/errors.ts'
import type { Deps } from '../../platform/context/deps.ts'
import { findAnswer, keepAnswer } from '../../platform/feed/answered.ts'
import type { AnsweredWrite } from '../../platform/feed/batch.ts'
import type { HttpEnv } from '../../platform/http/env.ts'
import { authenticate } from '../authenticate.ts'

/** A write whose answer is kept, so that the same request is answered the same. */
export type Repeatable = Pick<AnsweredWrite, 'mutation_id' | 'request'>

/** Longer answers are not kept: whoever sends such a write again is told without them that it was done. */
const answerBytes = 64 * 1024

/**
 * Null for what is done each time it is sent: without a mutation id, answered by a page, or with a secret in what it answers. What
 * opens its own transactions handles passwords, of which not even a hash of the request shall be kept.
 */
export async function repeatableWrite(c: HonoContext<HttpEnv>, call: Call): Promise<Repeatable | null> {
  const mutation_id = c.get('mutation_id')
  const isKept = call.method !== 'GET' && !call.form && !call.secretAnswer && call.transactions !== 'own'
  if (mutation_id === null || !isKept) return null
  const hash = createHash('sha256').update(`${call.method} ${new URL(c.req.url).search} ${c.req.path}\n`)
  const request = hash.update(new Uint8Array(await c.req.arrayBuffer())).digest('base64url')
  return { mutation_id, request }
}

export function keepAnswerOf(
  em: EntityManager,
  write: Repeatable & Pick<AnsweredWrite, 'user_id' | 'workspace_id'>,
  call: Call,
  answer: unknown,
): void {
  if (answer instanceof Response) return
  const text = answer === undefined || call.status === 204 ? null : JSON.stringify(answer)
  const isShort = text !== null && Buffer.byteLength(text) <= answerBytes
  keepAnswer(em, { ...write, status: isShort ? call.status : 204, answer: isShort ? text : null })
}

/** Refusals that say nothing of whether the write was done before. */
const undecided: readonly ErrorCode[] = ['unavailable', 'unauthenticated', 'rate_limited', 'too_large']

/**
 * The first answer to a write that was sent again; null when it was not. Asked only once the write has failed, as it does when its
 * answer is there already: looking before each write would cost each of them a way to the database.
 */
export async function firstAnswer(
  c: HonoContext<HttpEnv>,
  deps: Deps,
  { mutation_id, request }: Repeatable,
  failure: unknown,
): Promise<Response | null> {
  if (failure instanceof AppError && undecided.includes(failure.code)) return null
  const em = deps.orm.em.fork()
  const caller = await authenticate(em, c.env.incoming.headers)
  const first = caller && (await findAnswer(em, caller.user.id, mutation_id))
  if (first === null) return null
  if (first.request !== request) {
    throw new AppError('conflict', 'This mutation id was used for another write.')
  }
  if (first.version !== null) c.header(versionHeader, first.version)
  if (first.answer === null) return c.body(null, 204)
  return c.body(first.answer, first.status as 200 | 201, { 'Content-Type': 'application/json' })
}
