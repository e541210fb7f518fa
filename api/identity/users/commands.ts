import type { userCalls } from '#common/identity/users/calls.ts'
import type { Me, Profile } from '#common/identity/users/schema.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { invalid, notFound } from '#common/platform/errors.ts'
import { findWorkspace } from '../../access/access.ts'
import type { UserContext } from '../../platform/context/context.ts'
import { ProfileEntity, type Profile as ProfileRow, UserEntity } from './entity.ts'
import { presentMe, presentProfile } from './present-me.ts'

export async function updateMe(
  { em, user }: UserContext,
  input: BodyOf<typeof userCalls.updateMe>,
): Promise<Me> {
  const row = await em.findOne(UserEntity, { id: user.id })
  if (row === null) throw notFound()
  const { cover_image, cover_image_url = cover_image, ...plain } = input
  em.assign(row, { ...plain, ...(cover_image_url !== undefined && { cover_image_url }) })
  await em.flush()
  return presentMe(row)
}

export async function updateProfile(
  ctx: UserContext,
  input: BodyOf<typeof userCalls.updateProfile>,
): Promise<Profile> {
  const { onboarding_step, product_tour, ...plain } = input
  const { last_workspace_id: id } = plain
  if (id && (await findWorkspace(ctx.em, ctx.user.id, { id })) === null) {
    throw invalid('last_workspace_id', 'You are not a member of this workspace.')
  }
  const row = await ownProfile(ctx)
  Object.assign(row, plain)
  // Merge with the stored steps, because each request sends only some of them.
  if (onboarding_step !== undefined) row.onboarding_step = { ...row.onboarding_step, ...onboarding_step }
  if (plain.is_onboarded) completeOnboarding(row)
  if (product_tour !== undefined) row.product_tour = { ...row.product_tour, ...product_tour }
  await ctx.em.flush()
  return presentProfile(row)
}

export async function setOnboarded(ctx: UserContext, is_onboarded: boolean) {
  const row = await ownProfile(ctx)
  row.is_onboarded = is_onboarded
  if (is_onboarded) completeOnboarding(row)
  await ctx.em.flush()
  return { message: 'Updated successfully' }
}

export async function setTourCompleted(ctx: UserContext, is_tour_completed: boolean) {
  Object.assign(await ownProfile(ctx), { is_tour_completed })
  await ctx.em.flush()
  return { message: 'Updated successfully' }
}

/**
 * Marks all steps of the onboarding as done. A user may finish the onboarding without all of its steps, and
 * clients must not offer the skipped steps again.
 */
function completeOnboarding(row: ProfileRow): void {
  row.onboarding_step = {
    ...row.onboarding_step,
    profile_complete: true,
    workspace_create: true,
    workspace_invite: true,
    workspace_join: true,
  }
}

async function ownProfile({ em, user }: UserContext): Promise<ProfileRow> {
  const row = await em.findOne(ProfileEntity, { user_id: user.id })
  if (row === null) throw notFound()
  return row
}
