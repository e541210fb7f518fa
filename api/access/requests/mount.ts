import type { OpenAPIHono } from '@hono/zod-openapi'
import { IsolationLevel } from '@mikro-orm/postgresql'
import type { Context as HonoContext } from 'hono'
import type { z } from 'zod'
import type { BodyOf, Call, CallerRequirement, ParamsOf, QueryOf, ResponseOf } from '#common/platform/call.ts'
import { versionHeader } from '#common/platform/changes.ts'
import { AppError } from '#common/platform/errors.ts'
import {
  type Context,
  type ProjectContext,
  Redirect,
  type UserContext,
  type WorkspaceContext,
} from '../../platform/context/context.ts'
import type { Deps } from '../../platform/context/deps.ts'
import { sendQueriesConcurrently } from '../../platform/db/concurrent-queries.ts'
import { runWithSlowWork, SlowWorkRequired } from '../../platform/db/retry-after-work.ts'
import { getLatestChangeVersion } from '../../platform/feed/latest-change-version.ts'
import { runInChangeBatch } from '../../platform/feed/run-in-change-batch.ts'
import { getClientNetwork } from '../../platform/http/address.ts'
import type { HttpEnv } from '../../platform/http/env.ts'
import { rateLimitCall } from '../../platform/http/limits.ts'
import { buildOpenApiRoute } from '../../platform/http/openapi.ts'
import { readRequest } from '../../platform/http/request.ts'
import {
  formatUnknownFieldNames,
  rejectUnstoredFields,
  type UnknownFields,
  unknownFieldsHeader,
} from '../../platform/http/unknown-fields.ts'
import {
  findIdempotentResponse,
  type IdempotentWrite,
  idempotentWriteFromRequest,
  storeIdempotentResponse,
} from './idempotency.ts'
import { createRequestContext, makeRetryable } from './make-context.ts'
import type { RequestQueue } from './request-queue.ts'
import { recordApiVisit } from './visits.ts'

type ContextOf<W extends CallerRequirement> = W extends 'anyone'
  ? Context
  : W extends 'signed-in' | 'instance-admin'
    ? UserContext
    : W extends { project: unknown }
      ? ProjectContext
      : WorkspaceContext

export interface CallInput<C extends Call> {
  params: ParamsOf<C>
  query: QueryOf<C>
  body: BodyOf<C>
}

export type CallHandlers<C extends Record<string, Call>> = {
  [Name in keyof C]: (ctx: ContextOf<C[Name]['who']>, input: CallInput<C[Name]>) => Promise<Answer<C[Name]>>
}

/**
 * Type of a handler's result: a redirect for status 302, nothing for status 204, and otherwise the response body
 * that the call declares. A call without a response schema may return a `Response`, for example with the bytes of a
 * file.
 */
type Answer<C extends Call> = C['status'] extends 302
  ? Redirect
  : C['status'] extends 204
    ? undefined
    : C['answer'] extends z.ZodType
      ? ResponseOf<C>
      : Response

export interface ApiFeature {
  calls: Record<string, Call>
  handlers: Record<string, (ctx: never, input: never) => Promise<unknown>>
}

/** Combines calls with their handlers. The compiler rejects a missing handler and a handler of the wrong type. */
export function defineFeature<const C extends Record<string, Call>>(
  calls: C,
  handlers: CallHandlers<NoInfer<C>>,
): ApiFeature {
  return { calls, handlers: handlers as ApiFeature['handlers'] }
}

export function mountFeature(
  app: OpenAPIHono<HttpEnv>,
  deps: Deps,
  queue: RequestQueue,
  { calls, handlers }: ApiFeature,
): void {
  for (const [name, call] of Object.entries(calls)) {
    const handler = handlers[name] as (ctx: Context, input: unknown) => Promise<unknown>
    app.openAPIRegistry.registerPath(buildOpenApiRoute(name, call))
    app.on(call.method, honoPath(call.path), async (c) => {
      await rateLimitCall(c, deps, call)
      return queue.pass(c, call, () => serve(c, deps, call, handler))
    })
  }
}

async function serve(c: HonoContext<HttpEnv>, deps: Deps, call: Call, handler: Handler): Promise<Response> {
  const repeatable = await idempotentWriteFromRequest(c, call)
  if (repeatable === null) return perform(c, deps, call, handler, null)
  try {
    return await perform(c, deps, call, handler, repeatable)
  } catch (error) {
    // Looking up the stored response can fail too, for example because the database is unavailable. In this case,
    // report the original error.
    const first = await findIdempotentResponse(c, deps, repeatable, error).catch((failure: unknown) => {
      throw failure instanceof AppError ? failure : error
    })
    if (first === null) throw error
    return first
  }
}

async function perform(
  c: HonoContext<HttpEnv>,
  deps: Deps,
  call: Call,
  handler: Handler,
  repeatable: IdempotentWrite | null,
): Promise<Response> {
  const access = createFreshAccess(c, deps, call)
  const { user } = await access.load()
  const sender = user?.id ?? getClientNetwork(c.get('address'))
  const { left, unknownParameters, ...input } = await readRequest(c, deps, call, sender)
  const base = await access.load()
  const unknownFields = [...unknownParameters, ...(left?.unknown ?? [])]
  if (unknownFields.length > 0) c.header(unknownFieldsHeader, formatUnknownFieldNames(unknownFields))
  const answer = await (call.transactions === 'own'
    ? handler(base, input)
    : call.method === 'GET'
      ? read(c, base, input, recheckingAccess(access, handler))
      : write(
          c,
          deps,
          base,
          input,
          recheckingAccess(
            access,
            storingAnswer(call, left === null ? handler : refusingUnknownFields(handler, left), repeatable),
          ),
        ))
  recordApiVisit(c, call, base, answer)
  for (const settle of c.get('after_commit')) settle()
  if (answer instanceof Redirect) return c.redirect(answer.to, 302)
  if (answer instanceof Response) return answer
  if (call.status === 204 || answer === undefined) return c.body(null, 204)
  const text = JSON.stringify(answer)
  const length = Buffer.byteLength(text)
  return c.body(text, call.status, {
    'Content-Type': 'application/json',
    'Content-Length': String(length),
  })
}

type Handler = (ctx: Context, input: unknown) => Promise<unknown>

function refusingUnknownFields(handler: Handler, left: UnknownFields): Handler {
  return async (ctx, input) => {
    const answer = await handler(ctx, input)
    rejectUnstoredFields(left, answer)
    return answer
  }
}

/** Maximum age, in milliseconds, of the access with which a transaction starts. */
const maxAccessAge = 1_000

interface FreshAccess {
  load(): Promise<Context>
}

/**
 * Loads the caller and the caller's access, and loads them again if they have become too old. Reading a body or slow
 * work can take a minute, and the caller may lose access during that time.
 */
function createFreshAccess(c: HonoContext<HttpEnv>, deps: Deps, call: Call): FreshAccess {
  let loaded: { context: Context; at: number } | null = null
  return {
    async load() {
      const at = performance.now()
      if (loaded === null || at - loaded.at > maxAccessAge)
        loaded = { context: await createRequestContext(c, deps, call), at }
      return loaded.context
    },
  }
}

/**
 * Wraps a handler. If the handler requires slow work, it ends its transaction and runs again after the work, with
 * fresh access.
 */
function recheckingAccess(access: FreshAccess, handler: Handler): Handler {
  let recheckedContext: Context | null = null
  return async (ctx, input) => {
    try {
      return await handler(recheckedContext === null ? ctx : { ...recheckedContext, em: ctx.em }, input)
    } catch (error) {
      if (!(error instanceof SlowWorkRequired)) throw error
      throw new SlowWorkRequired(async () => {
        await error.work()
        recheckedContext = await access.load()
      })
    }
  }
}

/** Stores the response, so that a repeated request gets the same response. */
function storingAnswer(call: Call, handler: Handler, repeatable: IdempotentWrite | null): Handler {
  if (repeatable === null) return handler
  return async (ctx, input) => {
    const answer = await handler(ctx, input)
    const workspace_id = workspaceOf(ctx)
    if (ctx.user !== null)
      storeIdempotentResponse(ctx.em, { ...repeatable, user_id: ctx.user.id, workspace_id }, call, answer)
    return answer
  }
}

/**
 * Runs a GET call in one snapshot of the database. The response contains the workspace version of the snapshot, so
 * that the client can apply exactly the changes that came later.
 */
function read(c: HonoContext<HttpEnv>, base: Context, input: unknown, handler: Handler): Promise<unknown> {
  const workspace = workspaceOf(base)
  if (workspace === null) return handler(base, input)
  return runWithSlowWork((began) =>
    base.em.transactional(
      async (transaction) => {
        const em = transaction as Context['em']
        began(em)
        sendQueriesConcurrently(em)
        // Send both queries at once. The connection executes the queries in order, so the version is read
        // first.
        const queries = [getLatestChangeVersion(em, workspace), handler({ ...base, em }, input)] as const
        const [version, answer] = await Promise.all(queries)
        c.header(versionHeader, String(version))
        return answer
      },
      { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true },
    ),
  )
}

function write(
  c: HonoContext<HttpEnv>,
  deps: Deps,
  base: Context,
  input: unknown,
  handler: Handler,
): Promise<unknown> {
  const workspace = workspaceOf(base)
  return runInChangeBatch(
    deps.orm.em,
    base.origin,
    makeRetryable(c, (em) => handler({ ...base, em }, input)),
    (versions) => {
      const version = workspace === null ? undefined : versions.get(workspace)
      if (version !== undefined) c.header(versionHeader, String(version))
    },
  )
}

function workspaceOf(ctx: Context | WorkspaceContext): string | null {
  return 'workspace' in ctx ? ctx.workspace.id : null
}

/**
 * Converts a path template to Hono's syntax. The trailing slash is removed, because `strict: false` removes it from
 * every request.
 */
function honoPath(template: string): string {
  return template.replace(/\{(\w+)\}/g, ':$1').replace(/\/$/, '')
}
