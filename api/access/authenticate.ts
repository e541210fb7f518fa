import type { IncomingHttpHeaders } from 'node:http'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { meantUserHeader } from '#common/auth/meant-user.ts'
import type { SignedIn } from '../context.ts'
import { keptPlan } from '../db/kept-plans.ts'
import { query } from '../db/orm.ts'
import { hashToken, sessionTokenOf } from '../http/session.ts'

/** Who sends a request or opens a socket, and by what they are known. */
export interface Caller {
  user: SignedIn
  /** As others see it. */
  name: string
  via: 'session' | 'token'
  /** What a token limits them to; null for everything that the person may do. */
  scopes: readonly string[] | null
  /** Hash of the session or token: when that ends, what is connected by it ends. */
  credential: string
}

/** The only place that believes a caller: REST, the hub and documents all ask here, with all headers. Null for nobody we know. */
export async function authenticate(em: EntityManager, headers: IncomingHttpHeaders): Promise<Caller | null> {
  const token = sessionTokenOf(headers.cookie)
  const caller = token === null ? null : await bySession(em, hashToken(token))
  return isMeant(caller, headers[meantUserHeader]) ? caller : null
}

/** False for the page of somebody else than who is signed in by now; what does not say whose it is means anybody. */
export function isMeant(caller: Caller | null, userId: unknown): boolean {
  return userId === undefined || userId === null || caller?.user.id === userId
}

/** Null when the session is unknown or over, or when its person was deactivated. */
async function bySession(em: EntityManager, hash: string): Promise<Caller | null> {
  const row = await query(em)
    .selectFrom('sessions as s')
    .modifyFront(keptPlan)
    .innerJoin('users as u', 'u.id', 's.user_id')
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
    .where('s.token_hash', '=', hash)
    .where('s.expires_at', '>', new Date())
    .where('u.is_active', '=', true)
    .executeTakeFirst()
  if (row === undefined) return null
  const { id, email, display_name, user_timezone, start_of_the_week, admin_id } = row
  return {
    user: {
      id,
      email,
      timezone: user_timezone,
      week_starts_on: start_of_the_week ?? 0,
      is_instance_admin: admin_id !== null,
    },
    name: display_name,
    via: 'session',
    scopes: null,
    credential: hash,
  }
}

/** Which of these sessions still hold; asked now and then for whatever is connected, since the news of an end may be lost. */
export async function validSessions(em: EntityManager, hashes: string[]): Promise<Set<string>> {
  const rows = await query(em)
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select('s.token_hash')
    .where(sql<boolean>`s.token_hash = any(${hashes}::text[])`)
    .where('s.expires_at', '>', new Date())
    .where('u.is_active', '=', true)
    .execute()
  return new Set(rows.map((row) => row.token_hash))
}
