import type { EntityManager } from '@mikro-orm/postgresql'
import { notFound } from '#common/platform/errors.ts'
import { endAllSessions } from '../../identity/sign-in/sessions.ts'
import { ProfileEntity, UserEntity } from '../../identity/users/entity.ts'
import type { UserContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { leaveAllWorkspaces, lockMembershipsAndAccount } from './leave-workspaces.ts'
import { mailAccountDeactivated } from './mails.ts'
import { removePendingAccess } from './remove-pending-access.ts'

/**
 * Deactivates the caller's account. Ends the user's access and notifications. The user's content does not
 * change and still shows the user's name. `reactivateAccountOnSignIn` reactivates the account.
 */
export async function deactivateMe(ctx: UserContext): Promise<undefined> {
  const { em, user } = ctx
  await lockMembershipsAndAccount(ctx)
  await leaveAllWorkspaces(ctx)
  const account = await em.findOne(UserEntity, { id: user.id })
  if (account === null) throw notFound()
  Object.assign(account, {
    is_active: false,
    deactivated_by: user.id,
    password_hash: null,
    is_password_autoset: true,
  })
  await resetOnboarding(em, user.id)
  await em.flush()
  await endPendingAccess(em, user)
  await endAllSessions(ctx, em, user.id)
  await mailAccountDeactivated(ctx, user.email)
  ctx.http.clearSession()
  ctx.log.info({ user_id: user.id }, 'account deactivated by its person')
}

/** Resets the onboarding, so that the user sees it again after the account is reactivated. */
async function resetOnboarding(em: EntityManager, userId: string): Promise<void> {
  const profile = await em.findOne(ProfileEntity, { user_id: userId })
  if (profile === null) return
  em.assign(profile, {
    last_workspace_id: null,
    is_onboarded: false,
    is_tour_completed: false,
    onboarding_step: {
      profile_complete: false,
      workspace_create: false,
      workspace_invite: false,
      workspace_join: false,
    },
  })
}

/** Ends API tokens, calendar feeds, emailed codes and links, invitations to the user's address and pending notifications. */
async function endPendingAccess(em: EntityManager, person: { id: string; email: string }): Promise<void> {
  const { id } = person
  const db = query(em)
  await db
    .updateTable('api_tokens')
    .set({ is_active: false, updated_at: new Date() })
    .where('user_id', '=', id)
    .execute()
  await db.deleteFrom('calendar_feeds').where('user_id', '=', id).execute()
  await removePendingAccess(em, person)
  await db
    .updateTable('notification_receipts')
    .set({ unmailed_since: null, unpushed_since: null })
    .where('receiver', '=', id)
    .where((row) => row.or([row('unmailed_since', 'is not', null), row('unpushed_since', 'is not', null)]))
    .execute()
}
