import { randomBytes } from 'node:crypto'
import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { ProofBody } from '#common/identity/sign-in/second-factor/schema.ts'
import { deletedName } from '#common/identity/users/rules.ts'
import { notFound } from '#common/platform/errors.ts'
import { proveIdentity } from '../../identity/sign-in/second-factor/prove.ts'
import { endAllSessions } from '../../identity/sign-in/sessions.ts'
import { type User, UserEntity } from '../../identity/users/entity.ts'
import { FavoriteEntity } from '../../organization/favorites/entity.ts'
import { putAway } from '../../organization/workspaces/delete-workspace.ts'
import { workspacesEverOf } from '../../organization/workspaces/membership.ts'
import { aloneIn } from '../../organization/workspaces/sole-admin.ts'
import { PageEntity } from '../../pages/pages/entity.ts'
import { RecentVisitEntity } from '../../pages/recent-visits/entity.ts'
import type { UserContext } from '../../platform/context/context.ts'
import { emit, event } from '../../platform/db/events.ts'
import { query } from '../../platform/db/orm.ts'
import { UserPropertiesEntity } from '../../work/user-properties/entity.ts'
import { ViewEntity } from '../../work/views/entity.ts'
import { DraftEntity } from '../../work/work-items/drafts/entity.ts'
import { TimerEntity } from '../../work/worklogs/entity.ts'
import { HomePreferenceEntity, SidebarPreferenceEntity } from '../preferences/entity.ts'
import { QuickLinkEntity } from '../quick-links/entity.ts'
import { StickyEntity } from '../stickies/entity.ts'
import { holdAll, leaveAll } from './leave-all.ts'
import { mailDeleted } from './mails.ts'
import { removeWhatWaits } from './what-waits.ts'

/**
 * Deletes an account. What its person made for others stays, under the name of somebody deleted; name, address and all that was theirs alone go. The
 * address is free again, and nothing leads back.
 */
export async function deleteAccount(ctx: UserContext, proof: ProofBody): Promise<undefined> {
  const { email, id } = ctx.user
  await proveIdentity(ctx, proof)
  await ctx.writing(async (em) => {
    const inner = { ...ctx, em }
    await holdAll(inner)
    const user = await em.findOne(
      UserEntity,
      { id, is_active: true },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    )
    if (user === null) throw notFound()
    const { rows: alone } = await aloneIn(id).execute(query(em))
    for (const workspace of alone) await putAway(inner, workspace.id, { isTold: false })
    await leaveAll(inner)
    await removeOwn(em, id)
    await forgetEntrances(em, user)
    await forgetName(em, user)
    await endAllSessions(inner, em, id)
    await mailDeleted(inner, email)
  })
  ctx.http.clearSession()
  ctx.log.info({ user_id: id }, 'account deleted by its person')
}

/** An account is about to be deleted: what its person made for others stays and has nobody behind it. */
export const accountDeleting = event<{ user_id: string }>('accounts.deleting')

/** What nobody else could see or use. Its texts and pictures go as the server tidies up. */
async function removeOwn(em: EntityManager, id: string): Promise<void> {
  const own = [
    ...(await em.find(PageEntity, { owned_by: id, access: 1 })),
    ...(await em.find(ViewEntity, { owned_by: id, access: 0 })),
    ...(await em.find(DraftEntity, { created_by: id })),
    ...(await em.find(StickyEntity, { owner: id })),
    ...(await em.find(QuickLinkEntity, { owner: id })),
    ...(await em.find(FavoriteEntity, { user_id: id })),
    ...(await em.find(RecentVisitEntity, { user_id: id })),
    ...(await em.find(HomePreferenceEntity, { user_id: id })),
    ...(await em.find(SidebarPreferenceEntity, { user_id: id })),
    ...(await em.find(UserPropertiesEntity, { user_id: id })),
    ...(await em.find(TimerEntity, { user_id: id })),
  ]
  for (const row of own) em.remove(row)
  await em.flush()
  await emit(em, accountDeleting, { user_id: id })
}

/** Whatever lets somebody in, or waits for them. */
async function forgetEntrances(em: EntityManager, user: User): Promise<void> {
  const { id } = user
  const db = query(em)
  for (const table of entrances) await db.deleteFrom(table).where('user_id', '=', id).execute()
  await db.deleteFrom('notification_receipts').where('receiver', '=', id).execute()
  await removeWhatWaits(em, user)
}

const entrances = [
  ...([
    'api_tokens',
    'linked_accounts',
    'offered_accounts',
    'totp_factors',
    'recovery_codes',
    'passkeys',
  ] as const),
  ...(['sign_in_challenges', 'push_devices', 'notification_preferences', 'profiles'] as const),
]

/** The row stays, for what refers to it. */
async function forgetName(em: EntityManager, user: User): Promise<void> {
  const { id } = user
  Object.assign(user, {
    // Nobody has such an address, by the rules of the net, and nobody knows it beforehand to sign up with it.
    email: `${randomBytes(16).toString('hex')}@deleted.invalid`,
    username: randomBytes(16).toString('hex'),
    display_name: deletedName,
    first_name: '',
    last_name: '',
    avatar_url: null,
    cover_image_url: null,
    password_hash: null,
    is_password_autoset: true,
    is_active: false,
    deactivated_by: null,
    is_email_verified: false,
    has_second_factor: false,
    last_login_ip: null,
    last_logout_ip: null,
    erased_at: new Date(),
  })
  await em.flush()
  // The history of work items says whom somebody assigned, by name.
  for (const which of ['old', 'new'] as const) {
    const [value, identifier] = [sql.ref(`${which}_value`), sql.ref(`${which}_identifier`)]
    await sql`update work_item_activities set ${value} = ${deletedName}
      where workspace_id in (${workspacesEverOf(id)}) and ${identifier} = ${id}`.execute(query(em))
  }
}
