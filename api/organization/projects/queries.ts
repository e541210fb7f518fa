import { sql } from 'kysely'
import type { projectCalls } from '#common/organization/projects/calls.ts'
import { normalizeIdentifier } from '#common/organization/projects/rules.ts'
import { projectDetails, projectResponse } from '#common/organization/projects/schema.ts'
import type { ResponseOf } from '#common/platform/call.ts'
import { notFound } from '#common/platform/errors.ts'
import { findProject, visibleOrJoinableProjects } from '../../access/access.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { preparedStatementMarker } from '../../platform/db/prepared-statements.ts'
import { presentRow } from '../../platform/db/present.ts'
import { addProjectAliasFields } from './alias-fields.ts'
import { projectMemberIdsSql } from './members.ts'

type Details = ResponseOf<typeof projectCalls.getProject>

export async function listProjects(
  ctx: WorkspaceContext,
): Promise<ResponseOf<typeof projectCalls.listProjects>> {
  const rows = await findable(ctx).execute()
  return rows.map((row) => presentRow(projectResponse, addProjectAliasFields(row)))
}

export async function listProjectDetails(ctx: WorkspaceContext): Promise<Details[]> {
  const rows = await detailed(ctx).execute()
  return rows.map(presentDetails)
}

export async function getProject(ctx: WorkspaceContext, id: string): Promise<Details> {
  const access = await findProject(ctx.em, ctx.user.id, ctx.workspace, id)
  if (access === null) throw notFound('Project does not exist')
  return loadProjectDetails(ctx, id)
}

export async function loadProjectDetails(ctx: WorkspaceContext, id: string): Promise<Details> {
  return presentDetails(await detailed(ctx).where('p.id', '=', id).executeTakeFirstOrThrow())
}

/**
 * Returns `exists: 1` if the identifier is in use, otherwise 0. Returns the name of the project only if the
 * caller can find it. The use of an identifier is not secret, because creating a project with the same
 * identifier fails.
 */
export async function checkProjectIdentifier(ctx: WorkspaceContext, name: string) {
  const identifier = normalizeIdentifier(name)
  const [taken, seen] = await Promise.all([
    selectProjectsByIdentifier(ctx, identifier).executeTakeFirst(),
    findable(ctx).where('p.id', 'in', selectProjectsByIdentifier(ctx, identifier)).execute(),
  ])
  return {
    exists: taken === undefined ? 0 : 1,
    identifiers: seen.map((row) => ({ project: row.id, name: row.name })),
  }
}

/** Selects the project with this current or former identifier, regardless of access. */
export function selectProjectsByIdentifier({ em, workspace }: WorkspaceContext, identifier: string) {
  const former = query(em)
    .selectFrom('former_project_identifiers')
    .select('project_id as id')
    .where('workspace_id', '=', workspace.id)
    .where('identifier', '=', identifier)
  return query(em)
    .selectFrom('projects')
    .select('id')
    .where('workspace_id', '=', workspace.id)
    .where('deleted_at', 'is', null)
    .where((where) => where.or([where('identifier', '=', identifier), where('id', 'in', former)]))
}

/**
 * Selects the projects that the user can find. Guests find projects that they joined, members also public
 * projects, and admins all projects.
 */
function findable({ em, user, workspace }: WorkspaceContext) {
  return query(em)
    .selectFrom('projects as p')
    .modifyFront(preparedStatementMarker)
    .innerJoin(visibleOrJoinableProjects(em, user.id, workspace).as('a'), 'a.project_id', 'p.id')
    .selectAll('p')
    .select(['a.member_role', 'a.sort_order'])
    .orderBy(sql`a.sort_order asc nulls last`)
    .orderBy('p.name')
}

function detailed(ctx: WorkspaceContext) {
  return findable(ctx).select([
    projectMemberIdsSql.as('members'),
    sql<number>`(select s.last + 1 from project_sequences s where s.project_id = p.id)`.as(
      'next_work_item_sequence',
    ),
  ])
}

function presentDetails(row: Parameters<typeof addProjectAliasFields>[0]): Details {
  return presentRow(projectDetails, addProjectAliasFields(row))
}
