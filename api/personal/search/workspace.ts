import { sql } from 'kysely'
import { parseSearchTerms } from '#common/personal/search/analysis.ts'
import type { searchCalls } from '#common/personal/search/calls.ts'
import type { SearchResultKind } from '#common/personal/search/kinds.ts'
import type { SearchResult } from '#common/personal/search/schema.ts'
import type { QueryOf, ResponseOf } from '#common/platform/call.ts'
import { listWorkspaces } from '../../organization/workspaces/queries.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { findItemsByKey } from './by-key.ts'
import { loadSearchResults } from './load-results.ts'
import { lookUpInSearchIndex, type SearchHit } from './look-up-in-index.ts'
import { loadSearchScope, narrowSearchScope, type SearchScope, searchVisibilitySql } from './scope.ts'

type Search = QueryOf<typeof searchCalls.searchWorkspace>
type Results = ResponseOf<typeof searchCalls.searchWorkspace>['results']

const limit = 100

const kinds: Partial<Record<keyof Results, SearchResultKind[]>> = {
  project: ['project'],
  issue: ['issue', 'epic'],
  cycle: ['cycle'],
  module: ['module'],
  issue_view: ['view'],
  teamspace: ['teamspace'],
  page: ['page'],
  intake: ['intake'],
}

/** Answers the search call of the Plane API, which searches only titles, and only in joined projects. */
export async function searchWorkspace(
  ctx: WorkspaceContext,
  { search, workspace_search, project_id, entities }: Search,
): Promise<{ results: Results }> {
  const everywhere = joinedOnly(await loadSearchScope(ctx))
  const scope =
    workspace_search || project_id === undefined ? everywhere : narrowSearchScope(everywhere, [project_id])
  const wanted = entities?.split(',').map((name) => name.trim())
  const isWanted = (name: string) => wanted === undefined || wanted.includes(name)
  // The searches of all kinds run at the same time, so that their queries share round trips.
  const found = await Promise.all([
    ...(isWanted('workspace') ? [workspaces(ctx, search)] : []),
    ...Object.entries(kinds)
      .filter(([name]) => isWanted(name))
      .map(async ([name, some]) => {
        const hits = await hitsOf(ctx, scope, search, some)
        const [results, columns] = await Promise.all([
          loadSearchResults(ctx, scope, hits, search),
          columnsOf(ctx, name, hits),
        ])
        return { [name]: formatters[name]?.(ctx, scope, results, columns) }
      }),
  ])
  return { results: Object.assign({}, ...found) }
}

/** Returns the scope without projects that the user has not joined. */
function joinedOnly(scope: SearchScope): SearchScope {
  return { ...scope, findable: scope.projects.map(({ project_id }) => project_id) }
}

async function hitsOf(
  ctx: WorkspaceContext,
  scope: SearchScope,
  typed: string,
  some: SearchResultKind[],
): Promise<SearchHit[]> {
  const isItem = some.includes('issue') || some.includes('intake')
  const cls = isItem ? 'item' : 'other'
  const where = sql<boolean>`${searchVisibilitySql(scope, cls)} and e.kind = any(${some}::text[])`
  const terms = parseSearchTerms(typed)
  const [hits, keyed, first] = await Promise.all([
    lookUpInSearchIndex(ctx.em, {
      ...{ workspace_id: scope.workspace_id, class: cls, terms, where, after: null, limit },
      titlesAlone: true,
    }),
    isItem ? findItemsByKey(ctx, scope, typed, limit) : [],
    isItem && terms.length > 0 ? ofProject(ctx, scope, typed, some) : [],
  ])
  const meant = keyed.filter(({ kind }) => some.includes(kind))
  const others = hits.filter(({ id }) => !meant.some((one) => one.id === id))
  const all = [...meant, ...others]
  return [...all, ...first.filter(({ id }) => !all.some((one) => one.id === id))].slice(0, limit)
}

/** Finds the work items of a project whose identifier was entered. */
async function ofProject(
  ctx: WorkspaceContext,
  scope: SearchScope,
  typed: string,
  some: SearchResultKind[],
): Promise<SearchHit[]> {
  const letters = typed.trim().toUpperCase()
  const places = scope.projects.filter(({ identifier }) => identifier.startsWith(letters))
  if (places.length === 0) return []
  const inPlaces = narrowSearchScope(
    scope,
    places.map(({ project_id }) => project_id),
  )
  const where = sql<boolean>`${searchVisibilitySql(inPlaces, 'item')} and e.kind = any(${some}::text[])`
  return lookUpInSearchIndex(ctx.em, {
    workspace_id: scope.workspace_id,
    class: 'item',
    terms: [],
    where,
    after: null,
    limit,
  })
}

/** Columns that search results do not contain, by the id of the row. */
interface ExtraColumns {
  id: string
  sequence_id?: number
  type_id?: string | null
  project_ids?: string[]
}
type Columns = ReadonlyMap<string, ExtraColumns>

async function columnsOf({ em }: WorkspaceContext, name: string, hits: SearchHit[]): Promise<Columns> {
  const columns =
    name === 'page'
      ? sql`project_ids from pages`
      : name === 'issue' || name === 'intake'
        ? sql`sequence_id, type_id from work_items`
        : null
  if (columns === null) return new Map()
  const { rows } = await sql<ExtraColumns>`
    select id, ${columns} where id = any(${hits.map(({ id }) => id)}::uuid[])`.execute(query(em))
  return new Map(rows.map((row) => [row.id, row]))
}

type ResultFormatter = (
  ctx: WorkspaceContext,
  scope: SearchScope,
  found: SearchResult[],
  columns: Columns,
) => object[]

const formatters: Record<string, ResultFormatter> = {
  project: ({ workspace }, scope, found) =>
    found.map(({ id, title: name }) => ({
      ...{ id, name, workspace__slug: workspace.slug },
      identifier: identifierOf(scope, id),
    })),
  teamspace: ({ workspace }, _, found) =>
    found.map(({ id, title: name }) => ({ id, name, workspace__slug: workspace.slug })),
  issue: itemResults,
  intake: itemResults,
  cycle: projectResults,
  module: projectResults,
  issue_view: projectResults,
  page: ({ workspace }, scope, found, columns) =>
    found.map(({ id, title: name }) => {
      const all = columns.get(id)?.project_ids ?? []
      const known = all.filter((one) => scope.projects.some(({ project_id }) => project_id === one))
      const project_identifiers = known.map((one) => identifierOf(scope, one))
      return { id, name, workspace__slug: workspace.slug, projects__id: known, project_identifiers }
    }),
}

function projectResults({ workspace }: WorkspaceContext, scope: SearchScope, found: SearchResult[]) {
  return found.map(({ id, title: name, project_id }) => ({
    ...{ id, name, project_id, workspace__slug: workspace.slug },
    project__identifier: project_id === null ? '' : identifierOf(scope, project_id),
  }))
}

function itemResults(ctx: WorkspaceContext, scope: SearchScope, found: SearchResult[], columns: Columns) {
  return projectResults(ctx, scope, found).flatMap((one) => {
    const row = columns.get(one.id)
    return row === undefined ? [] : [{ ...one, ...row }]
  })
}

function identifierOf(scope: SearchScope, projectId: string): string {
  return scope.projects.find(({ project_id }) => project_id === projectId)?.identifier ?? ''
}

/** Returns the caller's workspaces whose name matches, including other workspaces than the current one. */
async function workspaces(ctx: WorkspaceContext, typed: string) {
  const words = typed.toLowerCase()
  const all = await listWorkspaces(ctx)
  const matching = all.filter(({ name }) => name.toLowerCase().includes(words))
  return { workspace: matching.map(({ id, name, slug }) => ({ id, name, slug })) }
}
