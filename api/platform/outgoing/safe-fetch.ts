import type { SafeHttpClient } from './safe-client.ts'
import { ExternalResourceUnreadable } from './unreadable.ts'

interface Request {
  method: string
  headers: Record<string, string>
  body?: unknown
}

/**
 * `patience` is the time limit of a request in milliseconds, and `most` is the maximum size of its response in bytes.
 */
const patience = 10_000
const most = 1_000_000

/** Returns a `fetch` function for libraries, on top of the safe client. */
export function createSafeFetch(web: SafeHttpClient): (url: string, request: Request) => Promise<Response> {
  return async (url, { method, headers, body }) => {
    if (method !== 'GET' && method !== 'POST')
      throw new ExternalResourceUnreadable('only GET and POST requests are sent')
    const sent = { method, headers, body: textOf(body), patience, most } as const
    const { status, headers: answerHeaders, bytes, isCut } = await web.send(url, sent)
    if (isCut) throw new ExternalResourceUnreadable('the answer is too long')
    const type = answerHeaders['content-type']
    return new Response(hasNoBody(status) ? null : new Uint8Array(bytes), {
      status,
      headers: { ...(type !== undefined && { 'content-type': type }) },
    })
  }
}

function textOf(body: unknown): string {
  if (body === undefined || body === null) return ''
  if (typeof body === 'string' || body instanceof URLSearchParams) return String(body)
  throw new ExternalResourceUnreadable('only text is sent')
}

function hasNoBody(status: number): boolean {
  return status === 204 || status === 205 || status === 304
}
