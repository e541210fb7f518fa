import type { EntityManager } from '@mikro-orm/postgresql'
import { type NotNull, sql } from 'kysely'
import { AppError } from '#common/platform/errors.ts'
import { role } from '#common/platform/roles.ts'
import type { ProjectContext, WorkspaceContext } from '../platform/context/context.ts'
import { keptPlan } from '../platform/db/kept-plans.ts'
import { query } from '../platform/db/orm.ts'
import { access, accessToDeleted, members } from './query.ts'

/** Workspaces are addressed by slug in paths and by id everywhere else. */
export type WorkspaceKey = { id: string } | { slug: string }

/** The workspace with the role that a person has in it; null unless they are an active member. */
export async function findWorkspace(
  em: EntityManager,
  userId: string,
  workspace: WorkspaceKey,
): Promise<WorkspaceContext['workspace'] | null> {
  const [column, value] = addressed(workspace)
  const found = await query(em)
    .selectFrom(members)
    .modifyFront(keptPlan)
    .select(['workspace_id as id', 'slug', 'workspace_role as role'])
    .where(column, '=', value)
    .where('user_id', '=', userId)
    .where('is_account_active', '=', true)
    .where('lacks_second_factor', '=', false)
    .executeTakeFirst()
  return found ?? null
}

/** Whether a second factor is all that somebody lacks to come into a workspace that they are in; they may be told. */
export async function lacksSecondFactor(
  em: EntityManager,
  userId: string,
  workspace: WorkspaceKey,
): Promise<boolean> {
  const [column, value] = addressed(workspace)
  const found = await query(em)
    .selectFrom(members)
    .select('lacks_second_factor')
    .where(column, '=', value)
    .where('user_id', '=', userId)
    .where('is_account_active', '=', true)
    .executeTakeFirst()
  return found?.lacks_second_factor === true
}

/** Whether any workspace is closed to them for the lack of one. */
export async function isShutOut(em: EntityManager, userId: string): Promise<boolean> {
  const closed = await query(em)
    .selectFrom(members)
    .select('workspace_id')
    .where('user_id', '=', userId)
    .where('lacks_second_factor', '=', true)
    .limit(1)
    .executeTakeFirst()
  return closed !== undefined
}

/** Which of these people are shut out of which workspace for the lack of one. */
export async function shutOutAmong(
  em: EntityManager,
  userIds: string[],
): Promise<{ user_id: string; workspace_id: string }[]> {
  return query(em)
    .selectFrom(members)
    .select(['user_id', 'workspace_id'])
    .where('lacks_second_factor', '=', true)
    .where(sql<boolean>`user_id = any(${userIds}::uuid[])`)
    .execute()
}

/**
 * The project with the role that a person has in it, and its workspace; null when they find no such project. One query, since a second
 * would be another way to the database and back in every request.
 */
export async function findProject(
  em: EntityManager,
  userId: string,
  workspace: WorkspaceKey,
  projectId: string,
): Promise<Pick<ProjectContext, 'workspace' | 'project'> | null> {
  const found = await findableProjects(em, userId, workspace)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  if (found === undefined) return null
  const { workspace_id, slug, workspace_role, role: held } = found
  if (held === null) throw new AppError('conflict', 'You are not a member of this project')
  return {
    workspace: { id: workspace_id, slug, role: workspace_role },
    project: { ...found, id: projectId, role: held },
  }
}

/** The projects of a workspace in which a person has a role; nothing unless they are an active member of the workspace. */
export function accessibleProjects(em: EntityManager, userId: string, workspace: WorkspaceKey) {
  return accessOf(em, userId, workspace).where('role', 'is not', null).$narrowType<{ role: NotNull }>()
}

/** Ids of the deleted projects that the caller would be an admin of, were they there. */
export function idsOfDeletedProjects({ em, user, workspace }: WorkspaceContext) {
  return query(em)
    .selectFrom(accessToDeleted)
    .select('project_id')
    .where('workspace_id', '=', workspace.id)
    .where('user_id', '=', user.id)
    .where('is_account_active', '=', true)
    .where('lacks_second_factor', '=', false)
    .where('role', '=', role.admin)
}

/** Ids of the projects that the caller has a role in, for a query over a whole workspace. */
export function idsOfProjects({ em, user, workspace }: WorkspaceContext) {
  return query(em)
    .selectFrom(accessibleProjects(em, user.id, workspace).as('accessible'))
    .select('project_id')
}

/** Those in which a person has a role, and the public ones that they may join; in those their role is null. */
export function findableProjects(em: EntityManager, userId: string, workspace: WorkspaceKey) {
  return accessOf(em, userId, workspace).where('is_findable', '=', true)
}

function accessOf(em: EntityManager, userId: string, workspace: WorkspaceKey) {
  const [column, value] = addressed(workspace)
  return query(em)
    .selectFrom(access)
    .modifyFront(keptPlan)
    .selectAll('access')
    .where(column, '=', value)
    .where('user_id', '=', userId)
    .where('is_account_active', '=', true)
    .where('lacks_second_factor', '=', false)
}

function addressed(workspace: WorkspaceKey) {
  return 'id' in workspace ? (['workspace_id', workspace.id] as const) : (['slug', workspace.slug] as const)
}
