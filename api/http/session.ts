import { createHash, randomBytes } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { Config } from '../config.ts'
import type { SignedIn } from '../context.ts'
import { keptPlan } from '../db/kept-plans.ts'
import { query } from '../db/orm.ts'
import type { HttpEnv } from './env.ts'

export const sessionCookie = 'session-id'
/** Seven days, as the specification says. */
export const sessionSeconds = 604_800

/** Carries the id of a person some of whose sessions have ended; whatever is connected by them is cut. */
export const sessionsChannel = 'sessions'

/** 128 characters of hex; only their hash is stored. */
export function newSessionToken(): string {
  return randomBytes(64).toString('hex')
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

export function sessionToken(c: Context<HttpEnv>): string | null {
  return validToken(getCookie(c, sessionCookie))
}

/** The session token in a raw `Cookie` header, for sockets that upgrade outside of Hono. */
export function sessionTokenOf(cookieHeader: string | undefined): string | null {
  const pair = cookieHeader?.split(/;\s*/).find((part) => part.startsWith(`${sessionCookie}=`))
  return validToken(pair?.slice(sessionCookie.length + 1))
}

function validToken(token: string | undefined): string | null {
  return token !== undefined && /^[0-9a-f]{128}$/.test(token) ? token : null
}

/** Who a session belongs to, null when it is unknown, over, or its person was deactivated. */
export async function readSession(em: EntityManager, token: string): Promise<SignedIn | null> {
  const row = await query(em)
    .selectFrom('sessions as s')
    .modifyFront(keptPlan)
    .innerJoin('users as u', 'u.id', 's.user_id')
    .leftJoin('instance_admins as a', 'a.user_id', 'u.id')
    .select(['u.id', 'u.email', 'u.user_timezone', 'a.user_id as admin_id'])
    .where('s.token_hash', '=', hashToken(token))
    .where('s.expires_at', '>', new Date())
    .where('u.is_active', '=', true)
    .executeTakeFirst()
  if (row === undefined) return null
  const { id, email, user_timezone, admin_id } = row
  return { id, email, timezone: user_timezone, is_instance_admin: admin_id !== null }
}

export function setSessionCookie(c: Context, config: Config, token: string, expires: Date): void {
  setCookie(c, sessionCookie, token, { ...cookieOptions(config), expires })
}

export function clearSessionCookie(c: Context, config: Config): void {
  deleteCookie(c, sessionCookie, cookieOptions(config))
}

function cookieOptions(config: Config) {
  return { httpOnly: true, sameSite: 'Lax', path: '/', secure: config.appUrl.startsWith('https:') } as const
}
