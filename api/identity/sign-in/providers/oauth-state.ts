import { createHmac, randomBytes } from 'node:crypto'
import { sanitizeNextPath } from '#common/identity/sign-in/next-path.ts'
import type { SignInProvider } from '#common/identity/sign-in/providers.ts'
import type { Context } from '../../../platform/context/context.ts'
import { query } from '../../../platform/db/orm.ts'
import { hashToken } from '../../../platform/http/session.ts'
import type { ProviderIdentity } from './identity.ts'

/**
 * The values of one authorization request. These values are computed from the state and the secret key, so
 * that a copy of the database does not reveal the values.
 */
export interface AuthorizationState {
  state: string
  nonce: string
  /**
   * PKCE verifier. It protects against an intercepted authorization code, because the code cannot be used
   * without the verifier.
   */
  verifier: string
  /** The redirect URI of the authorization request. */
  callback: string
}

/**
 * Seconds until the state expires. This is enough time to sign in at the provider, including its two-factor
 * authentication.
 */
const stateSeconds = 900

const browserCookie = 'provider-browser'

interface StateOptions {
  next_path: string | undefined
  linking_user_id: string | null
}

export async function createAuthorizationState(
  ctx: Context,
  provider: SignInProvider,
  bound: StateOptions,
): Promise<AuthorizationState> {
  const state = randomBytes(32).toString('base64url')
  const row = {
    state_hash: hashToken(state),
    browser_hash: rememberBrowser(ctx),
    provider,
    linking_user_id: bound.linking_user_id,
    next_path: sanitizeNextPath(bound.next_path),
    identity: null,
    expires_at: new Date(Date.now() + stateSeconds * 1000),
  }
  await query(ctx.em).insertInto('provider_sign_ins').values(row).execute()
  return deriveAuthorizationState(ctx, provider, state)
}

export function deriveAuthorizationState(
  { config }: Pick<Context, 'config'>,
  provider: SignInProvider,
  state: string,
): AuthorizationState {
  const derived = (purpose: string) =>
    createHmac('sha256', config.secret).update(`provider-${purpose}:${state}`).digest('base64url')
  return {
    state,
    nonce: derived('nonce'),
    verifier: derived('verifier'),
    callback: `${config.appUrl}/auth/${provider}/callback/`,
  }
}

export interface ConsumedAuthorizationState {
  linking_user_id: string | null
  next_path: string | null
  identity: ProviderIdentity | null
}

/**
 * Loads and deletes a state, so that it can be used only once. Returns null when the state is expired,
 * belongs to another provider or began in another browser.
 */
export async function consumeAuthorizationState(
  ctx: Context,
  provider: SignInProvider,
  state: string,
): Promise<ConsumedAuthorizationState | null> {
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

/**
 * Stores the external identity, so that the user can confirm the link to an existing account later in the
 * same browser.
 */
export async function storeOfferedAccount(
  ctx: Context,
  identity: ProviderIdentity,
  { user_id, next_path }: { user_id: string; next_path: string | null },
): Promise<void> {
  const row = {
    browser_hash: rememberBrowser(ctx),
    user_id,
    identity,
    next_path,
    expires_at: new Date(Date.now() + stateSeconds * 1000),
  }
  await query(ctx.em)
    .insertInto('offered_accounts')
    .values(row)
    .onConflict((conflict) => conflict.column('browser_hash').doUpdateSet(row))
    .execute()
}

/**
 * Returns the external account that this user can link in this browser. Returns null if there is none, if the offer
 * has expired or if it was made to another user.
 */
export async function findOfferedAccount(ctx: Context, userId: string) {
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
  const offered_at = new Date(offered.expires_at.getTime() - stateSeconds * 1000)
  return { identity, next_path: offered.next_path, offered_at }
}

/**
 * Deletes the offer to link an external account in this browser. Returns false if there is no offer, for example
 * because the user has already accepted or declined it in another tab.
 */
export async function deleteAccountLinkOffer(ctx: Context): Promise<boolean> {
  const { numDeletedRows } = await query(ctx.em)
    .deleteFrom('offered_accounts')
    .where('browser_hash', '=', knownBrowser(ctx) ?? '')
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/**
 * Returns the token of the browser's cookie. An existing cookie is reused, because several tabs may be
 * signing in at once.
 */
function rememberBrowser(ctx: Context): string {
  const existingToken = ctx.http.cookie(browserCookie)
  const token =
    existingToken !== undefined && isToken(existingToken) ? existingToken : randomBytes(32).toString('hex')
  ctx.http.setCookie(browserCookie, token, new Date(Date.now() + stateSeconds * 2000))
  return hashToken(token)
}

function knownBrowser(ctx: Context): string | null {
  const token = ctx.http.cookie(browserCookie)
  return token !== undefined && isToken(token) ? hashToken(token) : null
}

function isToken(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text)
}

/** Reads a stored identity, which the driver returns as text or as an object, depending on the query. */
function readIdentity(stored: unknown): ProviderIdentity | null {
  return typeof stored === 'string'
    ? JSON.parse(stored)
    : ((stored as ProviderIdentity | null | undefined) ?? null)
}

/**
 * Returns true if the state is valid, without checking the browser cookie. A SAML response is a cross-site POST and
 * contains no cookie.
 */
export async function isAuthorizationPending(
  ctx: Context,
  provider: SignInProvider,
  state: string,
): Promise<boolean> {
  const pending = await query(ctx.em)
    .selectFrom('provider_sign_ins')
    .select('state_hash')
    .where('state_hash', '=', hashToken(state))
    .where('provider', '=', provider)
    .where('identity', 'is', null)
    .where('expires_at', '>', new Date())
    .executeTakeFirst()
  return pending !== undefined
}

/**
 * Stores the identity until the browser follows the redirect of the provider back to Tandem. Returns false when an
 * identity is already stored or when the state has expired.
 */
export async function storeProviderIdentity(
  ctx: Context,
  provider: SignInProvider,
  state: string,
  identity: ProviderIdentity,
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
