import { createHmac, randomBytes } from 'node:crypto'
import { safeNextPath } from '#common/identity/sign-in/next-path.ts'
import type { SignInProvider } from '#common/identity/sign-in/providers.ts'
import type { Context } from '../../../platform/context/context.ts'
import { query } from '../../../platform/db/orm.ts'
import { hashToken } from '../../../platform/http/session.ts'
import type { Identity } from './identity.ts'

/** What goes along with a browser to a provider. Of the state alone, nobody who has read the database could make the rest. */
export interface Trip {
  state: string
  nonce: string
  /** Of PKCE: who has only seen the code that comes back cannot use it. */
  verifier: string
  /** The address that the provider sends the browser back to. */
  callback: string
}

/** Longer than it takes to sign in there, with a second factor. */
const tripSeconds = 900

const browserCookie = 'provider-browser'

interface Bound {
  next_path: string | undefined
  linking_user_id: string | null
}

export async function beginTrip(ctx: Context, provider: SignInProvider, bound: Bound): Promise<Trip> {
  const state = randomBytes(32).toString('base64url')
  const row = {
    state_hash: hashToken(state),
    browser_hash: rememberBrowser(ctx),
    provider,
    linking_user_id: bound.linking_user_id,
    next_path: safeNextPath(bound.next_path),
    identity: null,
    expires_at: new Date(Date.now() + tripSeconds * 1000),
  }
  await query(ctx.em).insertInto('provider_sign_ins').values(row).execute()
  return tripOf(ctx, provider, state)
}

export function tripOf({ config }: Pick<Context, 'config'>, provider: SignInProvider, state: string): Trip {
  const made = (purpose: string) =>
    createHmac('sha256', config.secret).update(`provider-${purpose}:${state}`).digest('base64url')
  return {
    state,
    nonce: made('nonce'),
    verifier: made('verifier'),
    callback: `${config.appUrl}/auth/${provider}/callback/`,
  }
}

export interface Arrived {
  linking_user_id: string | null
  next_path: string | null
  identity: Identity | null
}

/** Ends the trip, once: null when it is over, was not of this provider, or began in another browser. */
export async function endTrip(
  ctx: Context,
  provider: SignInProvider,
  state: string,
): Promise<Arrived | null> {
  const browser = knownBrowser(ctx)
  if (browser === null) return null
  const ended = await query(ctx.em)
    .deleteFrom('provider_sign_ins')
    .where('state_hash', '=', hashToken(state))
    .where('browser_hash', '=', browser)
    .where('provider', '=', provider)
    .where('expires_at', '>', new Date())
    .returning(['linking_user_id', 'next_path', 'identity'])
    .executeTakeFirst()
  return ended === undefined ? null : { ...ended, identity: readIdentity(ended.identity) }
}

/** Asks whether it is to open an account, later in the same browser. */
export async function offerAccount(
  ctx: Context,
  identity: Identity,
  { user_id, next_path }: { user_id: string; next_path: string | null },
): Promise<void> {
  const row = {
    browser_hash: rememberBrowser(ctx),
    user_id,
    identity,
    next_path,
    expires_at: new Date(Date.now() + tripSeconds * 1000),
  }
  await query(ctx.em)
    .insertInto('offered_accounts')
    .values(row)
    .onConflict((conflict) => conflict.column('browser_hash').doUpdateSet(row))
    .execute()
}

/** What was offered in this browser to that person; another person who signs in is told of nothing. */
export async function findOffer(ctx: Context, userId: string) {
  const browser = knownBrowser(ctx)
  if (browser === null) return null
  const offered = await query(ctx.em)
    .selectFrom('offered_accounts')
    .select(['identity', 'next_path', 'expires_at'])
    .where('browser_hash', '=', browser)
    .where('user_id', '=', userId)
    .where('expires_at', '>', new Date())
    .executeTakeFirst()
  const identity = readIdentity(offered?.identity)
  if (offered === undefined || identity === null) return null
  const offered_at = new Date(offered.expires_at.getTime() - tripSeconds * 1000)
  return { identity, next_path: offered.next_path, offered_at }
}

/** False when it was answered meanwhile. */
export async function forgetOffer(ctx: Context): Promise<boolean> {
  const { numDeletedRows } = await query(ctx.em)
    .deleteFrom('offered_accounts')
    .where('browser_hash', '=', knownBrowser(ctx) ?? '')
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** Several tabs of a browser may be on their way at once, so the cookie that it has stays. */
function rememberBrowser(ctx: Context): string {
  const known = ctx.http.cookie(browserCookie)
  const token = known !== undefined && isToken(known) ? known : randomBytes(32).toString('hex')
  ctx.http.setCookie(browserCookie, token, new Date(Date.now() + tripSeconds * 2000))
  return hashToken(token)
}

function knownBrowser(ctx: Context): string | null {
  const token = ctx.http.cookie(browserCookie)
  return token !== undefined && isToken(token) ? hashToken(token) : null
}

function isToken(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text)
}

/** The driver answers JSON as text to some and as objects to others. */
function readIdentity(kept: unknown): Identity | null {
  return typeof kept === 'string' ? JSON.parse(kept) : ((kept as Identity | null | undefined) ?? null)
}

/** For an answer that comes apart from the browser. */
export async function isUnderWay(ctx: Context, provider: SignInProvider, state: string): Promise<boolean> {
  const trip = await query(ctx.em)
    .selectFrom('provider_sign_ins')
    .select('state_hash')
    .where('state_hash', '=', hashToken(state))
    .where('provider', '=', provider)
    .where('identity', 'is', null)
    .where('expires_at', '>', new Date())
    .executeTakeFirst()
  return trip !== undefined
}

/** Keeps who it is until the browser comes; false when there is an answer already, or the trip is over. */
export async function keepIdentity(
  ctx: Context,
  provider: SignInProvider,
  state: string,
  identity: Identity,
): Promise<boolean> {
  const { numUpdatedRows } = await query(ctx.em)
    .updateTable('provider_sign_ins')
    .set({ identity })
    .where('state_hash', '=', hashToken(state))
    .where('provider', '=', provider)
    .where('identity', 'is', null)
    .where('expires_at', '>', new Date())
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
