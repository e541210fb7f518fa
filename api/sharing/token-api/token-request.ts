import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { CallName, Calls } from '#common/calls.ts'
import type { ResponseOf } from '#common/platform/call.ts'
import { AppError } from '#common/platform/errors.ts'
import type { HttpEnv } from '../../platform/http/env.ts'
import { TokenApiError } from './errors.ts'
import { createOwnApi, type OwnCallInput, ownPath } from './own-api.ts'
import { readJsonBody } from './require-token.ts'

/** A request to the token API. */
export interface TokenRequest {
  /** Parameters of the path, such as `slug` and `project_id`. */
  params: Record<string, string>
  query: Record<string, string>
  /** The fields of the body, or an empty object if the request has no body. */
  body: Record<string, unknown>
  /** The elements of the body if the body is an array, otherwise null. */
  elements: unknown[] | null
  /**
   * Makes a call of Tandem's own API as the owner of the token, and returns its answer. Path parameters that both calls
   * have, such as `slug`, are passed on. Throws `TokenApiError` if the call fails.
   */
  call<C extends CallName>(name: C, input?: OwnCallInput<C>): Promise<ResponseOf<Calls[C]>>
  /** Returns the path of a call of Tandem's own API, filled with the path parameters of this request. */
  ownPath(name: CallName): string
}

export async function readTokenRequest(
  app: OpenAPIHono<HttpEnv>,
  c: Context<HttpEnv>,
): Promise<TokenRequest> {
  const params = c.req.param() as Record<string, string>
  const sent = await readJson(c)
  const own = createOwnApi(app, c, TokenApiError.fromOwnCall)
  return {
    params,
    query: c.req.query(),
    body: isRecord(sent) ? sent : {},
    elements: Array.isArray(sent) ? sent : null,
    ownPath: (name) => ownPath(name, params),
    call: (name, input = {}) => own.call(name, { ...input, params: { ...params, ...input.params } }),
  }
}

async function readJson(c: Context<HttpEnv>): Promise<unknown> {
  if (c.req.method === 'GET') return {}
  try {
    return (await readJsonBody(c)) ?? {}
  } catch (error) {
    if (error instanceof AppError) throw error
    const reason = error instanceof Error ? error.message : ''
    throw new TokenApiError(400, { detail: `JSON parse error - ${reason}` })
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
