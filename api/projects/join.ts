import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { AppError, notFound } from '#common/errors.ts'
import { newId } from '#common/ids.ts'
import { type Role, role } from '#common/roles.ts'
import { findableProjects } from '../access/access.ts'
import { lockWorkspace } from '../access/lock-memberships.ts'
import type { WorkspaceContext } from '../context.ts'
import { type ProjectMember, ProjectMemberEntity } from './entity.ts'
import { topOfSidebar } from './sidebar.ts'

interface Joining {
  user_id: string
  role: Role
  by: string
}

/** Makes someone an active member with this role, reviving an old membership; it comes first in their sidebar. */
export async function joinProject(
  em: EntityManager,
  project: { id: string; workspace_id: string },
  { user_id, role: given, by }: Joining,
): Promise<ProjectMember> {
  const known = await em.findOne(ProjectMemberEntity, { project_id: project.id, member_id: user_id })
  const values = { role: given, original_role: given, is_active: true, updated_by: by }
  if (known !== null) {
    em.assign(known, values)
    await em.flush()
    return known
  }
  const made = em.create(ProjectMemberEntity, {
    ...values,
    id: newId(),
    workspace_id: project.workspace_id,
    project_id: project.id,
    member_id: user_id,
    sort_order: await topOfSidebar(em, project.workspace_id, user_id),
    created_by: by,
  })
  await em.flush()
  return made
}

/** The role is that of the workspace. What only admins may join answers others as what is not there. */
export async function joinProjects(ctx: WorkspaceContext, ids: string[]): Promise<{ message: string }> {
  const { em, user, workspace } = await lockWorkspace(ctx)
  const wanted = [...new Set(ids)]
  const found = await findableProjects(em, user.id, workspace)
    .where(sql<boolean>`project_id = any(${wanted}::uuid[])`)
    .execute()
  if (found.length < wanted.length) {
    if (workspace.role === role.admin) throw notFound()
    throw new AppError('forbidden', 'Only workspace admins can join private project')
  }
  for (const { project_id, member_role } of found) {
    const project = { id: project_id, workspace_id: workspace.id }
    if (member_role === null)
      await joinProject(em, project, { user_id: user.id, role: workspace.role, by: user.id })
  }
  return { message: 'Projects joined successfully' }
}
