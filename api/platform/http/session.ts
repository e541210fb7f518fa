import { createHash, randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import { signedInUserCookie } from '#common/identity/sign-in/signed-in-user.ts'
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

/**
 * Sets the session cookie, and deletes the cookie with the previous user. The cookie with the new user is set when the
 * client loads the session.
 */
export function setSessionCookie(c: Context, config: Config, token: string, expires: Date): void {
  setCookie(c, sessionCookie, token, { ...cookieOptions(config), expires })
  deleteCookie(c, signedInUserCookie, readableCookieOptions(config))
}

export function clearSessionCookie(c: Context, config: Config): void {
  deleteCookie(c, sessionCookie, cookieOptions(config))
  deleteCookie(c, signedInUserCookie, readableCookieOptions(config))
}

/** Tells the scripts of the client which user is signed in. The cookie lasts as long as a new session. */
export function setSignedInUserCookie(c: Context, config: Config, userId: string): void {
  setCookie(c, signedInUserCookie, userId, {
    ...readableCookieOptions(config),
    maxAge: sessionDurationSeconds,
  })
}

function readableCookieOptions(config: Config) {
  return { ...cookieOptions(config), httpOnly: false }
}

/** Returns the options of all cookies that scripts need not read. */
export function cookieOptions(config: Config) {
  return { httpOnly: true, sameSite: 'Lax', path: '/', secure: config.appUrl.startsWith('https:') } as const
}
