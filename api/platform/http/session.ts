import { createHash, randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import type { Config } from '../config/config.ts'
import type { HttpEnv } from './env.ts'

export const sessionCookie = 'session-id'
/** Lifetime of a session: seven days. */
export const sessionDurationSeconds = 604_800

/**
 * Bus channel with the id of a user whose sessions have changed. Connections of ended sessions are closed.
 */
export const sessionsChannel = 'sessions'

/** Returns a token of 128 hex characters. The database stores only its hash. */
export function newSessionToken(): string {
  return randomBytes(64).toString('hex')
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

export function readSessionToken(c: Context<HttpEnv>): string | null {
  return parseSessionCookie(c.req.header('cookie'))
}

/**
 * Reads the session token from a raw `Cookie` header, because socket upgrades bypass Hono. Returns null if
 * the header contains no session cookie.
 */
export function parseSessionCookie(cookieHeader: string | undefined): string | null {
  const pair = cookieHeader?.split(/;\s*/).find((part) => part.startsWith(`${sessionCookie}=`))
  return validToken(pair?.slice(sessionCookie.length + 1))
}

function validToken(token: string | undefined): string | null {
  return token !== undefined && /^[0-9a-f]{128}$/.test(token) ? token : null
}

export function setSessionCookie(c: Context, config: Config, token: string, expires: Date): void {
  setCookie(c, sessionCookie, token, { ...cookieOptions(config), expires })
}

export function clearSessionCookie(c: Context, config: Config): void {
  deleteCookie(c, sessionCookie, cookieOptions(config))
}

/** Returns the options of all cookies that scripts need not read. */
export function cookieOptions(config: Config) {
  return { httpOnly: true, sameSite: 'Lax', path: '/', secure: config.appUrl.startsWith('https:') } as const
}
