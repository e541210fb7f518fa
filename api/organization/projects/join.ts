import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { effectiveProjectRole } from '#common/organization/projects/rules.ts'
import { AppError, forbidden, notFound } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import { hasRoleAtLeast, type Role, role } from '#common/platform/roles.ts'
import { visibleOrJoinableProjects } from '../../access/access.ts'
import { lockWorkspaceAccess } from '../../access/lock-memberships.ts'
import { assertRoleAllowedForUser } from '../../identity/users/service-accounts.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { type ProjectMember, ProjectMemberEntity } from './entity.ts'
import { getTopSidebarPosition } from './sidebar.ts'

interface Joining {
  user_id: string
  role: Role
  /** The role that an admin assigned, if the workspace role limits it. The default is `role`. */
  original_role?: Role
  by: string
  /** The time at which the user joined. The default is the current time. */
  joined_at?: Date
}

/**
 * Adds the user with this role, or reactivates the user's old membership. The project becomes the first in
 * the user's sidebar.
 */
export async function joinProject(
  em: EntityManager,
  project: { id: string; workspace_id: string },
  { user_id, role: given, original_role = given, by, joined_at = new Date() }: Joining,
): Promise<ProjectMember> {
  await assertRoleAllowedForUser(em, user_id, given)
  const known = await em.findOne(ProjectMemberEntity, { project_id: project.id, member_id: user_id })
  const values = { role: given, original_role, is_active: true, removed_by: null, updated_by: by }
  if (known !== null) {
    em.assign(known, values)
    await em.flush()
    return known
  }
  const membership = em.create(ProjectMemberEntity, {
    ...values,
    id: newId(),
    workspace_id: project.workspace_id,
    project_id: project.id,
    member_id: user_id,
    sort_order: await getTopSidebarPosition(em, project.workspace_id, user_id),
    created_at: joined_at,
    created_by: by,
  })
  await em.flush()
  return membership
}

/**
 * Joins projects with the workspace role, or with the earlier project role if that is lower. A private
 * project returns the same error as a missing project. A user whom an admin removed cannot join without an
 * admin.
 */
export async function joinProjects(ctx: WorkspaceContext, ids: string[]): Promise<{ message: string }> {
  const { em, user, workspace } = await lockWorkspaceAccess(ctx)
  const wanted = [...new Set(ids)]
  const found = await visibleOrJoinableProjects(em, user.id, workspace)
    .where(sql<boolean>`project_id = any(${wanted}::uuid[])`)
    .execute()
  if (found.length < wanted.length) {
    if (workspace.role === role.admin) throw notFound()
    throw new AppError('forbidden', 'Only workspace admins can join private project')
  }
  const former = await loadFormerProjectMembers(em, user.id, wanted)
  if (workspace.role !== role.admin && [...former.values()].some(({ removed_by }) => removed_by !== null))
    throw forbidden('You were removed from this project. Ask one of its admins to add you again.')
  for (const { project_id, member_role } of found) {
    if (member_role !== null) continue
    const before = former.get(project_id)?.original_role ?? workspace.role
    const given = hasRoleAtLeast(before, workspace.role) ? workspace.role : before
    const project = { id: project_id, workspace_id: workspace.id }
    await joinProject(em, project, {
      user_id: user.id,
      role: effectiveProjectRole(workspace.role, given),
      by: user.id,
    })
  }
  return { message: 'Projects joined successfully' }
}

/** Returns the ended memberships of the user in these projects, by project. */
export async function loadFormerProjectMembers(em: EntityManager, userId: string, projectIds: string[]) {
  const rows = await query(em)
    .selectFrom('project_members')
    .select(['project_id', 'original_role', 'removed_by'])
    .where('member_id', '=', userId)
    .where(sql<boolean>`project_id = any(${projectIds}::uuid[])`)
    .where('is_active', '=', false)
    .execute()
  return new Map(rows.map((row) => [row.project_id, row]))
}
