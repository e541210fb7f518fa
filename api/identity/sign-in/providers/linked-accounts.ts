import { authError } from '#common/identity/sign-in/errors.ts'
import type { SignInProvider } from '#common/identity/sign-in/providers.ts'
import type { ProofBody } from '#common/identity/sign-in/second-factor/schema.ts'
import { openMethods } from '#common/operation/instance/settings.ts'
import {
  type LinkedAccount,
  linkedAccount,
  type OfferedAccount,
  offeredAccount,
} from '#common/personal/account/schema.ts'
import { notFound } from '#common/platform/errors.ts'
import type { UserContext } from '../../../platform/context/context.ts'
import { query } from '../../../platform/db/orm.ts'
import { present } from '../../../platform/db/present.ts'
import { hashToken, sessionsChannel } from '../../../platform/http/session.ts'
import { mailsGoOut } from '../../../platform/mail/server.ts'
import { findAccount } from '../accounts.ts'
import { proveIdentity } from '../second-factor/prove.ts'
import { LinkedAccountEntity } from './entity.ts'
import { takeLink } from './links.ts'
import { mailUnlinked } from './mails.ts'
import { notConfigured, openProvider } from './open-provider.ts'
import { orProblem } from './or-problem.ts'
import { beginTrip, findOffer, forgetOffer } from './trips.ts'

export async function listMyAccounts({ em, user }: UserContext): Promise<LinkedAccount[]> {
  const rows = await em.find(LinkedAccountEntity, { user_id: user.id }, { orderBy: { created_at: 'asc' } })
  return rows.map((row) => presentLink(row))
}

export async function getMyAccount(ctx: UserContext, id: string): Promise<LinkedAccount> {
  return presentLink(await load(ctx, id))
}

/**
 * The browser goes there by itself: a post like this one cannot come from another site, as the link to an address could. It makes another way
 * in, which a session that was left open does not do for.
 */
export async function linkAccount(
  ctx: UserContext,
  { provider: name, next_path, ...proof }: { provider: SignInProvider; next_path: string } & ProofBody,
): Promise<{ url: string }> {
  const provider = openProvider(ctx, name)
  if (provider === null) throw authError(notConfigured[name])
  await proveIdentity(ctx, proof)
  const trip = await beginTrip(ctx, name, { next_path, linking_user_id: ctx.user.id })
  const address = await orProblem(ctx, name, () => provider.addressFor(trip))
  if ('problem' in address) throw authError(address.problem)
  return { url: address.value }
}

/** Sessions that began by it stay; the screen lists them beside. */
export async function unlinkAccount(ctx: UserContext, id: string, proof: ProofBody): Promise<undefined> {
  await unlinkable(ctx, id)
  await proveIdentity(ctx, proof)
  await ctx.writing(async (em) => {
    const inner = { ...ctx, em }
    // Held, so that of two ways in that are given up at once one is left.
    await query(em).selectFrom('users').select('id').where('id', '=', ctx.user.id).forUpdate().execute()
    const link = await unlinkable(inner, id)
    em.remove(link)
    await em.flush()
    await mailUnlinked(inner, ctx.user.email, link.provider)
    ctx.log.info({ user_id: ctx.user.id, provider: link.provider }, 'account elsewhere unlinked')
    inner.afterCommit(() => ctx.bus.publish(sessionsChannel, ctx.user.id))
  })
}

async function unlinkable(ctx: UserContext, id: string) {
  const link = await load(ctx, id)
  if (!(await hasOtherWay(ctx, link.id))) throw authError('LAST_WAY_IN')
  return link
}

/** A password, a code that really reaches them, or another account elsewhere: of the ways that are open in this installation. */
async function hasOtherWay(ctx: UserContext, id: string): Promise<boolean> {
  const { em, user, settings, config } = ctx
  const open = openMethods(settings.get)
  if (open.includes('code') && mailsGoOut(config, settings.get)) return true
  const account = await findAccount(em, user.email)
  if (open.includes('password') && account !== undefined && !account.is_password_autoset) return true
  const others = await em.find(LinkedAccountEntity, { user_id: user.id, id: { $ne: id } })
  return others.some(({ provider }) => open.includes(provider))
}

/** Null when none is, or it is offered to somebody else. */
export async function getOfferedAccount(ctx: UserContext): Promise<{ offered: OfferedAccount | null }> {
  const offer = await findOffer(ctx, ctx.user.id)
  if (offer === null) return { offered: null }
  const { provider, name, email } = offer.identity
  const { next_path } = offer
  const needs_proof = !(await hasSignedInSince(ctx, offer.offered_at))
  return {
    offered: present(offeredAccount, { provider, name, email: email ?? name, next_path, needs_proof }),
  }
}

/** By the usual way in, which is as good as any other proof; who was in before gives one. */
export async function acceptOfferedAccount(ctx: UserContext, proof: ProofBody): Promise<LinkedAccount> {
  const offer = await findOffer(ctx, ctx.user.id)
  if (offer === null) throw authError('PROVIDER_SIGN_IN_OVER')
  if (!(await hasSignedInSince(ctx, offer.offered_at))) await proveIdentity(ctx, proof)
  if (!(await forgetOffer(ctx))) throw authError('PROVIDER_SIGN_IN_OVER')
  const link = await takeLink(ctx, offer.identity, ctx.user)
  if (link === null) throw authError('ACCOUNT_LINKED_ELSEWHERE')
  return presentLink(link)
}

export async function declineOfferedAccount(ctx: UserContext): Promise<undefined> {
  await forgetOffer(ctx)
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
  return present(linkedAccount, { ...row, user: row.user_id })
}
