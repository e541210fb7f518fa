import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { csrfField, csrfHeader } from '#api/platform/http/csrf.ts'
import { sessionCookie } from '#api/platform/http/session.ts'
import { type CallName, calls } from '#common/calls.ts'
import type { TestServer } from './server.ts'

/** The response to a form or an API call. */
export type BrowserClientResponse = {
  status: number
  headers: Headers
  /** Target of a redirect, on the server's own URL. */
  to: URL
  setCookies: string[]
  text: string
}

/**
 * A browser without a screen. It stores cookies, posts forms with the CSRF token and follows no redirect.
 * Each client has its own address, as if behind a proxy, so that tests do not share rate limits. The server
 * must trust one proxy.
 */
export class BrowserClient {
  readonly #server: Pick<TestServer, 'url'>
  readonly #address: string
  readonly #languages: string | undefined
  readonly cookies = new Map<string, string>()

  /** `languages` is the `Accept-Language` header of this browser. */
  constructor(server: Pick<TestServer, 'url'>, address = nextAddress(), languages?: string) {
    this.#server = server
    this.#address = address
    this.#languages = languages
  }

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  get isSignedIn(): boolean {
    return this.cookies.has(sessionCookie)
  }

  async csrfToken(): Promise<string> {
    return JSON.parse((await this.send('getCsrfToken')).text).csrf_token
  }

  /** Posts a form as a page does: first fetches the CSRF token, then sends the fields. */
  async post(
    name: CallName,
    fields: Record<string, string> = {},
    params: Record<string, string> = {},
  ): Promise<BrowserClientResponse> {
    const body = new URLSearchParams({ [csrfField]: await this.csrfToken(), ...fields })
    return this.send(name, { body, params })
  }

  /** Sends the CSRF token in the header, as required by calls such as the password change. */
  async callWithToken(name: CallName, body: object): Promise<BrowserClientResponse> {
    return this.send(name, { json: body, headers: { [csrfHeader]: await this.csrfToken() } })
  }

  async send(
    name: CallName,
    { params = {}, query = {}, body, json, headers = {} }: Sending = {},
  ): Promise<BrowserClientResponse> {
    const { method, path } = calls[name]
    const filled = path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
    const url = new URL(filled, this.#server.url)
    url.search = new URLSearchParams(query).toString()
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: {
        origin: this.#server.url,
        'x-forwarded-for': this.#address,
        ...(this.#languages !== undefined && { 'accept-language': this.#languages }),
        ...(this.cookies.size > 0 && { cookie: this.cookie }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body }),
      ...(json !== undefined && { body: JSON.stringify(json) }),
    })
    const setCookies = response.headers.getSetCookie()
    for (const cookie of setCookies) this.#keep(cookie)
    return {
      status: response.status,
      headers: response.headers,
      to: new URL(response.headers.get('location') ?? '/', this.#server.url),
      setCookies,
      text: await response.text(),
    }
  }

  #keep(cookie: string): void {
    const [pair = ''] = cookie.split(';')
    const at = pair.indexOf('=')
    if (/max-age=0/i.test(cookie)) this.cookies.delete(pair.slice(0, at))
    else this.cookies.set(pair.slice(0, at), pair.slice(at + 1))
  }
}

type Sending = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: URLSearchParams
  json?: object
  headers?: Record<string, string>
}

let addresses = 0

function nextAddress(): string {
  addresses++
  return `192.0.2.${addresses % 250}`
}

/**
 * Waits for the latest email to this address in the outbox. `seen` contains the emails that the test has
 * already read.
 */
export async function waitForEmailTo(
  server: Pick<TestServer, 'dataDir'>,
  email: string,
  seen: string[] = [],
): Promise<string> {
  const end = Date.now() + 5000
  while (Date.now() < end) {
    const mail = (await readEmailsTo(server, email)).findLast((one) => !seen.includes(one))
    if (mail !== undefined) return mail
    await pause(10)
  }
  throw new Error(`No mail to ${email} came.`)
}

/** Returns all emails to this address in the outbox, oldest first. */
export async function readEmailsTo(server: Pick<TestServer, 'dataDir'>, email: string): Promise<string[]> {
  const folder = join(server.dataDir, 'outbox')
  const names = (await readdir(folder).catch(() => [])).sort()
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  // A file without a line break at its end is still being written, so it is skipped.
  return mails.filter((mail) => mail.startsWith(`To: ${email}\n`) && mail.endsWith('\n'))
}

export function extractEmailCode(mail: string): string {
  return /^ {4}(\d{6})$/m.exec(mail)?.[1] ?? ''
}
