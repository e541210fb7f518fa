import { type RawBuilder, sql } from 'kysely'
import type { SearchResultClass, SearchResultKind } from '#common/personal/search/kinds.ts'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { visibleOrJoinableProjects } from '../../access/access.ts'
import { visibleTeamspacesSql } from '../../access/visible-teamspaces.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { preparedStatementMarker } from '../../platform/db/prepared-statements.ts'
import type { SearchSourceRow } from './sources.ts'

type Condition = RawBuilder<boolean>

/**
 * The part of the search index that a user can see. Every search query contains this restriction, so that no
 * hits have to be removed afterwards.
 */
export interface SearchScope {
  workspace_id: string
  user_id: string
  isMember: boolean
  /** Active projects in which the user has a role. */
  projects: SearchScopeProject[]
  /** Ids of the teamspaces that the user sees. */
  teamspaces: string[]
  /** Ids of the pages that are shared with the user individually. */
  shared_pages: string[]
  /** Ids of the projects in `projects` and of the projects that the user may join. */
  findable: string[]
}

export interface SearchScopeProject {
  project_id: string
  identifier: string
  sees_all: boolean
  page_view: boolean
  issue_views_view: boolean
  cycle_view: boolean
  module_view: boolean
  inbox_view: boolean
  is_epic_enabled: boolean
}

/** Loads the scope of the caller. Sends all queries at once. */
export async function loadSearchScope({ em, user, workspace }: WorkspaceContext): Promise<SearchScope> {
  const [all, teamspaces, pages] = await Promise.all([
    visibleOrJoinableProjects(em, user.id, workspace).where('archived_at', 'is', null).execute(),
    query(em)
      .selectFrom('teamspaces as t')
      .modifyFront(preparedStatementMarker)
      .select('t.id')
      .where(visibleTeamspacesSql({ user, workspace }, 't'))
      .execute(),
    query(em)
      .selectFrom('pages')
      .modifyFront(preparedStatementMarker)
      .select('id')
      .where('workspace_id', '=', workspace.id)
      .where(sql<boolean>`shares <> '{}' and jsonb_exists(shares, ${user.id})`)
      .where('deleted_at', 'is', null)
      .execute(),
  ])
  return {
    workspace_id: workspace.id,
    shared_pages: pages.map(({ id }) => id),
    user_id: user.id,
    teamspaces: teamspaces.map(({ id }) => id),
    isMember: hasRoleAtLeast(workspace.role, role.member),
    projects: all.filter((project) => project.role !== null),
    findable: all.map(({ project_id }) => project_id),
  }
}

/** Restricts a search scope to the given projects. */
export function narrowSearchScope(scope: SearchScope, projectIds: readonly string[]): SearchScope {
  return {
    ...scope,
    projects: scope.projects.filter(({ project_id }) => projectIds.includes(project_id)),
    findable: scope.findable.filter((id) => projectIds.includes(id)),
  }
}

/** Returns an SQL condition on the columns of the table `search_entries`, whose alias is `e`. */
export function searchVisibilitySql(scope: SearchScope, cls: SearchResultClass): Condition {
  if (cls === 'other') return any(otherConditions(scope))
  const items = sharedOrOwn(scope, () => true)
  if (cls === 'comment') return items
  const epics = kind(
    'epic',
    inProjects(scope, ({ is_epic_enabled }) => is_epic_enabled),
  )
  const intake = kind(
    'intake',
    inProjects(scope, ({ inbox_view }) => inbox_view),
  )
  return sql<boolean>`(${items} and ${any([kind('issue', everything), epics, intake])})`
}

function otherConditions(scope: SearchScope): Condition[] {
  const { workspace_id, user_id, isMember, findable, teamspaces } = scope
  const ofWorkspace = isMember
    ? sql<boolean>`(not e.is_private or e.owner_id = ${user_id})`
    : sql<boolean>`e.owner_id = ${user_id}`
  return [
    kind(
      'page',
      sharedOrOwn(scope, ({ page_view }) => page_view),
    ),
    kind(
      'cycle',
      inProjects(scope, ({ cycle_view }) => cycle_view),
    ),
    kind(
      'module',
      inProjects(scope, ({ module_view }) => module_view),
    ),
    kind(
      'view',
      sharedOrOwn(scope, ({ issue_views_view }) => issue_views_view),
    ),
    kind('view', sql<boolean>`(e.place = ${workspace_id}::uuid and ${ofWorkspace})`),
    isMember ? kind('page', sql<boolean>`(e.place = ${workspace_id}::uuid and ${ofWorkspace})`) : nothing,
    sharedPages(scope),
    kind('project', inPlaces(findable)),
    teamspaces.length === 0
      ? nothing
      : kind('teamspace', sql<boolean>`e.id = any(array(select unnest(${teamspaces}::uuid[])))`),
    kind('person', sql<boolean>`e.place = ${workspace_id}::uuid`),
  ]
}

/**
 * Returns an SQL condition for pages that are shared with the user individually. Matches pages of the user's
 * projects, and pages without a project.
 */
function sharedPages(scope: SearchScope): Condition {
  const { shared_pages, projects, workspace_id } = scope
  if (shared_pages.length === 0) return nothing
  const places = projects.filter(({ page_view }) => page_view).map(({ project_id }) => project_id)
  return kind(
    'page',
    sql<boolean>`(${inPlaces([...places, workspace_id])}
      and e.id = any(array(select unnest(${shared_pages}::uuid[]))))`,
  )
}

function kind(name: SearchResultKind, condition: Condition): Condition {
  return condition === nothing ? nothing : sql<boolean>`(e.kind = ${sql.lit(name)} and ${condition})`
}

type ProjectFilter = (project: SearchScopeProject) => boolean

/**
 * Returns an SQL condition for the entries that the user can see. In projects that the user sees completely, these
 * are all entries except private entries of other users. In other projects, the user sees only their own entries.
 */
function sharedOrOwn({ projects, user_id }: SearchScope, matches: ProjectFilter): Condition {
  const ids = (seesAll: boolean) =>
    projects.filter((one) => matches(one) && one.sees_all === seesAll).map(({ project_id }) => project_id)
  const [fullyVisible, partlyVisible] = [inPlaces(ids(true)), inPlaces(ids(false))]
  return any([
    fullyVisible === nothing
      ? nothing
      : sql<boolean>`(${fullyVisible} and (not e.is_private or e.owner_id = ${user_id}))`,
    partlyVisible === nothing ? nothing : sql<boolean>`(${partlyVisible} and e.owner_id = ${user_id})`,
  ])
}

function inProjects({ projects }: SearchScope, matches: ProjectFilter): Condition {
  return inPlaces(projects.filter(matches).map(({ project_id }) => project_id))
}

const everything = sql<boolean>`true`
const nothing = sql<boolean>`false`

function inPlaces(ids: string[]): Condition {
  if (ids.length === 0) return nothing
  // Use a subquery, because PostgreSQL would otherwise estimate the selectivity of every id in each of these
  // conditions.
  return sql<boolean>`e.place = any(array(select unnest(${ids}::uuid[])))`
}

function any(conditions: Condition[]): Condition {
  const possible = conditions.filter((one) => one !== nothing)
  return possible.length === 0 ? nothing : sql<boolean>`(${sql.join(possible, sql` or `)})`
}

/** Returns true if the user can see a current row, which may be newer than the search index. */
export function isSourceRowVisible(
  scope: SearchScope,
  { id, kind, place, owner_id, is_private }: SearchSourceRow,
): boolean {
  if (kind === 'person') return true
  if (kind === 'project') return scope.findable.includes(id)
  if (kind === 'teamspace') return scope.teamspaces.includes(id)
  const isOwn = owner_id === scope.user_id || isSharedPage(scope, { id, kind })
  if (place === scope.workspace_id) {
    // Outside of projects, workspace guests see only pages that are shared with them and their own views.
    const mayOwn = kind === 'view' || scope.isMember || isSharedPage(scope, { id, kind })
    return isOwn ? mayOwn : scope.isMember && !is_private
  }
  const project = scope.projects.find(({ project_id }) => project_id === place)
  const needed = requiredFeature[kind]
  if (project === undefined || (needed !== undefined && !project[needed])) return false
  return kind === 'cycle' || kind === 'module' || isOwn || (project.sees_all && !is_private)
}

function isSharedPage(scope: SearchScope, { id, kind }: Pick<SearchSourceRow, 'id' | 'kind'>): boolean {
  return kind === 'page' && scope.shared_pages.includes(id)
}

const requiredFeature: Partial<Record<SearchResultKind, keyof SearchScopeProject>> = {
  page: 'page_view',
  view: 'issue_views_view',
  cycle: 'cycle_view',
  module: 'module_view',
  intake: 'inbox_view',
  epic: 'is_epic_enabled',
}
