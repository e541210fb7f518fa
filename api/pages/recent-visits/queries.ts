import { sql } from 'kysely'
import type { VisitedKind } from '#common/pages/recent-visits/rules.ts'
import {
  type RecentVisitResponse,
  recentVisitResponse,
  recentVisitRow,
} from '#common/pages/recent-visits/schema.ts'
import { accessibleProjects } from '../../access/access.ts'
import { visiblePagesSql } from '../../access/visible-pages.ts'
import { projectMemberIdsSql } from '../../organization/projects/members.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'

interface Visited {
  entity_name: VisitedKind
  entity_identifier: string
}

export async function listRecentVisits(
  ctx: WorkspaceContext,
  { entity_name: kind, limit }: { entity_name?: VisitedKind | undefined; limit: number },
): Promise<RecentVisitResponse[]> {
  const visits = await query(ctx.em)
    .selectFrom('recent_visits')
    .selectAll()
    .where('workspace_id', '=', ctx.workspace.id)
    .where('user_id', '=', ctx.user.id)
    .$if(kind !== undefined, (rows) => rows.where('entity_name', '=', kind ?? 'issue'))
    .orderBy('visited_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  const data = await loadVisitedEntities(ctx, visits)
  return visits.flatMap((visit) => {
    const entity_data = data.get(visit.entity_identifier)
    return entity_data === undefined
      ? []
      : [recentVisitResponse.parse({ ...presentRow(recentVisitRow, visit), entity_data })]
  })
}

/** Returns the data of the entities that the caller can access, by id. */
export async function loadVisitedEntities(
  ctx: WorkspaceContext,
  visits: readonly Visited[],
): Promise<Map<string, { id: string }>> {
  const ids = (kind: VisitedKind) =>
    visits.filter(({ entity_name }) => entity_name === kind).map((visit) => visit.entity_identifier)
  const found: { id: string }[] = [
    ...(await items(ctx, ids('issue'))),
    ...(await pages(ctx, ids('page'))),
    ...(await projects(ctx, ids('project'))),
  ]
  return new Map(found.map((row) => [row.id, row]))
}

async function items({ em, user, workspace }: WorkspaceContext, ids: string[]) {
  if (ids.length === 0) return []
  return query(em)
    .selectFrom('work_items as i')
    .innerJoin(accessibleProjects(em, user.id, workspace).as('a'), 'a.project_id', 'i.project_id')
    .innerJoin('projects as p', 'p.id', 'i.project_id')
    .innerJoin('states as s', 's.id', 'i.state_id')
    .select(['i.id', 'i.name', 'i.priority', 'i.sequence_id', 'i.project_id', 'i.state__group'])
    .select(['i.state_id as state', 'i.assignee_ids as assignees', 'i.type_id as type'])
    .select(['p.identifier as project_identifier', 's.color as state__color'])
    .where(sql<boolean>`i.id = any(${ids}::uuid[])`)
    .where('i.deleted_at', 'is', null)
    .where(sql<boolean>`(a.sees_all or i.created_by = ${user.id})`)
    .execute()
}

async function pages({ em, user, workspace }: WorkspaceContext, ids: string[]) {
  if (ids.length === 0) return []
  return query(em)
    .selectFrom('pages as g')
    .leftJoin(accessibleProjects(em, user.id, workspace).as('a'), (join) =>
      join.on(sql<boolean>`g.project_ids @> array[a.project_id]`),
    )
    .leftJoin('projects as p', 'p.id', 'a.project_id')
    .select(['g.id', 'g.name', 'g.logo_props', 'g.owned_by', 'a.project_id'])
    .select('p.identifier as project_identifier')
    .where(sql<boolean>`g.id = any(${ids}::uuid[])`)
    .where('g.workspace_id', '=', workspace.id)
    .where('g.deleted_at', 'is', null)
    .where('g.archived_at', 'is', null)
    .where(visiblePagesSql({ user, workspace }, 'g'))
    .execute()
}

async function projects({ em, user, workspace }: WorkspaceContext, ids: string[]) {
  if (ids.length === 0) return []
  const rows = await query(em)
    .selectFrom('projects as p')
    .innerJoin(accessibleProjects(em, user.id, workspace).as('a'), 'a.project_id', 'p.id')
    .select(['p.id', 'p.name', 'p.logo_props', 'p.identifier'])
    .select(projectMemberIdsSql.as('members'))
    .where(sql<boolean>`p.id = any(${ids}::uuid[])`)
    .execute()
  return rows.map(({ members, ...row }) => ({ ...row, project_members: members }))
}
