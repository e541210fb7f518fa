import type { EntityManager } from '@mikro-orm/postgresql'
import { type NotNull, sql } from 'kysely'
import { AppError } from '#common/platform/errors.ts'
import { role } from '#common/platform/roles.ts'
import type { ProjectContext, WorkspaceContext } from '../platform/context/context.ts'
import { query } from '../platform/db/orm.ts'
import { preparedStatementMarker } from '../platform/db/prepared-statements.ts'
import { activeWorkspaceMemberships, deletedProjectAccessSubquery, projectAccessSubquery } from './query.ts'

/** Workspaces are addressed by slug in paths and by id everywhere else. */
export type WorkspaceIdOrSlug = { id: string } | { slug: string }

/** Returns the workspace with the user's role in it. Returns null if the user is not an active member. */
export async function findWorkspace(
  em: EntityManager,
  userId: string,
  workspace: WorkspaceIdOrSlug,
): Promise<WorkspaceContext['workspace'] | null> {
  const [column, value] = columnAndValueOf(workspace)
  const found = await query(em)
    .selectFrom(activeWorkspaceMemberships)
    .modifyFront(preparedStatementMarker)
    .select(['workspace_id as id', 'slug', 'workspace_role as role'])
    .where(column, '=', value)
    .where('user_id', '=', userId)
    .where('is_account_active', '=', true)
    .where('lacks_second_factor', '=', false)
    .executeTakeFirst()
  return found ?? null
}

/**
 * Returns true when the user is a member of the workspace and only the missing two-factor authentication
 * blocks access. In all other cases, the response must not reveal that the workspace exists.
 */
export async function isMemberMissingTwoFactor(
  em: EntityManager,
  userId: string,
  workspace: WorkspaceIdOrSlug,
): Promise<boolean> {
  const [column, value] = columnAndValueOf(workspace)
  const found = await query(em)
    .selectFrom(activeWorkspaceMemberships)
    .select('lacks_second_factor')
    .where(column, '=', value)
    .where('user_id', '=', userId)
    .where('is_account_active', '=', true)
    .executeTakeFirst()
  return found?.lacks_second_factor === true
}

/**
 * Returns true when at least one of the user's workspaces is blocked because the user has no two-factor
 * authentication.
 */
export async function isBlockedByMissingTwoFactor(em: EntityManager, userId: string): Promise<boolean> {
  const closed = await query(em)
    .selectFrom(activeWorkspaceMemberships)
    .select('workspace_id')
    .where('user_id', '=', userId)
    .where('lacks_second_factor', '=', true)
    .limit(1)
    .executeTakeFirst()
  return closed !== undefined
}

/**
 * Returns the pairs of user and workspace that are blocked because the user has no two-factor authentication.
 */
export async function findMembersMissingTwoFactor(
  em: EntityManager,
  userIds: string[],
): Promise<{ user_id: string; workspace_id: string }[]> {
  return query(em)
    .selectFrom(activeWorkspaceMemberships)
    .select(['user_id', 'workspace_id'])
    .where('lacks_second_factor', '=', true)
    .where(sql<boolean>`user_id = any(${userIds}::uuid[])`)
    .execute()
}

/**
 * Returns the project with the user's role in it, and its workspace. Returns null if the user must not know that the
 * project exists. The function sends a single query, because a second query would add a database round trip to every
 * request.
 */
export async function findProject(
  em: EntityManager,
  userId: string,
  workspace: WorkspaceIdOrSlug,
  projectId: string,
): Promise<Pick<ProjectContext, 'workspace' | 'project'> | null> {
  const found = await visibleOrJoinableProjects(em, userId, workspace)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  if (found === undefined) return null
  const { workspace_id, slug, workspace_role, role: effectiveRole } = found
  if (effectiveRole === null) throw new AppError('conflict', 'You are not a member of this project')
  return {
    workspace: { id: workspace_id, slug, role: workspace_role },
    project: { ...found, id: projectId, role: effectiveRole },
  }
}

/**
 * Selects the projects of a workspace in which the user has a role. The query selects nothing unless the user
 * is an active member of the workspace.
 */
export function accessibleProjects(em: EntityManager, userId: string, workspace: WorkspaceIdOrSlug) {
  return accessOf(em, userId, workspace).where('role', 'is not', null).$narrowType<{ role: NotNull }>()
}

/**
 * Returns true if the caller is an admin of all these projects. Archived and deleted projects are ignored,
 * even if the caller is not their admin.
 */
export async function isAdminOfAllProjects(
  { em, user, workspace }: WorkspaceContext,
  projectIds: readonly string[],
): Promise<boolean> {
  const administered = accessibleProjects(em, user.id, workspace).where('role', '=', role.admin)
  const other = await query(em)
    .selectFrom('projects')
    .select('id')
    .where(sql<boolean>`id = any(${projectIds}::uuid[])`)
    .where('archived_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where('id', 'not in', query(em).selectFrom(administered.as('own')).select('project_id'))
    .executeTakeFirst()
  return other === undefined
}

/**
 * Selects the ids of deleted projects that the caller administered. Only these projects can be restored by
 * the caller.
 */
export function selectRestorableProjectIds({ em, user, workspace }: WorkspaceContext) {
  return query(em)
    .selectFrom(deletedProjectAccessSubquery)
    .select('project_id')
    .where('workspace_id', '=', workspace.id)
    .where('user_id', '=', user.id)
    .where('is_account_active', '=', true)
    .where('lacks_second_factor', '=', false)
    .where('role', '=', role.admin)
}

/** Selects the ids of the projects in which the caller has a role, for queries over a whole workspace. */
export function selectAccessibleProjectIds({ em, user, workspace }: WorkspaceContext) {
  return query(em)
    .selectFrom(accessibleProjects(em, user.id, workspace).as('accessible'))
    .select('project_id')
}

/**
 * Selects the projects in which the user has a role, and the public projects that the user may join. The role
 * is null for a project that the user may only join.
 */
export function visibleOrJoinableProjects(em: EntityManager, userId: string, workspace: WorkspaceIdOrSlug) {
  return accessOf(em, userId, workspace).where('is_findable', '=', true)
}

function accessOf(em: EntityManager, userId: string, workspace: WorkspaceIdOrSlug) {
  const [column, value] = columnAndValueOf(workspace)
  return query(em)
    .selectFrom(projectAccessSubquery)
    .modifyFront(preparedStatementMarker)
    .selectAll('access')
    .where(column, '=', value)
    .where('user_id', '=', userId)
    .where('is_account_active', '=', true)
    .where('lacks_second_factor', '=', false)
}

function columnAndValueOf(workspace: WorkspaceIdOrSlug) {
  return 'id' in workspace ? (['workspace_id', workspace.id] as const) : (['slug', workspace.slug] as const)
}
