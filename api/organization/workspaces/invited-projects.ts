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

type ProjectChoice = Pick<WorkspaceInvite, 'project_ids' | 'project_choosers'>

/**
 * Returns the projects of an invitation after the caller chose these projects. Earlier projects that the caller does
 * not administer stay, because the caller may not even know them.
 */
export async function chooseInvitedProjects(
  ctx: WorkspaceContext,
  before: ProjectChoice,
  chosen: readonly string[],
): Promise<ProjectChoice> {
  const { em, user, workspace } = ctx
  const own = await selectAdministeredProjects(em, user.id, workspace.id, before.project_ids)
  const replaced = new Set([...own, ...chosen])
  const others = before.project_ids.filter((id) => !replaced.has(id))
  const choosers = [
    ...Object.entries(before.project_choosers).filter(([id]) => others.includes(id)),
    ...chosen.map((id) => [id, user.id] as const),
  ]
  return {
    project_ids: [...new Set([...others, ...chosen])],
    project_choosers: Object.fromEntries(choosers),
  }
}

/**
 * Adds a new member of the workspace to the projects of the invitation. Projects are left out if they were deleted, or
 * if the user who chose them is no longer their admin. An open invitation does not name the person, so it adds nobody
 * to a project from which an admin removed them, and does not raise an earlier role in a project.
 */
export async function joinInvitedProjects(
  em: EntityManager,
  invite: WorkspaceInvite,
  userId: string,
  workspaceRole: Role,
): Promise<void> {
  const { email, workspace_id, project_ids } = invite
  if (project_ids.length === 0) return
  const former = email === null ? await loadFormerProjectMembers(em, userId, project_ids) : null
  for (const { id, chosen_by } of await selectJoinableProjects(em, invite)) {
    const before = former?.get(id)
    if (before != null && before.removed_by !== null) continue
    const isGuest = invite.role === role.guest || before?.original_role === role.guest
    await joinProject(
      em,
      { id, workspace_id },
      {
        user_id: userId,
        role: effectiveProjectRole(workspaceRole, isGuest ? role.guest : role.member),
        by: chosen_by,
      },
    )
  }
}

/** Returns the projects of the invitation that are still administered by the users who chose them. */
async function selectJoinableProjects(
  em: EntityManager,
  { workspace_id, project_ids, project_choosers }: WorkspaceInvite,
): Promise<{ id: string; chosen_by: string }[]> {
  const found: { id: string; chosen_by: string }[] = []
  for (const chosen_by of new Set(Object.values(project_choosers))) {
    const chosen = project_ids.filter((id) => project_choosers[id] === chosen_by)
    for (const id of await selectAdministeredProjects(em, chosen_by, workspace_id, chosen))
      found.push({ id, chosen_by })
  }
  return found
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
