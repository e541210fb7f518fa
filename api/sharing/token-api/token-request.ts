import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { type CallName, type Calls, calls } from '#common/calls.ts'
import type { QueryInputOf, ResponseOf } from '#common/platform/call.ts'
import { mutationHeader } from '#common/platform/changes.ts'
import type { HttpEnv } from '../../platform/http/env.ts'
import { type ApiFailure, TokenApiError } from './errors.ts'

/** The parameters, query and body of a call of Tandem's own API. The call checks all of them. */
export interface OwnCallInput<C extends CallName> {
  params?: Record<string, string>
  query?: Partial<QueryInputOf<Calls[C]>>
  body?: unknown
}

/** A request to the token API. */
export interface TokenRequest {
  /** Parameters of the path, such as `slug` and `project_id`. */
  params: Record<string, string>
  query: Record<string, string>
  /** The fields of the body. Empty if the request has no body. */
  body: Record<string, unknown>
  /** The elements of the body if the body is an array, otherwise null. */
  elements: unknown[] | null
  /**
   * Makes a call of Tandem's own API as the owner of the token, and returns its answer. Path parameters of the request
   * that have the same name are passed on. Throws `TokenApiError` if the call fails.
   */
  call<C extends CallName>(name: C, input?: OwnCallInput<C>): Promise<ResponseOf<Calls[C]>>
  /** Returns the path of a call with the path parameters of this request. */
  ownPath(name: CallName): string
}

export async function readTokenRequest(
  app: OpenAPIHono<HttpEnv>,
  c: Context<HttpEnv>,
): Promise<TokenRequest> {
  const params = c.req.param() as Record<string, string>
  const sent = await readJson(c)
  let hasWritten = false
  const send = async <C extends CallName>(name: C, input: OwnCallInput<C>): Promise<Response> => {
    const { method } = calls[name]
    // Only the first write of a request has the mutation id, because each mutation id belongs to one write.
    const isFirstWrite = method !== 'GET' && !hasWritten
    hasWritten ||= isFirstWrite
    const headers = headersForOwnCall(
      c,
      isFirstWrite ? [...forwardedHeaders, mutationHeader] : forwardedHeaders,
    )
    const url = new URL(ownPath(name, { ...params, ...input.params }), c.req.url)
    for (const [key, value] of Object.entries(input.query ?? {}))
      if (value !== undefined) url.searchParams.set(key, String(value))
    const body = method === 'GET' ? null : JSON.stringify(input.body ?? {})
    return app.fetch(new Request(url, { method, headers, body }), { ...c.env, isCounted: true })
  }
  return {
    params,
    query: c.req.query(),
    body: isRecord(sent) ? sent : {},
    elements: Array.isArray(sent) ? sent : null,
    ownPath: (name) => ownPath(name, params),
    call: async (name, input = {}) => {
      const response = await send(name, input)
      const text = await response.text()
      const answer = text === '' ? undefined : JSON.parse(text)
      if (!response.ok) throw TokenApiError.fromOwnCall(response, answer as ApiFailure)
      return answer
    },
  }
}

/**
 * Headers that Tandem's own calls read. The credential is not among them, because the own calls read it from the
 * connection.
 */
const forwardedHeaders = ['user-agent', 'x-forwarded-for', 'accept-language', 'range']

function headersForOwnCall(c: Context<HttpEnv>, names: string[]): Headers {
  const headers = new Headers({ 'content-type': 'application/json' })
  for (const name of names) {
    const value = c.req.header(name)
    if (value !== undefined) headers.set(name, value)
  }
  return headers
}

function ownPath(name: CallName, params: Record<string, string>): string {
  return calls[name].path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
}

async function readJson(c: Context<HttpEnv>): Promise<unknown> {
  if (c.req.method === 'GET') return {}
  const text = await c.req.text()
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : ''
    throw new TokenApiError(400, { detail: `JSON parse error - ${reason}` })
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
