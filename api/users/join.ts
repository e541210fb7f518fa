import { AppError, notFound } from '#common/errors.ts'
import { role } from '#common/roles.ts'
import type { UserContext, WorkspaceContext } from '../context.ts'
import { ProjectEntity, ProjectMemberEntity } from '../projects/entity.ts'
import { joinProject } from '../projects/join.ts'
import { lockInvitation, respond } from '../workspaces/answer-invitation.ts'
import { WorkspaceInviteEntity } from '../workspaces/entity.ts'
import { pendingInvites } from './workspaces.ts'

/** Ids of others' or answered invitations are passed over; an address that is not verified has none. */
export async function acceptMyInvitations(ctx: UserContext, ids: string[]): Promise<undefined> {
  const { em, user } = ctx
  if (ids.length === 0) return
  const own = await pendingInvites(em, user.id)
    .select(['i.id', 'i.workspace_id'])
    .where('i.id', 'in', ids)
    .orderBy('i.workspace_id')
    .execute()
  for (const { id, workspace_id } of own) {
    await lockInvitation(em, { id, workspace_id })
    const invite = await em.findOne(WorkspaceInviteEntity, { id, responded_at: null })
    if (invite !== null) await respond(ctx, invite, true)
  }
}

/** The role is that of the workspace. What only admins may join answers others as what is not there. */
export async function joinProjects(ctx: WorkspaceContext, ids: string[]): Promise<{ message: string }> {
  const { em, user, workspace } = ctx
  const wanted = [...new Set(ids)]
  const projects = await em.find(ProjectEntity, {
    id: { $in: wanted },
    workspace_id: workspace.id,
    deleted_at: null,
  })
  const joined = await em.find(ProjectMemberEntity, {
    project_id: { $in: wanted },
    member_id: user.id,
    is_active: true,
  })
  const inside = new Set(joined.map((member) => member.project_id))
  const isAdmin = workspace.role === role.admin
  const open = projects.filter(({ id, network }) => isAdmin || network === 2 || inside.has(id))
  if (open.length < wanted.length) {
    if (isAdmin) throw notFound()
    throw new AppError('forbidden', 'Only workspace admins can join private project')
  }
  for (const project of open) {
    if (!inside.has(project.id))
      await joinProject(em, project, { user_id: user.id, role: workspace.role, by: user.id })
  }
  return { message: 'Projects joined successfully' }
}
