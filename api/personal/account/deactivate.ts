import type { EntityManager } from '@mikro-orm/postgresql'
import { notFound } from '#common/platform/errors.ts'
import { endAllSessions } from '../../identity/sign-in/sessions.ts'
import { ProfileEntity, UserEntity } from '../../identity/users/entity.ts'
import type { UserContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { holdAll, leaveAll } from './leave-all.ts'
import { mailDeactivated } from './mails.ts'
import { removeWhatWaits } from './what-waits.ts'

/** What a person has made stays, under their name; what lets them in, or tells them of something, ends. They may come back, by `comeBack`. */
export async function deactivateMe(ctx: UserContext): Promise<undefined> {
  const { em, user } = ctx
  await holdAll(ctx)
  await leaveAll(ctx)
  const account = await em.findOne(UserEntity, { id: user.id })
  if (account === null) throw notFound()
  Object.assign(account, {
    is_active: false,
    deactivated_by: user.id,
    password_hash: null,
    is_password_autoset: true,
  })
  await beginAnew(em, user.id)
  await em.flush()
  await endWhatWaits(em, user)
  await endAllSessions(ctx, em, user.id)
  await mailDeactivated(ctx, user.email)
  ctx.http.clearSession()
  ctx.log.info({ user_id: user.id }, 'account deactivated by its person')
}

/** Whoever comes back is led through the first steps again. */
async function beginAnew(em: EntityManager, userId: string): Promise<void> {
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

/** Tokens, codes and links that were mailed, invitations to their address, and what is to be told of what happened. */
async function endWhatWaits(em: EntityManager, person: { id: string; email: string }): Promise<void> {
  const { id } = person
  const db = query(em)
  await db
    .updateTable('api_tokens')
    .set({ is_active: false, updated_at: new Date() })
    .where('user_id', '=', id)
    .execute()
  await removeWhatWaits(em, person)
  await db
    .updateTable('notification_receipts')
    .set({ unmailed_since: null, unpushed_since: null })
    .where('receiver', '=', id)
    .where((row) => row.or([row('unmailed_since', 'is not', null), row('unpushed_since', 'is not', null)]))
    .execute()
}
