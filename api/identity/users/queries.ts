import type { EntityManager } from '@mikro-orm/postgresql'
import type { Me, Profile, Settings } from '#common/identity/users/schema.ts'
import { type ProjectAnswer, projectAnswer } from '#common/organization/projects/schema.ts'
import { type InviteAnswer, type WorkspaceRow, workspaceRow } from '#common/organization/workspaces/schema.ts'
import { notFound } from '#common/platform/errors.ts'
import type { Role } from '#common/platform/roles.ts'
import { accessibleProjects } from '../../access/access.ts'
import { asAnswered } from '../../organization/projects/as-answered.ts'
import { pendingInvites, workspacesToOpen } from '../../organization/workspaces/own-workspaces.ts'
import { presentInvitation } from '../../organization/workspaces/present-invitation.ts'
import type { Context, UserContext, WorkspaceContext } from '../../platform/context/context.ts'
import { keptPlan } from '../../platform/db/kept-plans.ts'
import { query } from '../../platform/db/orm.ts'
import { present } from '../../platform/db/present.ts'
import { presentMe, presentProfile } from './present-me.ts'

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
  const projects = await query(em)
    .selectFrom('projects as p')
    .modifyFront(keptPlan)
    .innerJoin(joinedProjects(em, user.id, last).as('a'), 'a.project_id', 'p.id')
    .selectAll('p')
    .select(['a.role as member_role', 'a.sort_order'])
    .where('p.archived_at', 'is', null)
    .orderBy('a.sort_order')
    .execute()
  return {
    workspace_details: present(workspaceRow, row),
    project_details: projects.map((project) => present(projectAnswer, asAnswered(project))),
  }
}

export async function getProjectRoles({
  em,
  user,
  workspace,
}: WorkspaceContext): Promise<Record<string, Role>> {
  const joined = await joinedProjects(em, user.id, workspace).execute()
  return Object.fromEntries(joined.map(({ project_id, role }) => [project_id, role]))
}

/** Without those that an admin of the workspace has access to and has not joined. */
function joinedProjects(em: EntityManager, userId: string, workspace: { id: string }) {
  return accessibleProjects(em, userId, workspace).where('member_role', 'is not', null)
}
