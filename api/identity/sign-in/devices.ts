import { randomBytes } from 'node:crypto'
import type { Context } from '../../platform/context/context.ts'
import { signValue, verifySignedValue } from './signed-values.ts'

const deviceCookie = 'device'
const deviceSeconds = 400 * 24 * 60 * 60

interface Account {
  id: string
  password_hash: string | null
}

/**
 * Marks this browser as one that has signed in to the account. Sign-in attempts from this browser are counted
 * separately, so that attempts of strangers cannot lock the user out. The cookie grants no access and is
 * valid for this account until the password changes.
 */
export function rememberDevice(ctx: Context, account: Account): void {
  const id = knownDeviceId(ctx, account) ?? randomBytes(16).toString('hex')
  const expires = new Date(Date.now() + deviceSeconds * 1000)
  ctx.http.setCookie(deviceCookie, signValue(ctx.config, purposeFor(account), id), expires)
}

/** Returns true when the browser has a device cookie. `knownDeviceId` verifies it for an account. */
export function hasDeviceCookie(ctx: Context): boolean {
  return ctx.http.cookie(deviceCookie) !== undefined
}

/** Returns the id of this browser, or null if the browser has not signed in to the account before. */
export function knownDeviceId(ctx: Context, account: Account): string | null {
  return verifySignedValue(ctx.config, purposeFor(account), ctx.http.cookie(deviceCookie))
}

function purposeFor({ id, password_hash }: Account): string {
  return `device:${id}:${password_hash ?? ''}`
}
