import { type RawBuilder, sql } from 'kysely'
import type { searchCalls } from '#common/personal/search/calls.ts'
import { type CycleDates, cycleStatus } from '#common/planning/cycles/rules.ts'
import type { QueryOf, ResponseOf } from '#common/platform/call.ts'
import { notFound } from '#common/platform/errors.ts'
import { accessibleProjects, findProject, visibleOrJoinableProjects } from '../../access/access.ts'
import { selectUserIdsWithProjectAccess, selectWorkspaceMemberIds } from '../../access/people.ts'
import { visiblePagesSql } from '../../access/visible-pages.ts'
import { visibleTeamspacesSql } from '../../access/visible-teamspaces.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { likePatternContaining } from '../../platform/db/like.ts'
import { query } from '../../platform/db/orm.ts'
import { preparedStatementMarker } from '../../platform/db/prepared-statements.ts'
import { findItems } from '../../work/listing/find.ts'

type Search = QueryOf<typeof searchCalls.searchEntities>
type Found = Required<ResponseOf<typeof searchCalls.searchEntities>>

/** Returns the objects of each requested kind that the caller can see. Sends all queries at once. */
export async function searchEntities(ctx: WorkspaceContext, search: Search): Promise<Partial<Found>> {
  const { project_id, query_type } = search
  const kinds = new Set(query_type.split(',').map((kind) => kind.trim()))
  const [project, ...found] = await Promise.all([
    project_id === undefined ? undefined : findProject(ctx.em, ctx.user.id, ctx.workspace, project_id),
    ...Object.entries(searchOfKind)
      .filter(([kind]) => kinds.has(kind))
      .map(async ([kind, find]) => [kind, await find(ctx, search)] as const),
  ])
  if (project === null) throw notFound('Project does not exist')
  return Object.fromEntries(found)
}

/**
 * Finds users of the workspace. If `project_id` is set, finds the users who can be mentioned in the project:
 * its members and the workspace admins.
 */
function people(
  { em, workspace }: WorkspaceContext,
  { query: words, count, project_id }: Search,
): Promise<Found['user_mention']> {
  const able =
    project_id === undefined
      ? selectWorkspaceMemberIds(em, workspace.id)
      : selectUserIdsWithProjectAccess(em, workspace.id, project_id)
  return query(em)
    .selectFrom('users as u')
    .modifyFront(preparedStatementMarker)
    .select([
      'u.id as member__id',
      'u.display_name as member__display_name',
      'u.avatar_url as member__avatar_url',
    ])
    .where('u.id', 'in', able)
    .where((row) => row.or([row('u.is_bot', '=', false), row('u.is_service_account', '=', true)]))
    .where(anyOf(words, sql`u.display_name`, sql`concat(u.first_name, ' ', u.last_name)`))
    .orderBy('u.display_name')
    .limit(count)
    .execute()
}

/** Finds the teamspaces that the caller sees, for mentions of teams. */
async function teamspaces(
  { em, user, workspace }: WorkspaceContext,
  { query: words, count }: Search,
): Promise<Found['teamspace']> {
  const rows = await query(em)
    .selectFrom('teamspaces as t')
    .select(['t.id', 't.name', 't.logo_props'])
    .where(visibleTeamspacesSql({ user, workspace }, 't'))
    .where(anyOf(words, sql`t.name`))
    .orderBy('t.name')
    .limit(count)
    .execute()
  return rows.map((row) => ({ ...row, workspace__slug: workspace.slug }))
}

/** Finds joined projects, and also public projects unless the caller is a guest. */
async function projects(
  { em, user, workspace }: WorkspaceContext,
  { query: words, count }: Search,
): Promise<Found['project']> {
  const rows = await query(em)
    .selectFrom('projects as p')
    .modifyFront(preparedStatementMarker)
    .innerJoin(visibleOrJoinableProjects(em, user.id, workspace).as('a'), 'a.project_id', 'p.id')
    .select(['p.id', 'p.name', 'p.identifier', 'p.logo_props'])
    .where('p.archived_at', 'is', null)
    .where(anyOf(words, sql`p.name`, sql`p.identifier`))
    .orderBy('p.name')
    .limit(count)
    .execute()
  return rows.map((row) => ({ ...row, workspace__slug: workspace.slug }))
}

function workItems(
  ctx: WorkspaceContext,
  { query: text, count: limit, project_id }: Search,
): Promise<Found['issue']> {
  return findItems(
    ctx,
    { project_id: project_id ?? null, text, limit },
    sql<Found['issue'][number]>`
      select i.id, i.name, i.sequence_id, i.project_id, i.priority, i.state_id, i.type_id,
        p.identifier as project__identifier
      from found join work_items i on i.id = found.id join projects p on p.id = i.project_id
      order by found.created_at desc, found.id desc`,
  )
}

/** Finds cycles. Projects in which cycles are disabled are skipped. */
async function cycles(ctx: WorkspaceContext, search: Search): Promise<Found['cycle']> {
  const { rows } = await sql<Omit<Found['cycle'][number], 'status'> & CycleDates>`
    select c.id, c.name, c.project_id, c.logo_props, a.identifier as project__identifier,
      to_json(c.start_date) as start_date, to_json(c.end_date) as end_date
    ${cyclesOrModulesQuery(ctx, search, 'cycle')}`.execute(query(ctx.em))
  return rows.map(({ start_date, end_date, ...row }) => ({
    ...row,
    status: cycleStatus({ start_date, end_date }, Date.now()),
  }))
}

async function modules(ctx: WorkspaceContext, search: Search): Promise<Found['module']> {
  const { rows } = await sql<Found['module'][number]>`
    select c.id, c.name, c.project_id, c.logo_props, c.status, a.identifier as project__identifier
    ${cyclesOrModulesQuery(ctx, search, 'module')}`.execute(query(ctx.em))
  return rows
}

function cyclesOrModulesQuery(
  { em, user, workspace }: WorkspaceContext,
  { query: words, count, project_id }: Search,
  kind: 'cycle' | 'module',
) {
  const places = accessibleProjects(em, user.id, workspace).where(`${kind}_view`, '=', true)
  const inProject = project_id === undefined ? sql`` : sql` and c.project_id = ${project_id}::uuid`
  return sql`
    from ${sql.table(`${kind}s`)} c join (${places}) a on a.project_id = c.project_id
    where a.archived_at is null and c.deleted_at is null and c.archived_at is null
      and ${anyOf(words, sql`c.name`)}${inProject}
    order by c.updated_at desc, c.id desc limit ${count}`
}

/**
 * Finds pages. A page with several projects matches in each of them, and a page without a project is visible
 * to members of the workspace.
 */
function pages(
  { em, user, workspace }: WorkspaceContext,
  { query: words, count, project_id }: Search,
): Promise<Found['page']> {
  return query(em)
    .selectFrom('pages as g')
    .modifyFront(preparedStatementMarker)
    .leftJoin(accessibleProjects(em, user.id, workspace).as('a'), (join) =>
      join.on(sql<boolean>`g.project_ids @> array[a.project_id]`),
    )
    .select(['g.id', 'g.name', 'g.logo_props', 'a.project_id as projects__id'])
    .where('g.workspace_id', '=', workspace.id)
    .where('a.archived_at', 'is', null)
    .$if(project_id !== undefined, (rows) => rows.where(sql<boolean>`a.project_id = ${project_id}`))
    .where('g.deleted_at', 'is', null)
    .where('g.archived_at', 'is', null)
    .where(visiblePagesSql({ user, workspace }, 'g'))
    .where(anyOf(words, sql`g.name`))
    .orderBy('g.updated_at', 'desc')
    .orderBy('g.id', 'desc')
    .limit(count)
    .execute()
}

const searchOfKind: {
  [Kind in keyof Found]: (ctx: WorkspaceContext, search: Search) => Promise<Found[Kind]>
} = {
  user_mention: people,
  project: projects,
  teamspace: teamspaces,
  issue: workItems,
  cycle: cycles,
  module: modules,
  page: pages,
}

function anyOf(words: string, ...columns: RawBuilder<unknown>[]): RawBuilder<boolean> {
  if (words === '') return sql<boolean>`true`
  return sql<boolean>`(${sql.join(
    columns.map((column) => sql`${column} ilike ${likePatternContaining(words)}`),
    sql` or `,
  )})`
}
