import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { accessibleProjects, findWorkspace } from './access.ts'
import { visiblePagesSql } from './visible-pages.ts'
import { visibleTeamspacesSql } from './visible-teamspaces.ts'

/** The admin who exports a workspace or a project, and the rows that the export can contain. */
export interface ExportReader {
  user_id: string
  workspace_id: string
  /** Ids of the exported projects. */
  project_ids: string[]
  /** False for an export of one project, which contains no rows of the workspace. */
  is_whole: boolean
}

/**
 * Returns the access of a user to the archive of a workspace, or of one project if `projectId` is not null. Returns
 * null unless the user is an admin of the workspace, because only admins can export archives.
 */
export async function findExportReader(
  em: EntityManager,
  userId: string,
  workspaceId: string,
  projectId: string | null,
): Promise<ExportReader | null> {
  const workspace = await findWorkspace(em, userId, { id: workspaceId })
  if (workspace === null || !hasRoleAtLeast(workspace.role, role.admin)) return null
  const projects = await accessibleProjects(em, userId, { id: workspaceId })
    .where('sees_all', '=', true)
    .orderBy('project_id')
    .execute()
  const all = projects.map(({ project_id }) => project_id)
  const project_ids = projectId === null ? all : all.filter((id) => id === projectId)
  if (projectId !== null && project_ids.length === 0) return null
  return { user_id: userId, workspace_id: workspaceId, project_ids, is_whole: projectId === null }
}

/**
 * SQL conditions that select the rows which the reader of an export can read. The alias of the table is `t`. The
 * conditions need not exclude rows in the trash.
 */
export const exportScopes = {
  workspace: ({ workspace_id }) => sql`t.id = ${workspace_id}::uuid`,
  /** Rows of the workspace that an export of one project contains too, because rows of projects refer to them. */
  shared_by_projects: ({ workspace_id }) => sql`t.workspace_id = ${workspace_id}::uuid`,
  /** Rows of the workspace that only an export of the whole workspace contains. */
  workspace_wide: ({ workspace_id, is_whole }) =>
    sql`(${is_whole}::boolean and t.workspace_id = ${workspace_id}::uuid)`,
  /** Rows that belong to the reader. */
  own: ({ workspace_id, user_id, is_whole }) =>
    sql`(${is_whole}::boolean and t.workspace_id = ${workspace_id}::uuid and t.user_id = ${user_id}::uuid)`,
  owner: ({ workspace_id, user_id, is_whole }) =>
    sql`(${is_whole}::boolean and t.workspace_id = ${workspace_id}::uuid and t.owner = ${user_id}::uuid)`,
  drafts: ({ workspace_id, user_id, is_whole }) =>
    sql`(${is_whole}::boolean and t.workspace_id = ${workspace_id}::uuid and t.created_by = ${user_id}::uuid)`,
  own_themes: ({ workspace_id, user_id, is_whole }) =>
    sql`(${is_whole}::boolean and t.workspace_id = ${workspace_id}::uuid and t.actor = ${user_id}::uuid)`,
  projects: ({ workspace_id, project_ids }) =>
    sql`(t.workspace_id = ${workspace_id}::uuid and t.id = any(${project_ids}::uuid[]))`,
  project: ({ project_ids }) => sql`t.project_id = any(${project_ids}::uuid[])`,
  project_or_workspace: ({ workspace_id, project_ids, is_whole }) =>
    sql`(t.workspace_id = ${workspace_id}::uuid
      and (t.project_id = any(${project_ids}::uuid[]) or (t.project_id is null and ${is_whole}::boolean)))`,
  views: ({ workspace_id, user_id, project_ids, is_whole }) =>
    sql`(t.workspace_id = ${workspace_id}::uuid and (t.access = 1 or t.owned_by = ${user_id}::uuid)
      and (t.project_id = any(${project_ids}::uuid[]) or (t.project_id is null and ${is_whole}::boolean)))`,
  dashboards: ({ workspace_id, user_id, is_whole }) =>
    sql`(${is_whole}::boolean and t.workspace_id = ${workspace_id}::uuid
      and (t.access = 1 or t.owned_by = ${user_id}::uuid))`,
  teamspaces: (reader) =>
    sql`(${reader.is_whole}::boolean and ${visibleTeamspacesSql(asAdmin(reader), 't')})`,
  pages: (reader) =>
    sql`(t.workspace_id = ${reader.workspace_id}::uuid and exists (
      select from (select 1) as one
        left join lateral (
          select p.id as project_id, true as sees_all from unnest(${reader.project_ids}::uuid[]) as p (id)
          where t.project_ids @> array[p.id] limit 1) a on true
      where ${visiblePagesSql(asAdmin(reader), 't')} and (${reader.is_whole}::boolean or a.project_id is not null)))`,
  users: ({ workspace_id, project_ids }) =>
    sql`t.id in (
      select member_id from workspace_members where workspace_id = ${workspace_id}::uuid
      union select member_id from project_public_members where project_id = any(${project_ids}::uuid[])
      union select id from service_accounts where workspace_id = ${workspace_id}::uuid)`,
} satisfies Record<string, (reader: ExportReader) => RawBuilder<unknown>>

/**
 * SQL condition on the table `users` with the alias `t`: true for active members of the workspace. An export contains
 * email addresses only of members, and not of former members or participants of public boards.
 */
export function isExportedMemberSql({ workspace_id }: ExportReader): RawBuilder<boolean> {
  return sql<boolean>`exists (select from workspace_members as m
    where m.workspace_id = ${workspace_id}::uuid and m.member_id = t.id and m.is_active)`
}

export type ExportScope = keyof typeof exportScopes

function asAdmin({ user_id, workspace_id }: ExportReader) {
  return { user: { id: user_id }, workspace: { id: workspace_id, slug: '', role: role.admin } }
}
