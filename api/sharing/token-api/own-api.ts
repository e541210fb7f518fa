import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { type CallName, type Calls, calls } from '#common/calls.ts'
import type { QueryInputOf, ResponseOf } from '#common/platform/call.ts'
import { mutationHeader } from '#common/platform/changes.ts'
import { type ErrorCode, type FieldErrors, notFound } from '#common/platform/errors.ts'
import type { HttpEnv } from '../../platform/http/env.ts'

/** The parameters, query and body of a call of Tandem's own API. The call checks all of them. */
export interface OwnCallInput<C extends CallName> {
  params?: Record<string, string>
  query?: Partial<QueryInputOf<Calls[C]>>
  body?: unknown
  /** ETag of the text that the caller has read. If the text has changed since, the call fails with `conflict`. */
  ifMatch?: string
}

/** The body of a failed call of Tandem's own API. */
export interface ApiFailure {
  code: ErrorCode
  error: string
  fields?: FieldErrors
  id?: string
  request_id: string
}

/** Calls Tandem's own API in this process, with the API token of the request that the server currently handles. */
export interface OwnApi {
  /**
   * Returns the answer of a call. If the call fails, throws the error that the parameter `onFailure` of
   * `createOwnApi` returns.
   */
  call<C extends CallName>(name: C, input?: OwnCallInput<C>): Promise<ResponseOf<Calls[C]>>
}

/**
 * Creates the API for one request. The rate limit of the token must already have counted this request, because the
 * calls are not counted. `onFailure` creates the error for a failed call.
 */
export function createOwnApi(
  app: OpenAPIHono<HttpEnv>,
  c: Context<HttpEnv>,
  onFailure: (response: Response, failure: ApiFailure) => Error,
): OwnApi {
  let hasWritten = false
  return {
    async call(name, input = {}) {
      const { method } = calls[name]
      // Only the first write of a request has the mutation id, because each mutation id belongs to one write.
      const isFirstWrite = method !== 'GET' && !hasWritten
      hasWritten ||= isFirstWrite
      const headers = headersForOwnCall(
        c,
        isFirstWrite ? [...forwardedHeaders, mutationHeader] : forwardedHeaders,
      )
      if (input.ifMatch !== undefined) headers.set('if-match', input.ifMatch)
      const url = new URL(ownPath(name, input.params ?? {}), c.req.url)
      url.search = queryText(input.query ?? {})
      const body = method === 'GET' ? null : JSON.stringify(input.body ?? {})
      const response = await app.fetch(new Request(url, { method, headers, body }), {
        ...c.env,
        isCounted: true,
      })
      const text = await response.text()
      const answer = text === '' ? undefined : JSON.parse(text)
      if (!response.ok) throw onFailure(response, answer as ApiFailure)
      return answer
    },
  }
}

/**
 * Headers that are copied from the request to each call. The API token is not among them, because the calls read it
 * from the Node request, which is also passed to them.
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

function queryText(query: object): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined)
  return new URLSearchParams(entries.map(([key, value]) => [key, String(value)])).toString()
}

export function ownPath(name: CallName, params: Record<string, string>): string {
  return calls[name].path.replace(/\{(\w+)\}/g, (_, key: string) => pathSegment(params[key] ?? ''))
}

/**
 * Encodes a path parameter. Rejects an empty value, `.` and `..`, because such a segment would change which call the
 * path addresses.
 */
function pathSegment(value: string): string {
  if (value === '' || value === '.' || value === '..') throw notFound()
  return encodeURIComponent(value)
}
