import type { EntityManager } from '@mikro-orm/postgresql'
import type { AuthErrorName } from '#common/identity/sign-in/errors.ts'
import type { providerCalls } from '#common/identity/sign-in/provider-calls.ts'
import { linkAccountPagePath, type SignInProvider } from '#common/identity/sign-in/providers.ts'
import type { QueryOf } from '#common/platform/call.ts'
import { type Context, Redirect } from '../../../platform/context/context.ts'
import { emitEvent } from '../../../platform/db/events.ts'
import { query } from '../../../platform/db/orm.ts'
import { requestLanguage } from '../../../platform/http/request-language.ts'
import type { User } from '../../users/entity.ts'
import { createAccount, findAccount } from '../accounts.ts'
import { completeSignIn, redirectAfterSignIn } from '../complete-sign-in.ts'
import { signUpProblem } from '../enabled-methods.ts'
import { redirectWithError } from '../redirects.ts'
import { lockAccount } from '../sessions.ts'
import { createUnlessDuplicate, signInPage } from '../sign-in.ts'
import { catchProviderError } from './catch-provider-error.ts'
import { getEnabledProvider, providerNotConfiguredErrors } from './enabled-provider.ts'
import type { ProviderIdentity } from './identity.ts'
import { createIdentityLink, findLinkedAccount, linkIdentityToUser, recordLinkedAccountUse } from './links.ts'
import {
  type ConsumedAuthorizationState,
  consumeAuthorizationState,
  createAuthorizationState,
  deriveAuthorizationState,
  storeOfferedAccount,
} from './oauth-state.ts'
import { providerPictureFound } from './picture.ts'
import { clearProviderFailure } from './problems.ts'

/** Redirects the browser to the provider. */
export async function beginProviderSignIn(
  ctx: Context,
  name: SignInProvider,
  next_path: string | undefined,
): Promise<Redirect> {
  const provider = getEnabledProvider(ctx, name)
  if (provider === null)
    return redirectWithError(signInPage, providerNotConfiguredErrors[name], { next_path })
  const authorization = await createAuthorizationState(ctx, name, { next_path, linking_user_id: null })
  const address = await catchProviderError(ctx, name, () => provider.addressFor(authorization))
  return 'problem' in address
    ? redirectWithError(signInPage, address.problem, { next_path })
    : new Redirect(address.value)
}

/** Handles the redirect back from the provider: signs in, offers to link the account, or completes the linking. */
export async function completeProviderSignIn(
  ctx: Context,
  name: SignInProvider,
  answer: QueryOf<typeof providerCalls.returnFromProvider>,
): Promise<Redirect> {
  const arrived = await consumeAuthorizationState(ctx, name, answer.state ?? '')
  if (arrived === null) return redirectWithError(signInPage, 'PROVIDER_SIGN_IN_OVER')
  const isLinking = arrived.linking_user_id !== null
  const page = isLinking ? (arrived.next_path ?? '/') : signInPage
  const refuse = (problem: AuthErrorName) =>
    redirectWithError(page, problem, isLinking ? {} : { next_path: arrived.next_path ?? undefined })
  // Refuse to link if, since the linking began, the browser has signed out or has signed in to another
  // account.
  if (isLinking && arrived.linking_user_id !== ctx.user?.id) return refuse('PROVIDER_SIGN_IN_OVER')
  const provider = getEnabledProvider(ctx, name)
  if (provider === null) return refuse(providerNotConfiguredErrors[name])
  if (answer.error === 'access_denied') return refuse('PROVIDER_SIGN_IN_CANCELLED')
  const callbackParams = new URLSearchParams(Object.entries(answer))
  const identified = await catchProviderError(
    ctx,
    name,
    async () =>
      arrived.identity ??
      provider.identify(deriveAuthorizationState(ctx, name, answer.state ?? ''), callbackParams),
  )
  if ('problem' in identified) return refuse(identified.problem)
  clearProviderFailure(ctx.web, name)
  return arrived.linking_user_id === null
    ? signInAsIdentity(ctx, identified.value, arrived, refuse)
    : linkTo(ctx, identified.value, page, refuse)
}

type Refuse = (problem: AuthErrorName) => Redirect

async function signInAsIdentity(
  ctx: Context,
  identity: ProviderIdentity,
  arrived: ConsumedAuthorizationState,
  refuse: Refuse,
): Promise<Redirect> {
  const link = await findLinkedAccount(ctx.em, identity)
  if (link !== undefined) return signInToLinkedAccount(ctx, identity, link.user_id, arrived, refuse)
  const { email } = identity
  if (email === null) return refuse('PROVIDER_EMAIL_NOT_VERIFIED')
  const account = await findAccount(ctx.em, email)
  if (account !== undefined && !account.is_active) return refuse('USER_ACCOUNT_DEACTIVATED')
  if (account !== undefined) return offerToLink(ctx, { ...identity, email }, account.id, arrived)
  const closed = await signUpProblem(ctx, email)
  if (closed !== null) return refuse(closed)
  const result = await createUnlessDuplicate(() =>
    ctx.writing(async (em) => {
      const user = await createAccount(em, {
        email,
        password_hash: null,
        is_email_verified: true,
        language: requestLanguage(ctx),
      })
      const { first_name, last_name } = identity
      Object.assign(user, { first_name, last_name })
      await createIdentityLink(em, identity, user.id)
      await takePicture(ctx, em, user, identity, false)
      return completeSignIn(ctx, em, user, identity.provider)
    }),
  )
  return result === null
    ? refuse('USER_ALREADY_EXIST')
    : redirectAfterSignIn(ctx, result, arrived.next_path ?? undefined)
}

/**
 * Signs in to the account that the identity is linked to. The subject identifies the linked account, because
 * the email address at the provider can change.
 */
async function signInToLinkedAccount(
  ctx: Context,
  identity: ProviderIdentity,
  userId: string,
  { next_path }: ConsumedAuthorizationState,
  refuse: Refuse,
): Promise<Redirect> {
  const account = await query(ctx.em)
    .selectFrom('users')
    .select(['id', 'password_hash', 'is_active'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!account?.is_active) return refuse('USER_ACCOUNT_DEACTIVATED')
  const result = await ctx.writing(async (em) => {
    const user = await lockAccount(em, account.id, account.password_hash)
    // If the external account was unlinked by another request, it gives no access.
    if (user === null || !(await recordLinkedAccountUse(em, identity, user.id))) return null
    await syncProfile(ctx, em, user, identity)
    return completeSignIn(ctx, em, user, identity.provider)
  })
  return result === null
    ? refuse('PROVIDER_SIGN_IN_OVER')
    : redirectAfterSignIn(ctx, result, next_path ?? undefined)
}

/**
 * Offers to link the external identity to the existing account with this email address. An equal address does
 * not prove that the same user owns the account. The user therefore first signs in by another method and then
 * confirms the link.
 */
async function offerToLink(
  ctx: Context,
  identity: ProviderIdentity & { email: string },
  user_id: string,
  { next_path }: ConsumedAuthorizationState,
): Promise<Redirect> {
  await storeOfferedAccount(ctx, identity, { user_id, next_path })
  if (ctx.user?.id === user_id) return new Redirect(linkAccountPagePath)
  const params = { email: identity.email, offered: identity.provider, next_path: linkAccountPagePath }
  return new Redirect(`${signInPage}?${new URLSearchParams(params)}`)
}

async function linkTo(
  ctx: Context,
  identity: ProviderIdentity,
  page: string,
  refuse: Refuse,
): Promise<Redirect> {
  const link = ctx.user === null ? null : await linkIdentityToUser(ctx, identity, ctx.user)
  if (link === null) return refuse('ACCOUNT_LINKED_ELSEWHERE')
  return new Redirect(`${page}${page.includes('?') ? '&' : '?'}linked=${identity.provider}`)
}

const syncSettings = {
  google: 'ENABLE_GOOGLE_SYNC',
  github: 'ENABLE_GITHUB_SYNC',
  gitlab: 'ENABLE_GITLAB_SYNC',
  gitea: 'ENABLE_GITEA_SYNC',
} as const satisfies Partial<Record<SignInProvider, string>>

/**
 * If the settings of this Tandem instance enable it, copies the user's name and picture from the provider.
 * Values that the provider does not send stay unchanged.
 */
async function syncProfile(
  ctx: Context,
  em: EntityManager,
  user: User,
  identity: ProviderIdentity,
): Promise<void> {
  const { provider, first_name, last_name } = identity
  const setting = provider in syncSettings ? syncSettings[provider as keyof typeof syncSettings] : null
  if (setting === null || !ctx.settings.get(setting)) return
  if (first_name !== '') Object.assign(user, { first_name, last_name })
  await takePicture(ctx, em, user, identity, true)
}

async function takePicture(
  { jobs }: Context,
  em: EntityManager,
  { id: user_id }: User,
  { picture: url = null }: ProviderIdentity,
  replaces: boolean,
): Promise<void> {
  if (url !== null) await emitEvent(em, providerPictureFound, { jobs, user_id, url, replaces })
}
