import type { AuthErrorName } from '#common/identity/sign-in/errors.ts'
import type { providerCalls } from '#common/identity/sign-in/provider-calls.ts'
import { offeredAccountPage, type SignInProvider } from '#common/identity/sign-in/providers.ts'
import type { QueryOf } from '#common/platform/call.ts'
import { type Context, Redirect } from '../../../platform/context/context.ts'
import { query } from '../../../platform/db/orm.ts'
import { createAccount, findAccount } from '../accounts.ts'
import { enter, entered } from '../enter.ts'
import { signUpProblem } from '../open-ways.ts'
import { refused } from '../redirects.ts'
import { holdAccount } from '../sessions.ts'
import { onlyOnce, signInPage } from '../sign-in.ts'
import type { Identity } from './identity.ts'
import { findLink, linkFor, noteUse, takeLink } from './links.ts'
import { notConfigured, openProvider } from './open-provider.ts'
import { orProblem } from './or-problem.ts'
import { noteSuccess } from './problems.ts'
import { type Arrived, beginTrip, endTrip, offerAccount, tripOf } from './trips.ts'

/** Sends the browser to the provider. */
export async function enterByProvider(
  ctx: Context,
  name: SignInProvider,
  next_path: string | undefined,
): Promise<Redirect> {
  const provider = openProvider(ctx, name)
  if (provider === null) return refused(signInPage, notConfigured[name], { next_path })
  const trip = await beginTrip(ctx, name, { next_path, linking_user_id: null })
  const address = await orProblem(ctx, name, () => provider.addressFor(trip))
  return 'problem' in address
    ? refused(signInPage, address.problem, { next_path })
    : new Redirect(address.value)
}

/** Back from there: whoever it is comes in, is asked whether the account is theirs, or has linked it. */
export async function returnFromProvider(
  ctx: Context,
  name: SignInProvider,
  answer: QueryOf<typeof providerCalls.returnFromProvider>,
): Promise<Redirect> {
  const arrived = await endTrip(ctx, name, answer.state ?? '')
  if (arrived === null) return refused(signInPage, 'PROVIDER_SIGN_IN_OVER')
  const isLinking = arrived.linking_user_id !== null
  const page = isLinking ? (arrived.next_path ?? '/') : signInPage
  const refuse = (problem: AuthErrorName) =>
    refused(page, problem, isLinking ? {} : { next_path: arrived.next_path ?? undefined })
  // Signed in as somebody else meanwhile, or not at all.
  if (isLinking && arrived.linking_user_id !== ctx.user?.id) return refuse('PROVIDER_SIGN_IN_OVER')
  const provider = openProvider(ctx, name)
  if (provider === null) return refuse(notConfigured[name])
  if (answer.error === 'access_denied') return refuse('PROVIDER_SIGN_IN_CANCELLED')
  const told = new URLSearchParams(Object.entries(answer))
  const identified = await orProblem(
    ctx,
    name,
    async () => arrived.identity ?? provider.identify(tripOf(ctx, name, answer.state ?? ''), told),
  )
  if ('problem' in identified) return refuse(identified.problem)
  noteSuccess(ctx.web, name)
  return arrived.linking_user_id === null
    ? enterAs(ctx, identified.value, arrived, refuse)
    : linkTo(ctx, identified.value, page, refuse)
}

type Refuse = (problem: AuthErrorName) => Redirect

async function enterAs(
  ctx: Context,
  identity: Identity,
  arrived: Arrived,
  refuse: Refuse,
): Promise<Redirect> {
  const link = await findLink(ctx.em, identity)
  if (link !== undefined) return enterLinked(ctx, identity, link.user_id, arrived, refuse)
  const { email } = identity
  if (email === null) return refuse('PROVIDER_EMAIL_NOT_VERIFIED')
  const account = await findAccount(ctx.em, email)
  if (account !== undefined && !account.is_active) return refuse('USER_ACCOUNT_DEACTIVATED')
  if (account !== undefined) return askWhose(ctx, { ...identity, email }, account.id, arrived)
  const closed = await signUpProblem(ctx, email)
  if (closed !== null) return refuse(closed)
  const way = await onlyOnce(() =>
    ctx.writing(async (em) => {
      const user = await createAccount(em, { email, password_hash: null, is_email_verified: true })
      const { first_name, last_name } = identity
      Object.assign(user, { first_name, last_name })
      await linkFor(em, identity, user.id)
      return enter(ctx, em, user, identity.provider)
    }),
  )
  return way === null ? refuse('USER_ALREADY_EXIST') : entered(ctx, way, arrived.next_path ?? undefined)
}

/** Whatever address the provider tells by now: whoever was linked is who they were. */
async function enterLinked(
  ctx: Context,
  identity: Identity,
  userId: string,
  { next_path }: Arrived,
  refuse: Refuse,
): Promise<Redirect> {
  const account = await query(ctx.em)
    .selectFrom('users')
    .select(['id', 'password_hash', 'is_active'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!account?.is_active) return refuse('USER_ACCOUNT_DEACTIVATED')
  const way = await ctx.writing(async (em) => {
    const user = await holdAccount(em, account.id, account.password_hash)
    // Unlinked meanwhile it opens nothing.
    if (user === null || !(await noteUse(em, identity, user.id))) return null
    return enter(ctx, em, user, identity.provider)
  })
  return way === null ? refuse('PROVIDER_SIGN_IN_OVER') : entered(ctx, way, next_path ?? undefined)
}

/**
 * The address has an account here, which proves nothing of who made that. So its person first comes in by their usual way, and then says
 * whether this is another way in.
 */
async function askWhose(
  ctx: Context,
  identity: Identity & { email: string },
  user_id: string,
  { next_path }: Arrived,
): Promise<Redirect> {
  await offerAccount(ctx, identity, { user_id, next_path })
  if (ctx.user?.id === user_id) return new Redirect(offeredAccountPage)
  const known = { email: identity.email, offered: identity.provider, next_path: offeredAccountPage }
  return new Redirect(`${signInPage}?${new URLSearchParams(known)}`)
}

async function linkTo(ctx: Context, identity: Identity, page: string, refuse: Refuse): Promise<Redirect> {
  const link = ctx.user === null ? null : await takeLink(ctx, identity, ctx.user)
  if (link === null) return refuse('ACCOUNT_LINKED_ELSEWHERE')
  return new Redirect(`${page}${page.includes('?') ? '&' : '?'}linked=${identity.provider}`)
}
