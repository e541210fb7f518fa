import type { workspaceCalls } from '#common/organization/workspaces/calls.ts'
import { workspaceSlugProblem } from '#common/organization/workspaces/rules.ts'
import type { WorkspaceResponse } from '#common/organization/workspaces/schema.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { AppError, forbidden } from '#common/platform/errors.ts'
import { role } from '#common/platform/roles.ts'
import type { UserContext, WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { insertWorkspace } from './insert-workspace.ts'
import { loadWorkspace } from './membership.ts'
import { presentWorkspace } from './queries.ts'

type CreateInput = BodyOf<typeof workspaceCalls.createWorkspace>
type UpdateInput = BodyOf<typeof workspaceCalls.updateWorkspace>

export async function createWorkspace(ctx: UserContext, input: CreateInput): Promise<WorkspaceResponse> {
  const { em, user } = ctx
  if (!canCreateWorkspaces(ctx)) throw forbidden('Workspace creation is not allowed')
  if (await slugIsTaken(ctx, input.slug)) throw slugTaken()
  // New projects copy this time zone, and the days of their cycles are days in it.
  const workspace = await insertWorkspace(em, { ...input, owner: user.id, timezone: user.timezone })
  return presentWorkspace(ctx, workspace, role.admin)
}

/**
 * Returns true if the user may create workspaces. An instance setting can restrict this to instance admins.
 */
export function canCreateWorkspaces({ settings, user }: UserContext): boolean {
  return user.is_instance_admin || !settings.get('DISABLE_WORKSPACE_CREATION')
}

/** Returns `status: true` when the slug is valid and free. */
export async function checkWorkspaceSlug(ctx: UserContext, slug: string): Promise<{ status: boolean }> {
  return { status: workspaceSlugProblem(slug) === null && !(await slugIsTaken(ctx, slug)) }
}

export async function updateWorkspace(ctx: WorkspaceContext, input: UpdateInput): Promise<WorkspaceResponse> {
  const workspace = await loadWorkspace(ctx)
  if (input.requires_second_factor && !(await hasSecondFactor(ctx)))
    throw new AppError('conflict', 'Set up two-factor authentication for your account first.')
  ctx.em.assign(workspace, input)
  workspace.updated_by = ctx.user.id
  await ctx.em.flush()
  return presentWorkspace(ctx, workspace, ctx.workspace.role)
}

/**
 * Returns true if the admin has two-factor authentication. An admin without it must not require it for the
 * workspace, because the requirement would lock the admin out.
 */
async function hasSecondFactor({ em, user }: UserContext): Promise<boolean> {
  const { has_second_factor } = await query(em)
    .selectFrom('users')
    .select('has_second_factor')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  return has_second_factor
}

async function slugIsTaken(ctx: UserContext, slug: string): Promise<boolean> {
  const found = await query(ctx.em)
    .selectFrom('workspaces')
    .select('id')
    .where('slug', '=', slug)
    .executeTakeFirst()
  return found !== undefined
}

function slugTaken(): AppError {
  const message = 'The workspace with the slug already exists'
  return new AppError('conflict', message, { fields: { slug: [message] } })
}
