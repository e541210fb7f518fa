import type { IncomingHttpHeaders } from 'node:http'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { ApiTokenLimits } from '#common/identity/api-tokens/rules.ts'
import { expectedUserHeader } from '#common/identity/sign-in/expected-user.ts'
import type { CallBudget } from '#common/identity/users/service-accounts.ts'
import type { SignedInUser } from '../platform/context/context.ts'
import { query } from '../platform/db/orm.ts'
import { preparedStatementMarker } from '../platform/db/prepared-statements.ts'
import { apiKeyFromHeaders } from '../platform/http/api-key.ts'
import { hashToken, parseSessionCookie } from '../platform/http/session.ts'

/** The user who sends a request or opens a socket, and the credential that identified this user. */
export interface Caller {
  user: SignedInUser
  /** The user's display name. */
  name: string
  /**
   * Limits of the API token. Is null if a session identified the user, because a session has all permissions of
   * its user.
   */
  token: ApiTokenLimits | null
  /**
   * Hash of the session token or API token. When the credential ends, the connections that it authenticated are
   * closed.
   */
  credential: string
  /** Budget of the service account, or null for a person. */
  budget: CallBudget | null
  /** Id of the API token, or null if a session identified the user. */
  token_id: string | null
  /** Time of the last recorded use of the session. Is null if an API token identified the user. */
  used_at: Date | null
}

/**
 * Identifies the caller from the request headers. The REST API, the live socket and the document socket all use this
 * function. Returns null if the caller is unknown, or if the client was loaded for another user.
 */
export async function authenticate(em: EntityManager, headers: IncomingHttpHeaders): Promise<Caller | null> {
  const key = apiKeyFromHeaders(headers)
  const session = parseSessionCookie(headers.cookie)
  const caller =
    key !== null
      ? await byToken(em, hashToken(key))
      : session === null
        ? null
        : await bySession(em, hashToken(session))
  return isExpectedUser(caller, headers[expectedUserHeader]) ? caller : null
}

/**
 * Returns false when the client was loaded for another user (`userId`) than the caller, for example because
 * somebody signed in again in another tab. A request without a user id accepts any caller.
 */
export function isExpectedUser(caller: Caller | null, userId: unknown): boolean {
  return userId === undefined || userId === null || caller?.user.id === userId
}

/** Returns null when the session is unknown or expired, or when the account is deactivated. */
async function bySession(em: EntityManager, hash: string): Promise<Caller | null> {
  const row = await people(em)
    .innerJoin('sessions as s', 's.user_id', 'u.id')
    .select('s.last_used_at')
    .where('s.token_hash', '=', hash)
    .where('s.expires_at', '>', new Date())
    .executeTakeFirst()
  return row === undefined ? null : { ...callerOf(row, hash, null), used_at: row.last_used_at }
}

/** Returns null when the token is unknown, expired or inactive, or when the account is deactivated. */
async function byToken(em: EntityManager, hash: string): Promise<Caller | null> {
  const row = await people(em)
    .innerJoin('api_tokens as t', 't.user_id', 'u.id')
    .leftJoin('service_accounts as sa', 'sa.id', 'u.id')
    .select(['t.scope', 't.workspace_id', 't.last_used', 't.id as token_id', 'u.is_service_account'])
    .select(['sa.calls_per_minute', 'sa.calls_per_day'])
    .where('t.token_hash', '=', hash)
    .where(isTokenValid)
    .executeTakeFirst()
  if (row === undefined) return null
  if (row.last_used === null || Date.now() - row.last_used.getTime() > tokenUseInterval)
    await recordTokenUse(em, hash)
  const { scope, workspace_id, is_service_account: is_service } = row
  const limits = { scope, workspace_id, is_service }
  const { calls_per_minute, calls_per_day } = row
  const budget =
    calls_per_minute === null || calls_per_day === null ? null : { calls_per_minute, calls_per_day }
  return { ...callerOf(row, hash, limits), token_id: row.token_id, budget }
}

/**
 * Records the time and IP address of a session's use at most every ten minutes, so that not every request
 * writes to the database.
 */
export async function recordSessionUse(em: EntityManager, caller: Caller, ip: string): Promise<void> {
  if (caller.used_at === null || Date.now() - caller.used_at.getTime() < sessionUseInterval) return
  await query(em)
    .updateTable('sessions')
    .set({ last_used_at: new Date(), ip })
    .where('token_hash', '=', caller.credential)
    .execute()
}

const sessionUseInterval = 600_000

const isTokenValid = sql<boolean>`t.is_active and (t.expired_at is null or t.expired_at > now())`

/**
 * The last use of a token is recorded at most once in this number of milliseconds, so that not every request
 * writes to the database.
 */
const tokenUseInterval = 60_000

async function recordTokenUse(em: EntityManager, hash: string): Promise<void> {
  await query(em)
    .updateTable('api_tokens')
    .set({ last_used: new Date() })
    .where('token_hash', '=', hash)
    .execute()
}

function people(em: EntityManager) {
  return query(em)
    .selectFrom('users as u')
    .modifyFront(preparedStatementMarker)
    .leftJoin('profiles as p', 'p.user_id', 'u.id')
    .leftJoin('instance_admins as a', 'a.user_id', 'u.id')
    .select([
      'u.id',
      'u.email',
      'u.display_name',
      'u.user_timezone',
      'p.start_of_the_week',
      'p.language',
      'a.user_id as admin_id',
    ])
    .where('u.is_active', '=', true)
}

type PersonRow = Awaited<ReturnType<ReturnType<typeof people>['executeTakeFirstOrThrow']>>

function callerOf(
  { id, email, display_name, user_timezone, start_of_the_week, language, admin_id }: PersonRow,
  credential: string,
  token: ApiTokenLimits | null,
): Caller {
  return {
    user: {
      id,
      email,
      timezone: user_timezone,
      week_starts_on: start_of_the_week ?? 0,
      language: language ?? 'en',
      is_instance_admin: admin_id !== null,
    },
    name: display_name,
    token,
    credential,
    token_id: null,
    budget: null,
    used_at: null,
  }
}

/**
 * Returns those of the hashes whose session or API token is still valid. The server checks open connections at
 * intervals, because it can miss the message about an ended session.
 */
export async function findValidCredentialHashes(em: EntityManager, hashes: string[]): Promise<Set<string>> {
  const sessions = query(em)
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select('s.token_hash')
    .where(sql<boolean>`s.token_hash = any(${hashes}::text[])`)
    .where('s.expires_at', '>', new Date())
    .where('u.is_active', '=', true)
  const tokens = query(em)
    .selectFrom('api_tokens as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .select('t.token_hash')
    .where(sql<boolean>`t.token_hash = any(${hashes}::text[])`)
    .where(isTokenValid)
    .where('u.is_active', '=', true)
  const rows = await sessions.unionAll(tokens).execute()
  return new Set(rows.map((row) => row.token_hash))
}
