import { randomBytes } from 'node:crypto'
import type { Context } from '../../platform/context/context.ts'
import { signed, unsigned } from './signed.ts'

const deviceCookie = 'device'
const deviceSeconds = 400 * 24 * 60 * 60

interface Account {
  id: string
  password_hash: string | null
}

/**
 * Remembers this browser as one from which the account was entered. Its guesses are counted apart from those of strangers, who
 * could otherwise lock the owner out. It opens nothing by itself, is good for this account alone, and until the password changes.
 */
export function rememberDevice(ctx: Context, account: Account): void {
  const id = knownDevice(ctx, account) ?? randomBytes(16).toString('hex')
  const expires = new Date(Date.now() + deviceSeconds * 1000)
  ctx.http.setCookie(deviceCookie, signed(ctx.config, purposeFor(account), id), expires)
}

/** Whether this browser says that it entered an account before; `knownDevice` tells whether it is true of one. */
export function showsDevice(ctx: Context): boolean {
  return ctx.http.cookie(deviceCookie) !== undefined
}

/** The id of this browser if the account was entered from it, else null. */
export function knownDevice(ctx: Context, account: Account): string | null {
  return unsigned(ctx.config, purposeFor(account), ctx.http.cookie(deviceCookie))
}

function purposeFor({ id, password_hash }: Account): string {
  return `device:${id}:${password_hash ?? ''}`
}
