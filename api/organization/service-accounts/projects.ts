import { sql } from 'kysely'
import { effectiveProjectRole } from '#common/organization/projects/rules.ts'
import type { serviceAccountCalls } from '#common/organization/service-accounts/calls.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { invalid } from '#common/platform/errors.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { ProjectMemberEntity } from '../projects/entity.ts'
import { joinProject } from '../projects/join.ts'
import { WorkspaceMemberEntity } from '../workspaces/entity.ts'

type Assigned = NonNullable<BodyOf<typeof serviceAccountCalls.createServiceAccount>['projects']>

/**
 * Makes the service account a member of exactly these projects, with these roles. Memberships of deleted projects do not
 * change, so that they apply again when the project is restored.
 */
export async function setProjectsOfServiceAccount(
  ctx: WorkspaceContext,
  id: string,
  assigned: Assigned,
): Promise<void> {
  const { em, workspace, user } = ctx
  const wanted = new Map(assigned.map((one) => [one.project_id, one.role]))
  await assertProjectsExist(ctx, [...wanted.keys()])
  const { role: workspaceRole } = await em.findOneOrFail(WorkspaceMemberEntity, {
    workspace_id: workspace.id,
    member_id: id,
  })
  const members = await em.find(ProjectMemberEntity, {
    workspace_id: workspace.id,
    member_id: id,
    is_active: true,
  })
  const deleted = await deletedProjectsOf(ctx, id)
  for (const member of members.filter(({ project_id }) => !deleted.has(project_id))) {
    const role = wanted.get(member.project_id)
    wanted.delete(member.project_id)
    if (role === undefined) em.assign(member, { is_active: false, removed_by: user.id, updated_by: user.id })
    else if (role !== member.original_role) {
      const allowed = effectiveProjectRole(workspaceRole, role)
      em.assign(member, { role: allowed, original_role: role, updated_by: user.id })
    }
  }
  await em.flush()
  for (const [project_id, role] of wanted) {
    const project = { id: project_id, workspace_id: workspace.id }
    const allowed = effectiveProjectRole(workspaceRole, role)
    await joinProject(em, project, { user_id: id, role: allowed, original_role: role, by: user.id })
  }
}

async function deletedProjectsOf({ em, workspace }: WorkspaceContext, id: string): Promise<Set<string>> {
  const rows = await query(em)
    .selectFrom('project_members as m')
    .innerJoin('projects as p', 'p.id', 'm.project_id')
    .select('p.id')
    .where('m.member_id', '=', id)
    .where('p.workspace_id', '=', workspace.id)
    .where('p.deleted_at', 'is not', null)
    .execute()
  return new Set(rows.map((row) => row.id))
}

/** Workspace admins may add members to every project of the workspace. */
async function assertProjectsExist({ em, workspace }: WorkspaceContext, ids: string[]): Promise<void> {
  const found = await query(em)
    .selectFrom('projects')
    .select('id')
    .where('workspace_id', '=', workspace.id)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  if (found.length < ids.length) throw invalid('projects', 'A project does not exist in this workspace.')
}
