import type { EntityManager } from '@mikro-orm/postgresql'
import { notFound } from '#common/errors.ts'
import { type ProjectAnswer, projectAnswer } from '#common/projects/schema.ts'
import { projectRole, type Role } from '#common/roles.ts'
import type { Me, Profile, Settings } from '#common/users/schema.ts'
import { type InviteAnswer, type WorkspaceRow, workspaceRow } from '#common/workspaces/schema.ts'
import type { Context, UserContext, WorkspaceContext } from '../context.ts'
import { query } from '../db/orm.ts'
import { present } from '../db/present.ts'
import { asAnswered } from '../projects/as-answered.ts'
import { presentInvitation } from '../workspaces/present-invitation.ts'
import { presentMe, presentProfile } from './present-me.ts'
import { pendingInvites, workspacesToOpen } from './workspaces.ts'

export async function getMe({ em, user }: UserContext): Promise<Me> {
  const row = await query(em).selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirst()
  if (row === undefined) throw notFound()
  return presentMe(row)
}

export async function getSession(ctx: Context): Promise<{ is_authenticated: boolean; user?: Me }> {
  const { user } = ctx
  return user === null
    ? { is_authenticated: false }
    : { is_authenticated: true, user: await getMe({ ...ctx, user }) }
}

export async function getProfile({ em, user }: UserContext): Promise<Profile> {
  const row = await query(em)
    .selectFrom('profiles')
    .selectAll()
    .where('user_id', '=', user.id)
    .executeTakeFirst()
  if (row === undefined) throw notFound()
  return presentProfile(row)
}

export async function getSettings({ em, user }: UserContext): Promise<Settings> {
  const { last, first, invites } = await workspacesToOpen(em, user.id)
  return {
    id: user.id,
    email: user.email,
    workspace: {
      last_workspace_id: last?.id ?? null,
      last_workspace_slug: last?.slug ?? null,
      last_workspace_name: last?.name ?? null,
      last_workspace_logo: last?.logo_url ?? null,
      fallback_workspace_id: first?.id ?? null,
      fallback_workspace_slug: first?.slug ?? null,
      invites,
    },
  }
}

export async function listMyInvitations({ em, user }: UserContext): Promise<InviteAnswer[]> {
  const rows = await pendingInvites(em, user.id)
    .selectAll('i')
    .select(['w.name', 'w.slug', 'w.logo_url', 'm.role as maker_role'])
    .orderBy('i.created_at')
    .execute()
  return rows.map(({ name, slug, logo_url, maker_role, ...row }) =>
    presentInvitation(row, { id: row.workspace_id, name, slug, logo_url }, maker_role),
  )
}

interface LastVisited {
  workspace_details: Partial<WorkspaceRow>
  project_details: ProjectAnswer[]
}

export async function getLastVisitedWorkspace({ em, user }: UserContext): Promise<LastVisited> {
  const { last } = await workspacesToOpen(em, user.id)
  if (last === null) return { workspace_details: {}, project_details: [] }
  const row = await query(em)
    .selectFrom('workspaces')
    .selectAll()
    .where('id', '=', last.id)
    .executeTakeFirstOrThrow()
  const projects = await joinedProjects(em, last.id, user.id)
    .selectAll('p')
    .select(['m.role as member_role', 'm.sort_order', 'w.role as workspace_role'])
    .where('p.archived_at', 'is', null)
    .orderBy('m.sort_order')
    .execute()
  return {
    workspace_details: present(workspaceRow, row),
    project_details: projects.map((project) =>
      present(projectAnswer, { ...asAnswered(project), member_role: projectRole(project) }),
    ),
  }
}

export async function getProjectRoles({
  em,
  user,
  workspace,
}: WorkspaceContext): Promise<Record<string, Role>> {
  const joined = await joinedProjects(em, workspace.id, user.id)
    .select(['p.id', 'm.role as member_role', 'w.role as workspace_role'])
    .execute()
  return Object.fromEntries(
    joined.flatMap((row) => {
      const held = projectRole(row)
      return held === null ? [] : [[row.id, held]]
    }),
  )
}

function joinedProjects(em: EntityManager, workspaceId: string, userId: string) {
  return query(em)
    .selectFrom('project_members as m')
    .innerJoin('projects as p', 'p.id', 'm.project_id')
    .innerJoin('workspace_members as w', (join) =>
      join.onRef('w.workspace_id', '=', 'm.workspace_id').onRef('w.member_id', '=', 'm.member_id'),
    )
    .where('m.workspace_id', '=', workspaceId)
    .where('m.member_id', '=', userId)
    .where('m.is_active', '=', true)
    .where('w.is_active', '=', true)
    .where('p.deleted_at', 'is', null)
}
