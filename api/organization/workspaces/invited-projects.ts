import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { effectiveProjectRole } from '#common/organization/projects/rules.ts'
import { invalid } from '#common/platform/errors.ts'
import { type Role, role } from '#common/platform/roles.ts'
import { accessibleProjects } from '../../access/access.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { joinProject, loadFormerProjectMembers } from '../projects/join.ts'
import type { WorkspaceInvite } from './entity.ts'

/** Throws unless the caller is an admin of all these projects, because only project admins may add people. */
export async function assertMayAddPeopleTo(ctx: WorkspaceContext, projectIds: string[]): Promise<void> {
  if (projectIds.length === 0) return
  const administered = await selectAdministeredProjects(ctx.em, ctx.user.id, ctx.workspace.id, projectIds)
  if (administered.length < new Set(projectIds).size)
    throw invalid('project_ids', 'You can only choose projects of which you are an admin.')
}

/** Returns the ids of the projects in which the caller has a role. */
export async function loadAccessibleProjectIds(ctx: WorkspaceContext): Promise<ReadonlySet<string>> {
  const rows = await accessibleProjects(ctx.em, ctx.user.id, { id: ctx.workspace.id }).execute()
  return new Set(rows.map(({ project_id }) => project_id))
}

/**
 * Adds a new member of the workspace to the projects of the invitation. Projects are left out if they were deleted, or
 * if the inviting user is no longer their admin. An open invitation does not name the person, so it adds nobody to a
 * project from which an admin removed them, and does not raise an earlier role in a project.
 */
export async function joinInvitedProjects(
  em: EntityManager,
  invite: WorkspaceInvite,
  userId: string,
  workspaceRole: Role,
): Promise<void> {
  const { email, invited_by, workspace_id, project_ids } = invite
  if (invited_by === null || project_ids.length === 0) return
  const former = email === null ? await loadFormerProjectMembers(em, userId, project_ids) : null
  for (const id of await selectAdministeredProjects(em, invited_by, workspace_id, project_ids)) {
    const before = former?.get(id)
    if (before != null && before.removed_by !== null) continue
    const given = before?.original_role === role.guest ? role.guest : role.member
    await joinProject(
      em,
      { id, workspace_id },
      { user_id: userId, role: effectiveProjectRole(workspaceRole, given), by: invited_by },
    )
  }
}

async function selectAdministeredProjects(
  em: EntityManager,
  userId: string,
  workspaceId: string,
  projectIds: string[],
): Promise<string[]> {
  const rows = await accessibleProjects(em, userId, { id: workspaceId })
    .where(sql<boolean>`project_id = any(${projectIds}::uuid[])`)
    .where('role', '=', role.admin)
    .execute()
  return rows.map(({ project_id }) => project_id)
}
