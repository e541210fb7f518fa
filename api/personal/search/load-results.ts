import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { createSearchSnippet, findHighlightRanges } from '#common/personal/search/highlight.ts'
import { type SearchResult, searchResult } from '#common/personal/search/schema.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'
import type { SearchHit } from './look-up-in-index.ts'
import { isSourceRowVisible, type SearchScope } from './scope.ts'
import { loadSearchSourceRows, type SearchSource, type SearchSourceRow } from './sources.ts'

/**
 * Loads the current data of the hits in the same order. Access is checked again, because the search index may
 * be out of date.
 */
export async function loadSearchResults(
  ctx: WorkspaceContext,
  scope: SearchScope,
  hits: readonly SearchHit[],
  typed: string,
): Promise<SearchResult[]> {
  const bySource = Map.groupBy(hits, ({ kind }) => sourceOf[kind])
  // Send all queries at once, so that they need one round trip.
  const loaded = await Promise.all(
    [...bySource].map(([source, some]) => {
      const ids = some.map(({ id }) => id)
      return Promise.all([
        loadSearchSourceRows(ctx.em, ctx.workspace.id, source, ids),
        detailsOf(ctx, source, ids),
      ])
    }),
  )
  const described = new Map<string, SearchResult>()
  let letters = 0
  for (const [rows, details] of loaded) {
    for (const row of rows) {
      const detail = details.get(row.id)
      if (detail === undefined || !isSourceRowVisible(scope, row)) continue
      described.set(`${row.id} ${row.place}`, presentFound(scope, row, detail, typed))
      letters += row.text.length
      if (letters < charactersPerTurn) continue
      letters = 0
      await setImmediate()
    }
  }
  const answered = new Set<string>()
  return hits.flatMap(({ id, place }) => {
    const one = described.get(`${id} ${place}`)
    // A page with several projects has a hit for each project, but the result contains it once.
    if (one === undefined || answered.has(id)) return []
    answered.add(id)
    return [one]
  })
}

/**
 * Number of characters after which the search yields to the event loop, because describing hits blocks the
 * process.
 */
const charactersPerTurn = 50_000

const sourceOf: Record<SearchResult['kind'], SearchSource> = {
  issue: 'work_items',
  epic: 'work_items',
  intake: 'work_items',
  comment: 'work_item_comments',
  page: 'pages',
  cycle: 'cycles',
  module: 'modules',
  view: 'views',
  project: 'projects',
  teamspace: 'teamspaces',
  person: 'users',
}

/** Data of a search hit apart from its matching text. */
interface Details {
  id: string
  name: string
  sequence_id?: number
}

function presentFound(
  scope: SearchScope,
  row: SearchSourceRow,
  detail: Details,
  typed: string,
): SearchResult {
  const isPlaced = row.place !== scope.workspace_id && row.kind !== 'project'
  const project = scope.projects.find(({ project_id }) => project_id === row.place)
  const { name, sequence_id } = detail
  const title_marks = findHighlightRanges(name, typed)
  return presentRow(searchResult, {
    ...nothing,
    ...detail,
    ...row,
    title: name,
    title_marks,
    project_id: isPlaced ? row.place : null,
    snippet: title_marks.length > 0 && row.kind !== 'comment' ? null : createSearchSnippet(row.text, typed),
    key: sequence_id === undefined ? null : `${project?.identifier}-${sequence_id}`,
  })
}

const nothing = {
  archived_at: null,
  issue_id: null,
  state_id: null,
  state__group: null,
  priority: null,
  logo_props: null,
  avatar_url: null,
}

async function detailsOf(
  { em }: WorkspaceContext,
  source: SearchSource,
  ids: string[],
): Promise<Map<string, Details>> {
  const { rows } = await sql<Details>`${details[source]} where t.id = any(${ids}::uuid[])`.execute(query(em))
  return new Map(rows.map((row) => [row.id, row]))
}

const withLogo = (table: SearchSource) => sql`select t.id, t.name, t.logo_props from ${sql.table(table)} t`

const details: Record<SearchSource, ReturnType<typeof sql>> = {
  projects: withLogo('projects'),
  teamspaces: withLogo('teamspaces'),
  cycles: withLogo('cycles'),
  modules: withLogo('modules'),
  views: withLogo('views'),
  pages: withLogo('pages'),
  users: sql`select t.id, t.display_name as name, t.avatar_url from users t`,
  work_items: sql`select t.id, t.name, t.sequence_id, t.state_id, t.state__group, t.priority, t.archived_at from work_items t`,
  work_item_comments: sql`
    select t.id, i.name, i.sequence_id, i.id as issue_id, i.state_id, i.state__group, i.priority, i.archived_at
    from work_item_comments t join work_items i on i.id = t.issue_id`,
}
