import type { BodyOf } from '#common/call.ts'
import { invalid, notFound } from '#common/errors.ts'
import type { userCalls } from '#common/users/calls.ts'
import { type Me, type Profile, profile } from '#common/users/schema.ts'
import type { UserContext } from '../context.ts'
import { query } from '../db/orm.ts'
import { present } from '../db/present.ts'
import { ProfileEntity, type Profile as ProfileRow, UserEntity } from './entity.ts'
import { presentMe } from './present-me.ts'

export async function updateMe(
  { em, user }: UserContext,
  input: BodyOf<typeof userCalls.updateMe>,
): Promise<Me> {
  const row = await em.findOne(UserEntity, { id: user.id })
  if (row === null) throw notFound()
  em.assign(row, input)
  await em.flush()
  return presentMe(row)
}

export async function updateProfile(
  ctx: UserContext,
  input: BodyOf<typeof userCalls.updateProfile>,
): Promise<Profile> {
  const { onboarding_step, ...plain } = input
  if (plain.last_workspace_id && !(await isMember(ctx, plain.last_workspace_id))) {
    throw invalid('last_workspace_id', 'You are not a member of this workspace.')
  }
  const row = await ownProfile(ctx)
  Object.assign(row, plain)
  // Each step of onboarding tells of itself alone.
  if (onboarding_step !== undefined) row.onboarding_step = { ...row.onboarding_step, ...onboarding_step }
  await ctx.em.flush()
  return present(profile, { ...row, user: row.user_id })
}

export async function setOnboarded(ctx: UserContext, is_onboarded: boolean) {
  Object.assign(await ownProfile(ctx), { is_onboarded })
  await ctx.em.flush()
  return { message: 'Updated successfully' }
}

export async function setTourCompleted(ctx: UserContext, is_tour_completed: boolean) {
  Object.assign(await ownProfile(ctx), { is_tour_completed })
  await ctx.em.flush()
  return { message: 'Updated successfully' }
}

async function ownProfile({ em, user }: UserContext): Promise<ProfileRow> {
  const row = await em.findOne(ProfileEntity, { user_id: user.id })
  if (row === null) throw notFound()
  return row
}

async function isMember({ em, user }: UserContext, workspaceId: string): Promise<boolean> {
  const row = await query(em)
    .selectFrom('workspace_members')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('member_id', '=', user.id)
    .where('is_active', '=', true)
    .executeTakeFirst()
  return row !== undefined
}
