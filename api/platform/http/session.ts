import { createHash, randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import type { Config } from '../config/config.ts'
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
  return sessionTokenOf(c.req.header('cookie'))
}

/** The session token in a raw `Cookie` header: sockets upgrade outside of Hono. */
export function sessionTokenOf(cookieHeader: string | undefined): string | null {
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

/** Of every cookie that no script has to read. */
export function cookieOptions(config: Config) {
  return { httpOnly: true, sameSite: 'Lax', path: '/', secure: config.appUrl.startsWith('https:') } as const
}
