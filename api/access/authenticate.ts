import type { IncomingHttpHeaders } from 'node:http'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { TokenLimits } from '#common/identity/api-tokens/rules.ts'
import { meantUserHeader } from '#common/identity/sign-in/meant-user.ts'
import type { SignedIn } from '../platform/context/context.ts'
import { keptPlan } from '../platform/db/kept-plans.ts'
import { query } from '../platform/db/orm.ts'
import { apiKeyOf } from '../platform/http/api-key.ts'
import { hashToken, sessionTokenOf } from '../platform/http/session.ts'

/** Who sends a request or opens a socket, and by what they are known. */
export interface Caller {
  user: SignedIn
  /** As others see it. */
  name: string
  /** What an API token limits them to; null for a session, by which they do all that they may. */
  token: TokenLimits | null
  /** Hash of the session or token: when that ends, what is connected by it ends. */
  credential: string
  /** Of the API token; null for a session. */
  token_id: string | null
  /** When a session was used last, as far as that is noted; null for a token. */
  used_at: Date | null
}

/** The only place that believes a caller: REST, the hub and documents all ask here, with all headers. Null for nobody we know. */
export async function authenticate(em: EntityManager, headers: IncomingHttpHeaders): Promise<Caller | null> {
  const key = apiKeyOf(headers)
  const session = sessionTokenOf(headers.cookie)
  const caller =
    key !== null
      ? await byToken(em, hashToken(key))
      : session === null
        ? null
        : await bySession(em, hashToken(session))
  return isMeant(caller, headers[meantUserHeader]) ? caller : null
}

/** False for the page of somebody else than who is signed in by now; what does not say whose it is means anybody. */
export function isMeant(caller: Caller | null, userId: unknown): boolean {
  return userId === undefined || userId === null || caller?.user.id === userId
}

/** Null when the session is unknown or over, or when its person was deactivated. */
async function bySession(em: EntityManager, hash: string): Promise<Caller | null> {
  const row = await people(em)
    .innerJoin('sessions as s', 's.user_id', 'u.id')
    .select('s.last_used_at')
    .where('s.token_hash', '=', hash)
    .where('s.expires_at', '>', new Date())
    .executeTakeFirst()
  return row === undefined ? null : { ...callerOf(row, hash, null), used_at: row.last_used_at }
}

/** Null when the token is unknown, over or switched off, or when its person was deactivated. */
async function byToken(em: EntityManager, hash: string): Promise<Caller | null> {
  const row = await people(em)
    .innerJoin('api_tokens as t', 't.user_id', 'u.id')
    .select(['t.scope', 't.workspace_id', 't.last_used', 't.id as token_id'])
    .where('t.token_hash', '=', hash)
    .where(isInForce)
    .executeTakeFirst()
  if (row === undefined) return null
  if (row.last_used === null || Date.now() - row.last_used.getTime() > usedEvery) await noteUse(em, hash)
  const limits = { scope: row.scope, workspace_id: row.workspace_id }
  return { ...callerOf(row, hash, limits), token_id: row.token_id }
}

/** Notes from where a session is used, to within ten minutes, so that not each request writes. */
export async function noteSessionUse(em: EntityManager, caller: Caller, ip: string): Promise<void> {
  if (caller.used_at === null || Date.now() - caller.used_at.getTime() < sessionUsedEvery) return
  await query(em)
    .updateTable('sessions')
    .set({ last_used_at: new Date(), ip })
    .where('token_hash', '=', caller.credential)
    .execute()
}

const sessionUsedEvery = 600_000

const isInForce = sql<boolean>`t.is_active and (t.expired_at is null or t.expired_at > now())`

/** Milliseconds; the moment of last use is told to the minute, so that not each request writes. */
const usedEvery = 60_000

async function noteUse(em: EntityManager, hash: string): Promise<void> {
  await query(em)
    .updateTable('api_tokens')
    .set({ last_used: new Date() })
    .where('token_hash', '=', hash)
    .execute()
}

function people(em: EntityManager) {
  return query(em)
    .selectFrom('users as u')
    .modifyFront(keptPlan)
    .leftJoin('profiles as p', 'p.user_id', 'u.id')
    .leftJoin('instance_admins as a', 'a.user_id', 'u.id')
    .select([
      'u.id',
      'u.email',
      'u.display_name',
      'u.user_timezone',
      'p.start_of_the_week',
      'a.user_id as admin_id',
    ])
    .where('u.is_active', '=', true)
}

type PersonRow = Awaited<ReturnType<ReturnType<typeof people>['executeTakeFirstOrThrow']>>

function callerOf(
  { id, email, display_name, user_timezone, start_of_the_week, admin_id }: PersonRow,
  credential: string,
  token: TokenLimits | null,
): Caller {
  return {
    user: {
      id,
      email,
      timezone: user_timezone,
      week_starts_on: start_of_the_week ?? 0,
      is_instance_admin: admin_id !== null,
    },
    name: display_name,
    token,
    credential,
    token_id: null,
    used_at: null,
  }
}

/** Which of these sessions and tokens still hold; asked now and then for whatever is connected, since the news of an end may be lost. */
export async function validCredentials(em: EntityManager, hashes: string[]): Promise<Set<string>> {
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
    .where(isInForce)
    .where('u.is_active', '=', true)
  const rows = await sessions.unionAll(tokens).execute()
  return new Set(rows.map((row) => row.token_hash))
}
