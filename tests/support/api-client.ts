import type pg from 'pg'
import { hashToken, newSessionToken, sessionCookie } from '#api/platform/http/session.ts'
import { type CallName, type Calls, calls } from '#common/calls.ts'
import { expectedUserHeader } from '#common/identity/sign-in/expected-user.ts'
import type { ParamsOf, ResponseOf } from '#common/platform/call.ts'
import { newId } from '#common/platform/ids.ts'
import { getConnectionPool } from './connection-pool.ts'
import type { TestServer } from './server.ts'

/** The URL of a test server, and the URL of its database for direct queries. */
type Server = Pick<TestServer, 'url' | 'databaseUrl'>

/** The common shape of an error answer. */
export type ApiErrorResponse = {
  status: number
  code: string
  error: string
  fields?: Record<string, string[]>
}

type Params<C extends CallName> = keyof ParamsOf<Calls[C]> extends never
  ? object
  : { params: ParamsOf<Calls[C]> }
type Input<C extends CallName> = Params<C> & { query?: Record<string, string>; body?: unknown }

/**
 * Makes API calls as one person. The type of the body allows any value, so that a test can also send invalid
 * bodies.
 */
export type ApiClient = {
  id: string
  email: string
  /** The cookie header that authenticates a socket or a plain request. */
  cookie: string
  call<C extends CallName>(name: C, input: Input<C>): Promise<ResponseOf<Calls[C]>>
  refused<C extends CallName>(name: C, input: Input<C>): Promise<ApiErrorResponse>
}

interface Account {
  isVerified?: boolean
  name?: string
  isOnboarded?: boolean
}

/**
 * Creates a person who is signed in. Writes the account straight to the database, which saves hashing a
 * password.
 */
export async function createSignedInUser(
  server: Pick<TestServer, 'url' | 'databaseUrl'>,
  email: string,
  { isVerified = true, name, isOnboarded = false }: Account = {},
): Promise<ApiClient> {
  const id = newId()
  const token = newSessionToken()
  const steps = {
    profile_complete: true,
    workspace_create: false,
    workspace_invite: false,
    workspace_join: false,
  }
  await runSql(
    server.databaseUrl,
    `with person as (
       insert into users (id, email, username, display_name, first_name, is_email_verified)
       values ($1::uuid, $2, $1::text, $3, $4, $5)
     ), profile as (
       insert into profiles (id, user_id, onboarding_step, is_onboarded) values ($1, $1, $6, $7)
     )
     insert into sessions (token_hash, user_id, expires_at) values ($8, $1, now() + interval '1 day')`,
    [id, email, name ?? email.split('@')[0], name ?? '', isVerified, steps, isOnboarded, hashToken(token)],
  )
  return clientOf(server, { id, email, cookie: `${sessionCookie}=${token}` })
}

/** Creates a second session of the same person and returns its cookie. */
export async function createAnotherSession(server: Server, { id }: Pick<ApiClient, 'id'>): Promise<string> {
  const token = newSessionToken()
  await runSql(
    server.databaseUrl,
    "insert into sessions (token_hash, user_id, expires_at) values ($1, $2, now() + interval '1 day')",
    [hashToken(token), id],
  )
  return `${sessionCookie}=${token}`
}

/** Creates a client that makes calls without a session. */
export function createAnonymousClient(server: Server): ApiClient {
  return clientOf(server, { id: '', email: '', cookie: '' })
}

export async function runSql<Row extends pg.QueryResultRow>(
  url: string,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return (await getConnectionPool(url).query<Row>(statement, values)).rows
}

function clientOf(
  server: Pick<TestServer, 'url'>,
  who: Pick<ApiClient, 'id' | 'email' | 'cookie'>,
): ApiClient {
  async function send(
    name: CallName,
    input: { params?: object; query?: Record<string, string>; body?: unknown },
  ) {
    const { method, path } = calls[name]
    const url = new URL(fillPath(path, { ...input.params }), server.url)
    url.search = new URLSearchParams(input.query).toString()
    const response = await fetch(url, {
      method,
      headers: {
        cookie: who.cookie,
        origin: server.url,
        'content-type': 'application/json',
        // Tandem's own client sends this header. Without it, the server records a visit when a row is read.
        ...(who.id !== '' && { [expectedUserHeader]: who.id }),
      },
      ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
    })
    const text = await response.text()
    return {
      name,
      status: response.status,
      ok: response.ok,
      answer: text === '' ? undefined : JSON.parse(text),
    }
  }
  return {
    ...who,
    async call(name, input) {
      const { ok, status, answer } = await send(name, input)
      if (!ok) throw new Error(`${name} was refused with ${status}: ${JSON.stringify(answer)}`)
      if (status !== calls[name].status)
        throw new Error(`${name} answered ${status}, not ${calls[name].status}`)
      return answer
    },
    async refused(name, input) {
      const { ok, status, answer } = await send(name, input)
      if (ok) throw new Error(`${name} was not refused: ${JSON.stringify(answer)}`)
      return {
        status,
        code: answer.code,
        error: answer.error,
        ...(answer.fields && { fields: answer.fields }),
      }
    },
  }
}

/** Fills the parameters of a call's path. */
export function fillPath(template: string, params: Record<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}
