import { type ExpressionBuilder, sql } from 'kysely'
import type { AnswerOf } from '#common/call.ts'
import { notFound } from '#common/errors.ts'
import type { projectCalls } from '#common/projects/calls.ts'
import { normalIdentifier } from '#common/projects/rules.ts'
import { projectAnswer, projectDetails } from '#common/projects/schema.ts'
import { role } from '#common/roles.ts'
import type { WorkspaceContext } from '../context.ts'
import { query } from '../db/orm.ts'
import { present } from '../db/present.ts'
import type { Tables } from '../db/tables.ts'
import { findProjectReach } from '../http/reach.ts'
import { asAnswered } from './as-answered.ts'

type Details = AnswerOf<typeof projectCalls.getProject>

export async function listProjects(
  ctx: WorkspaceContext,
): Promise<AnswerOf<typeof projectCalls.listProjects>> {
  const rows = await findable(ctx).execute()
  return rows.map((row) => present(projectAnswer, asAnswered(row)))
}

export async function listProjectDetails(ctx: WorkspaceContext): Promise<Details[]> {
  const rows = await detailed(ctx).execute()
  return rows.map(presentDetails)
}

export async function getProject(ctx: WorkspaceContext, id: string): Promise<Details> {
  const reached = await findProjectReach(ctx.em, ctx.workspace, id, ctx.user.id)
  if (reached === null) throw notFound('Project does not exist')
  return projectDetailsOf(ctx, id)
}

export async function projectDetailsOf(ctx: WorkspaceContext, id: string): Promise<Details> {
  return presentDetails(await detailed(ctx).where('p.id', '=', id).executeTakeFirstOrThrow())
}

/** Names only a project that the caller may find; that the identifier is taken, creating one would tell as well. */
export async function checkProjectIdentifier(ctx: WorkspaceContext, name: string) {
  const identifier = normalIdentifier(name)
  const [taken, seen] = await Promise.all([
    query(ctx.em)
      .selectFrom('projects')
      .select('id')
      .where('workspace_id', '=', ctx.workspace.id)
      .where('identifier', '=', identifier)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
    findable(ctx).where('p.identifier', '=', identifier).execute(),
  ])
  return {
    exists: taken === undefined ? 0 : 1,
    identifiers: seen.map((row) => ({ project: row.id, name: row.name })),
  }
}

/** Ids of the projects that the caller is in, for lists over a whole workspace; its admin is in all of them. */
export function reachableProjects(ctx: WorkspaceContext) {
  const rows = query(ctx.em)
    .selectFrom('projects as p')
    .select('p.id')
    .where('p.workspace_id', '=', ctx.workspace.id)
    .where('p.deleted_at', 'is', null)
  return ctx.workspace.role === role.admin
    ? rows
    : rows.where((where) => where.exists(ownMembership(ctx, where)))
}

/** Joined by a guest, joined or public for a member, all of them for an admin. */
function findable(ctx: WorkspaceContext) {
  const rows = query(ctx.em)
    .selectFrom('projects as p')
    .leftJoin('project_members as m', (join) =>
      join
        .onRef('m.project_id', '=', 'p.id')
        .on('m.member_id', '=', ctx.user.id)
        .on('m.is_active', '=', true),
    )
    .selectAll('p')
    .select(['m.role as member_role', 'm.sort_order'])
    .where('p.workspace_id', '=', ctx.workspace.id)
    .where('p.deleted_at', 'is', null)
    .orderBy(sql`m.sort_order asc nulls last`)
    .orderBy('p.name')
  if (ctx.workspace.role === role.admin) return rows
  if (ctx.workspace.role === role.guest) return rows.where('m.id', 'is not', null)
  return rows.where((where) => where.or([where('m.id', 'is not', null), where('p.network', '=', 2)]))
}

function detailed(ctx: WorkspaceContext) {
  return findable(ctx).select([
    sql<string[]>`array(
      select a.member_id from project_members a join users u on u.id = a.member_id
      where a.project_id = p.id and a.is_active and not u.is_bot order by a.created_at, a.id
    )`.as('members'),
    sql<number>`(select s.last + 1 from project_sequences s where s.project_id = p.id)`.as(
      'next_work_item_sequence',
    ),
  ])
}

function presentDetails(row: Parameters<typeof asAnswered>[0]): Details {
  return present(projectDetails, asAnswered(row))
}

function ownMembership(
  ctx: WorkspaceContext,
  { selectFrom }: ExpressionBuilder<Tables & { p: Tables['projects'] }, 'p'>,
) {
  return selectFrom('project_members as m')
    .select('m.id')
    .whereRef('m.project_id', '=', 'p.id')
    .where('m.member_id', '=', ctx.user.id)
    .where('m.is_active', '=', true)
}
