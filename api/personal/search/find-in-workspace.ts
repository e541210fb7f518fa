import { sql } from 'kysely'
import { parseSearchTerms } from '#common/personal/search/analysis.ts'
import type { searchCalls } from '#common/personal/search/calls.ts'
import {
  type SearchResultKind,
  searchResultClasses,
  searchResultClassOfKind,
  searchResultKinds,
} from '#common/personal/search/kinds.ts'
import type { QueryOf, ResponseOf } from '#common/platform/call.ts'
import { addDays } from '#common/platform/clock.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { createUserClock } from '../../platform/context/user-clock.ts'
import { findItemsByKey } from './by-key.ts'
import { loadSearchResults } from './load-results.ts'
import { lookUpInSearchIndex, type SearchHit, type SearchIndexQuery } from './look-up-in-index.ts'
import { loadSearchScope, narrowSearchScope, type SearchScope, searchVisibilitySql } from './scope.ts'

type Search = QueryOf<typeof searchCalls.findInWorkspace>
type Answer = ResponseOf<typeof searchCalls.findInWorkspace>

export async function findInWorkspace(ctx: WorkspaceContext, search: Search): Promise<Answer> {
  const everywhere = await loadSearchScope(ctx)
  const scope = search.projects === undefined ? everywhere : narrowSearchScope(everywhere, search.projects)
  const { hits, next } =
    search.of_each === undefined
      ? await page(ctx, scope, search)
      : await bestOfEachKind(ctx, scope, search, search.of_each)
  return { results: await loadSearchResults(ctx, scope, hits, search.query), next_cursor: next }
}

/**
 * Returns one page of results. Each class of content is queried for a full page, and the best hits are merged. The
 * queries of all classes are sent at once.
 */
async function page(ctx: WorkspaceContext, scope: SearchScope, search: Search) {
  const after = search.cursor === undefined ? null : readCursor(search.cursor)
  const limit = search.per_page + 1
  const [keyMatches, ...found] = await Promise.all([
    after === null ? keyMatchesOf(ctx, scope, search) : [],
    ...classesOf(search.kinds).map((cls) =>
      lookUpInSearchIndex(ctx.em, { ...lookupQueryOf(ctx, scope, search, cls), after, limit }),
    ),
  ])
  const sorted = found.flat().toSorted(inOrder)
  const hits = sorted.slice(0, search.per_page)
  const last = hits.at(-1)
  const next = sorted.length > search.per_page && last ? `${last.rank}:${last.at}:${last.id}` : null
  return { hits: withoutRepetition(keyMatches, hits), next }
}

/** Returns the best hits of each kind, ordered by kind. */
async function bestOfEachKind(ctx: WorkspaceContext, scope: SearchScope, search: Search, limit: number) {
  const [keyMatches, ...found] = await Promise.all([
    keyMatchesOf(ctx, scope, search),
    ...classesOf(search.kinds).map((cls) =>
      lookUpInSearchIndex(ctx.em, {
        ...lookupQueryOf(ctx, scope, search, cls),
        after: null,
        limit,
        ...(cls === 'other' && { ofEachKind: limit }),
      }),
    ),
  ])
  const all = found.flat()
  const hits = searchResultKinds.flatMap((kind) => all.filter((hit) => hit.kind === kind).slice(0, limit))
  return { hits: withoutRepetition(keyMatches, hits), next: null }
}

/** Finds the work items whose complete key the query is. They come before all other hits. */
async function keyMatchesOf(
  ctx: WorkspaceContext,
  scope: SearchScope,
  { query, kinds, people, from, to }: Search,
): Promise<SearchHit[]> {
  if ([people, from, to].some((filter) => filter !== undefined)) return []
  const found = await findItemsByKey(ctx, scope, query, 5)
  return found.filter(({ kind }) => kinds === undefined || kinds.includes(kind))
}

function withoutRepetition(keyMatches: SearchHit[], hits: SearchHit[]): SearchHit[] {
  return [...keyMatches, ...hits.filter((hit) => !keyMatches.some(({ id }) => id === hit.id))]
}

function lookupQueryOf(
  ctx: WorkspaceContext,
  scope: SearchScope,
  { query, kinds, people, from, to, projects }: Search,
  cls: SearchIndexQuery['class'],
): Omit<SearchIndexQuery, 'after' | 'limit'> {
  const clock = createUserClock(ctx.user)
  const conditions = [
    searchVisibilitySql(scope, cls),
    kinds && sql<boolean>`e.kind = any(${kinds}::text[])`,
    people && sql<boolean>`e.author_id = any(${people}::uuid[])`,
    from && sql<boolean>`e.updated_at >= ${clock.startOf(from)}::timestamptz`,
    to && sql<boolean>`e.updated_at < ${clock.startOf(addDays(to, 1))}::timestamptz`,
    // Leave out content that belongs to no project if the search is limited to projects.
    projects && sql<boolean>`e.place <> ${scope.workspace_id}::uuid`,
  ].filter((one) => one !== undefined)
  const [only] = scope.projects
  return {
    workspace_id: scope.workspace_id,
    class: cls,
    terms: parseSearchTerms(query),
    where: sql<boolean>`${sql.join(conditions, sql` and `)}`,
    place: cls !== 'other' && scope.projects.length === 1 ? only?.project_id : undefined,
  }
}

function classesOf(kinds: readonly SearchResultKind[] | undefined) {
  return searchResultClasses.filter(
    (cls) => kinds === undefined || kinds.some((kind) => searchResultClassOfKind(kind) === cls),
  )
}

function inOrder(a: SearchHit, b: SearchHit): number {
  if (a.rank !== b.rank) return b.rank - a.rank
  if (a.at !== b.at) return a.at < b.at ? 1 : -1
  return a.id < b.id ? 1 : -1
}

function readCursor(cursor: string): Pick<SearchHit, 'rank' | 'at' | 'id'> {
  return { rank: Number(cursor.slice(0, 1)), at: cursor.slice(2, -37), id: cursor.slice(-36) }
}
