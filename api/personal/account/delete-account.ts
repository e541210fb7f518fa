import { randomBytes } from 'node:crypto'
import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { IdentityProofBody } from '#common/identity/sign-in/two-factor/schema.ts'
import { deletedUserName } from '#common/identity/users/rules.ts'
import { notFound } from '#common/platform/errors.ts'
import { endAllSessions } from '../../identity/sign-in/sessions.ts'
import { proveIdentity } from '../../identity/sign-in/two-factor/prove-identity.ts'
import { type User, UserEntity } from '../../identity/users/entity.ts'
import { FavoriteEntity } from '../../organization/favorites/entity.ts'
import { markWorkspaceDeleted } from '../../organization/workspaces/delete-workspace.ts'
import { workspaceIdsEverJoinedSql } from '../../organization/workspaces/membership.ts'
import { workspacesWithSingleMemberSql } from '../../organization/workspaces/sole-admin.ts'
import { PageWatchEntity } from '../../pages/pages/watch-entity.ts'
import { RecentVisitEntity } from '../../pages/recent-visits/entity.ts'
import { DashboardEntity } from '../../planning/dashboards/entity.ts'
import type { UserContext } from '../../platform/context/context.ts'
import { defineEvent, emitEvent } from '../../platform/db/events.ts'
import { query } from '../../platform/db/orm.ts'
import { ReminderEntity } from '../../work/reminders/entity.ts'
import { UserPropertiesEntity } from '../../work/user-properties/entity.ts'
import { ViewEntity } from '../../work/views/entity.ts'
import { DraftEntity } from '../../work/work-items/drafts/entity.ts'
import { TimerEntity } from '../../work/worklogs/entity.ts'
import { HomePreferenceEntity, SidebarPreferenceEntity } from '../preferences/entity.ts'
import { QuickLinkEntity } from '../quick-links/entity.ts'
import { StickyEntity } from '../stickies/entity.ts'
import { handOverPrivatePages } from './hand-over-pages.ts'
import { leaveAllWorkspaces, lockMembershipsAndAccount } from './leave-workspaces.ts'
import { mailAccountDeleted } from './mails.ts'
import { removePendingAccess } from './remove-pending-access.ts'

/**
 * Deletes the caller's account. Name, address and private data are deleted. Shared content remains, under the
 * name "Deleted user". The address can be used again, and the deletion cannot be undone.
 */
export async function deleteAccount(ctx: UserContext, proof: IdentityProofBody): Promise<undefined> {
  const { email, id } = ctx.user
  await proveIdentity(ctx, proof)
  await ctx.writing(async (em) => {
    const inner = { ...ctx, em }
    await lockMembershipsAndAccount(inner)
    const user = await em.findOne(
      UserEntity,
      { id, is_active: true },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    )
    if (user === null) throw notFound()
    const { rows: alone } = await workspacesWithSingleMemberSql(id).execute(query(em))
    for (const workspace of alone) await markWorkspaceDeleted(inner, workspace.id, { notifiesAdmins: false })
    await leaveAllWorkspaces(inner)
    await deletePrivateData(em, id)
    await deleteCredentials(em, user)
    await anonymizeUser(em, user)
    await endAllSessions(inner, em, id)
    await mailAccountDeleted(inner, email, ctx.user.language)
  })
  ctx.http.clearSession()
  ctx.log.info({ user_id: id }, 'account deleted by its person')
}

/** Emitted before an account is deleted. Listeners adapt the shared content of the user, which is not deleted. */
export const accountDeleting = defineEvent<{ user_id: string }>('accounts.deleting')

/**
 * Deletes content that only this user could see. Private pages that are shared with other people are not
 * deleted. A cleanup job deletes the documents and files later.
 */
async function deletePrivateData(em: EntityManager, id: string): Promise<void> {
  const own = [
    ...(await handOverPrivatePages(em, id)),
    ...(await em.find(ViewEntity, { owned_by: id, access: 0 })),
    ...(await em.find(DashboardEntity, { owned_by: id, access: 0 })),
    ...(await em.find(DraftEntity, { created_by: id })),
    ...(await em.find(StickyEntity, { owner: id })),
    ...(await em.find(QuickLinkEntity, { owner: id })),
    ...(await em.find(FavoriteEntity, { user_id: id })),
    ...(await em.find(RecentVisitEntity, { user_id: id })),
    ...(await em.find(PageWatchEntity, { user_id: id })),
    ...(await em.find(HomePreferenceEntity, { user_id: id })),
    ...(await em.find(SidebarPreferenceEntity, { user_id: id })),
    ...(await em.find(UserPropertiesEntity, { user_id: id })),
    ...(await em.find(TimerEntity, { user_id: id })),
    ...(await em.find(ReminderEntity, { user_id: id })),
  ]
  for (const row of own) em.remove(row)
  await em.flush()
  await emitEvent(em, accountDeleting, { user_id: id })
}

/**
 * Deletes everything that the user can sign in with, and all emails and invitations that wait for the user.
 */
async function deleteCredentials(em: EntityManager, user: User): Promise<void> {
  const { id } = user
  const db = query(em)
  for (const table of credentialTables) await db.deleteFrom(table).where('user_id', '=', id).execute()
  await db.deleteFrom('notification_receipts').where('receiver', '=', id).execute()
  await removePendingAccess(em, user)
}

const credentialTables = [
  ...([
    'api_tokens',
    'calendar_feeds',
    'linked_accounts',
    'github_authorizations',
    'offered_accounts',
    'totp_factors',
    'recovery_codes',
    'passkeys',
  ] as const),
  ...(['sign_in_challenges', 'push_devices', 'notification_preferences', 'profiles'] as const),
]

/** Removes the personal data from the user's row. The row remains, because other rows refer to it. */
async function anonymizeUser(em: EntityManager, user: User): Promise<void> {
  const { id } = user
  Object.assign(user, {
    // Nobody can own or guess this address: the domain `.invalid` is reserved, and the first part is random.
    email: `${randomBytes(16).toString('hex')}@deleted.invalid`,
    username: randomBytes(16).toString('hex'),
    display_name: deletedUserName,
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
  // Replace the name in the history of work items too, because the history stores names of assignees.
  for (const which of ['old', 'new'] as const) {
    const [value, identifier] = [sql.ref(`${which}_value`), sql.ref(`${which}_identifier`)]
    await sql`update work_item_activities set ${value} = ${deletedUserName}
      where workspace_id in (${workspaceIdsEverJoinedSql(id)}) and ${identifier} = ${id}`.execute(query(em))
  }
}
