import type { Call } from '#common/call.ts'
import { fill } from './api-client.ts'
import type { TestServer } from './server.ts'

export interface RawInput {
  params?: Record<string, string>
  query?: Record<string, string> | [string, string][]
  body?: unknown
  /** Sent as they are: a body that is no JSON, another content type. */
  text?: string
  type?: string
}

export interface RawAnswer {
  status: number
  /** The parsed JSON, or the text where it is none. */
  answer: Record<string, unknown> | string
}

/** Sends whatever a test wants to a declared call; forms carry the token that our pages have. Every call comes from another address. */
export interface RawCaller {
  send(call: Call, who: { cookie: string; api_key?: string }, input: RawInput): Promise<RawAnswer>
}

/** The server must trust one proxy (`TRUSTED_PROXIES=1`): limits by address are for tests of their own. */
export async function rawCaller(server: Pick<TestServer, 'url'>): Promise<RawCaller> {
  let callers = 0
  const address = () => {
    callers++
    return `10.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}`
  }
  const issued = await fetch(`${server.url}/auth/get-csrf-token/`, {
    headers: { 'x-forwarded-for': address() },
  })
  const { csrf_token } = (await issued.json()) as { csrf_token: string }
  const csrfCookie = issued.headers.getSetCookie()[0]?.split(';')[0] ?? ''

  return {
    async send(call, who, { params = {}, query = {}, body, text, type }) {
      const url = new URL(server.url + fill(call.path, params))
      url.search = new URLSearchParams(query).toString()
      const content = text ?? contentOf(call, body, csrf_token)
      const response = await fetch(url, {
        method: call.method,
        redirect: 'manual',
        headers: {
          cookie: [who.cookie, csrfCookie].filter(Boolean).join('; '),
          origin: server.url,
          'x-forwarded-for': address(),
          ...(who.api_key !== undefined && { 'x-api-key': who.api_key }),
          ...(call.csrf && { 'x-csrftoken': csrf_token }),
          ...(content !== undefined && {
            'content-type':
              type ??
              (call.form && text === undefined ? 'application/x-www-form-urlencoded' : 'application/json'),
          }),
        },
        ...(content !== undefined && { body: content }),
      })
      const answer = await response.text()
      return { status: response.status, answer: parsed(answer) }
    },
  }
}

function contentOf(call: Call, body: unknown, csrf_token: string): string | undefined {
  // Where the body is the file; the others take a form, whose fields are signed.
  if (call.upload && call.who !== 'anyone') return '# Nova'
  if (!call.body) return undefined
  if (!call.form) return JSON.stringify(body ?? {})
  const fields = Object.entries(body ?? {}).map(([name, value]) => [name, String(value)])
  return new URLSearchParams([...fields, ['csrfmiddlewaretoken', csrf_token]]).toString()
}

function parsed(text: string): RawAnswer['answer'] {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
