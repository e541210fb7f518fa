import { Agent, request } from 'node:http'
import { text as read } from 'node:stream/consumers'
import { expectedUserHeader } from '#common/identity/sign-in/expected-user.ts'
import type { Call } from '#common/platform/call.ts'
import { fillPath } from './api-client.ts'
import type { TestServer } from './server.ts'

export interface RawCallInput {
  params?: Record<string, string>
  query?: Record<string, string> | [string, string][]
  body?: unknown
  /**
   * The body, which is sent unchanged. Tests use it for a body that is not JSON or has another content type.
   */
  text?: string
  type?: string
}

export interface RawCallResponse {
  status: number
  /** The parsed JSON, or the text if the answer is not JSON. */
  answer: Record<string, unknown> | string
}

/**
 * Sends any input to a declared call. Forms include the CSRF token of our pages. Every call has a different
 * client address.
 */
export interface RawCaller {
  send(
    call: Call,
    who: { cookie: string; id?: string; api_key?: string },
    input: RawCallInput,
  ): Promise<RawCallResponse>
}

/**
 * Creates the caller. The server must trust one proxy (`TRUSTED_PROXIES=1`), because each call uses a
 * different address and other tests cover the limits per address.
 */
export async function createRawCaller(server: Pick<TestServer, 'url'>): Promise<RawCaller> {
  const agent = new Agent({ keepAlive: true })
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
      const url = new URL(server.url + fillPath(call.path, params))
      url.search = new URLSearchParams(query).toString()
      const content = text ?? contentOf(call, body, csrf_token)
      return sendTo(url, agent, content, {
        method: call.method,
        headers: {
          cookie: [who.cookie, csrfCookie].filter(Boolean).join('; '),
          origin: server.url,
          'x-forwarded-for': address(),
          // Tandem's own client sends this header. Without it, the server records a visit when a row is read.
          ...(who.id && { [expectedUserHeader]: who.id }),
          ...(who.api_key !== undefined && { 'x-api-key': who.api_key }),
          ...(call.csrf && { 'x-csrftoken': csrf_token }),
          ...(content !== undefined && {
            'content-length': String(Buffer.byteLength(content)),
            'content-type':
              type ??
              (call.form && text === undefined ? 'application/x-www-form-urlencoded' : 'application/json'),
          }),
        },
      })
    },
  }
}

/**
 * Uses Node's `http` client, because `fetch` would take a quarter of the tests' time and requests compressed
 * answers.
 */
function sendTo(
  url: URL,
  agent: Agent,
  content: string | undefined,
  { method, headers }: { method: string; headers: Record<string, string> },
): Promise<RawCallResponse> {
  return new Promise((resolve, reject) => {
    let isAnswered = false
    const sent = request(url, { agent, method, headers }, async (response) => {
      isAnswered = true
      try {
        resolve({ status: response.statusCode ?? 0, answer: parsed(await read(response)) })
      } catch (error) {
        reject(error)
      }
    })
    // The server rejects a body that is too large before it has read all of it, so the request may fail.
    sent.on('error', (error) => {
      if (!isAnswered) reject(error)
    })
    sent.end(content)
  })
}

function contentOf(call: Call, body: unknown, csrf_token: string): string | undefined {
  // Uploads by signed-in users expect the file as the body. Other uploads expect a form with signed fields.
  if (call.upload && call.who !== 'anyone') return '# Nova'
  if (!call.body) return undefined
  if (!call.form) return JSON.stringify(body ?? {})
  const fields = Object.entries(body ?? {}).map(([name, value]) => [name, String(value)])
  return new URLSearchParams([...fields, ['csrfmiddlewaretoken', csrf_token]]).toString()
}

function parsed(text: string): RawCallResponse['answer'] {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
