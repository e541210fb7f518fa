import { authError } from '#common/identity/sign-in/errors.ts'
import type { SignInProvider } from '#common/identity/sign-in/providers.ts'
import type { IdentityProofBody } from '#common/identity/sign-in/two-factor/schema.ts'
import { enabledSignInMethods } from '#common/operation/instance/settings.ts'
import {
  type LinkableAccount,
  type LinkedAccount,
  linkableAccount,
  linkedAccount,
} from '#common/personal/account/schema.ts'
import { notFound } from '#common/platform/errors.ts'
import type { UserContext } from '../../../platform/context/context.ts'
import { query } from '../../../platform/db/orm.ts'
import { presentRow } from '../../../platform/db/present.ts'
import { hashToken, sessionsChannel } from '../../../platform/http/session.ts'
import { isMailServerConfigured } from '../../../platform/mail/server.ts'
import { findAccount } from '../accounts.ts'
import { proveIdentity } from '../two-factor/prove-identity.ts'
import { catchProviderError } from './catch-provider-error.ts'
import { getEnabledProvider, providerNotConfiguredErrors } from './enabled-provider.ts'
import { LinkedAccountEntity } from './entity.ts'
import { linkIdentityToUser } from './links.ts'
import { sendAccountUnlinkedEmail } from './mails.ts'
import { createAuthorizationState, deleteAccountLinkOffer, findOfferedAccount } from './oauth-state.ts'

export async function listMyAccounts({ em, user }: UserContext): Promise<LinkedAccount[]> {
  const rows = await em.find(LinkedAccountEntity, { user_id: user.id }, { orderBy: { created_at: 'asc' } })
  return rows.map((row) => presentLink(row))
}

export async function getMyAccount(ctx: UserContext, id: string): Promise<LinkedAccount> {
  return presentLink(await load(ctx, id))
}

/**
 * Returns the URL to which the client navigates to link an account. This call is a POST, because another website
 * could trick the user into opening a GET link. Linking adds a sign-in method, so it requires a proof of identity
 * besides the session.
 */
export async function linkAccount(
  ctx: UserContext,
  {
    provider: name,
    next_path,
    ...proof
  }: { provider: SignInProvider; next_path: string } & IdentityProofBody,
): Promise<{ url: string }> {
  const provider = getEnabledProvider(ctx, name)
  if (provider === null) throw authError(providerNotConfiguredErrors[name])
  await proveIdentity(ctx, proof)
  const authorization = await createAuthorizationState(ctx, name, { next_path, linking_user_id: ctx.user.id })
  const address = await catchProviderError(ctx, name, () => provider.addressFor(authorization))
  if ('problem' in address) throw authError(address.problem)
  return { url: address.value }
}

/**
 * Removes a linked account. Sessions that began with this account do not end. The settings screen lists these
 * sessions, so that the user can end them.
 */
export async function unlinkAccount(
  ctx: UserContext,
  id: string,
  proof: IdentityProofBody,
): Promise<undefined> {
  await findUnlinkable(ctx, id)
  await proveIdentity(ctx, proof)
  await ctx.writing(async (em) => {
    const inner = { ...ctx, em }
    // The lock prevents two concurrent requests from removing the last two sign-in methods.
    await query(em).selectFrom('users').select('id').where('id', '=', ctx.user.id).forUpdate().execute()
    const link = await findUnlinkable(inner, id)
    em.remove(link)
    await em.flush()
    await sendAccountUnlinkedEmail(inner, ctx.user.email, link.provider)
    ctx.log.info({ user_id: ctx.user.id, provider: link.provider }, 'account elsewhere unlinked')
    inner.afterCommit(() => ctx.bus.publish(sessionsChannel, ctx.user.id))
  })
}

async function findUnlinkable(ctx: UserContext, id: string) {
  const link = await load(ctx, id)
  if (!(await hasOtherWay(ctx, link.id))) throw authError('LAST_WAY_IN')
  return link
}

/**
 * Returns true when the user can also sign in without the linked account `id`: by a password, by an emailed code that
 * can be sent, or by another linked account. Only enabled sign-in methods count.
 */
async function hasOtherWay(ctx: UserContext, id: string): Promise<boolean> {
  const { em, user, settings, config } = ctx
  const open = enabledSignInMethods(settings.get)
  if (open.includes('code') && isMailServerConfigured(config, settings.get)) return true
  const account = await findAccount(em, user.email)
  if (open.includes('password') && account !== undefined && !account.is_password_autoset) return true
  const others = await em.find(LinkedAccountEntity, { user_id: user.id, id: { $ne: id } })
  return others.some(({ provider }) => open.includes(provider))
}

/**
 * Returns the external account that can be linked. `offered` is null when there is none or when it belongs to
 * another user.
 */
export async function getOfferedAccount(ctx: UserContext): Promise<{ offered: LinkableAccount | null }> {
  const offer = await findOfferedAccount(ctx, ctx.user.id)
  if (offer === null) return { offered: null }
  const { provider, name, email } = offer.identity
  const { next_path } = offer
  const needs_proof = !(await hasSignedInSince(ctx, offer.offered_at))
  return {
    offered: presentRow(linkableAccount, { provider, name, email: email ?? name, next_path, needs_proof }),
  }
}

/**
 * Links the offered account. A user who signed in after the offer needs no further proof of identity. A user
 * who was already signed in before the offer must prove their identity.
 */
export async function acceptOfferedAccount(
  ctx: UserContext,
  proof: IdentityProofBody,
): Promise<LinkedAccount> {
  const offer = await findOfferedAccount(ctx, ctx.user.id)
  if (offer === null) throw authError('PROVIDER_SIGN_IN_OVER')
  if (!(await hasSignedInSince(ctx, offer.offered_at))) await proveIdentity(ctx, proof)
  if (!(await deleteAccountLinkOffer(ctx))) throw authError('PROVIDER_SIGN_IN_OVER')
  const link = await linkIdentityToUser(ctx, offer.identity, ctx.user)
  if (link === null) throw authError('ACCOUNT_LINKED_ELSEWHERE')
  return presentLink(link)
}

export async function declineOfferedAccount(ctx: UserContext): Promise<undefined> {
  await deleteAccountLinkOffer(ctx)
}

async function hasSignedInSince({ em, http }: UserContext, moment: Date): Promise<boolean> {
  const session = await query(em)
    .selectFrom('sessions')
    .select('created_at')
    .where('token_hash', '=', hashToken(http.session_token ?? ''))
    .where('created_at', '>=', moment)
    .executeTakeFirst()
  return session !== undefined
}

async function load({ em, user }: UserContext, id: string) {
  const link = await em.findOne(LinkedAccountEntity, { id, user_id: user.id })
  if (link === null) throw notFound()
  return link
}

function presentLink(row: { user_id: string }): LinkedAccount {
  return presentRow(linkedAccount, { ...row, user: row.user_id })
}
