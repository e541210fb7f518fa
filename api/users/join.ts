import { AppError, notFound } from '#common/errors.ts'
import { newId } from '#common/ids.ts'
import { firstPosition, positionStep } from '#common/positions.ts'
import { role } from '#common/roles.ts'
import type { UserContext, WorkspaceContext } from '../context.ts'
import { recordBatch } from '../db/change-feed.ts'
import { query } from '../db/orm.ts'
import { ProjectEntity, ProjectMemberEntity } from '../projects/entity.ts'
import { WorkspaceInviteEntity, WorkspaceMemberEntity } from '../workspaces/entity.ts'
import { UserEntity } from './entity.ts'

/** Ids of others' or answered invitations are passed over; an address that is not verified has none. */
export async function acceptMyInvitations({ em, user }: UserContext, ids: string[]): Promise<undefined> {
  const me = await em.findOneOrFail(UserEntity, { id: user.id })
  if (ids.length === 0 || !me.is_email_verified) return
  const invites = await em.find(WorkspaceInviteEntity, {
    id: { $in: ids },
    email: me.email,
    responded_at: null,
  })
  for (const invite of invites) {
    const { workspace_id, role: invited } = invite
    const member = await em.findOne(WorkspaceMemberEntity, { workspace_id, member_id: me.id })
    if (member === null) {
      const by = { created_by: me.id, updated_by: me.id }
      em.create(WorkspaceMemberEntity, {
        id: newId(),
        workspace_id,
        member_id: me.id,
        role: invited,
        company_role: null,
        ...by,
      })
    } else if (!member.is_active) {
      Object.assign(member, { is_active: true, role: invited, updated_by: me.id })
    }
    em.remove(invite)
  }
  await em.flush()
  // Nobody there has met this person before.
  if (invites.length > 0) recordBatch(em, 'users', [{ before: null, after: me }])
}

/** The role is that of the workspace. What only admins may join answers others as what is not there. */
export async function joinProjects(
  { em, user, workspace }: WorkspaceContext,
  ids: string[],
): Promise<{ message: string }> {
  const wanted = [...new Set(ids)]
  const projects = await em.find(ProjectEntity, {
    id: { $in: wanted },
    workspace_id: workspace.id,
    deleted_at: null,
  })
  const isAdmin = workspace.role === role.admin
  const open = projects.filter((project) => isAdmin || project.network === 2)
  if (open.length < wanted.length) {
    if (isAdmin) throw notFound()
    throw new AppError('forbidden', 'Only workspace admins can join private project')
  }
  const known = await em.find(ProjectMemberEntity, { project_id: { $in: wanted }, member_id: user.id })
  let sort_order = await beforeFirst({ em, user, workspace })
  for (const { id: project_id } of open) {
    const member = known.find((one) => one.project_id === project_id)
    const now = { role: workspace.role, original_role: workspace.role, is_active: true, updated_by: user.id }
    if (member === undefined) {
      const whose = {
        id: newId(),
        workspace_id: workspace.id,
        project_id,
        member_id: user.id,
        created_by: user.id,
      }
      em.create(ProjectMemberEntity, { ...whose, ...now, sort_order })
      sort_order -= positionStep
    } else if (!member.is_active) {
      Object.assign(member, now)
    }
  }
  await em.flush()
  return { message: 'Projects joined successfully' }
}

/** New projects stand at the top of the person's sidebar. */
async function beforeFirst({
  em,
  user,
  workspace,
}: Pick<WorkspaceContext, 'em' | 'user' | 'workspace'>): Promise<number> {
  const { first } = await query(em)
    .selectFrom('project_members')
    .select((columns) => columns.fn.min('sort_order').as('first'))
    .where('workspace_id', '=', workspace.id)
    .where('member_id', '=', user.id)
    .executeTakeFirstOrThrow()
  return first === null ? firstPosition : Number(first) - positionStep
}
