import { parseItemKey } from '#common/personal/search/kinds.ts'
import type { SearchResult } from '#common/personal/search/schema.ts'
import { tables } from '../../platform/app/sync.ts'
import type { Project } from '../../platform/sync/tables.ts'
import { formatItemKey } from '../../work/work-items/actions.ts'

/** Fields of a result that the command palette shows. */
export type DisplayedSearchResult = Pick<
  SearchResult,
  | 'kind'
  | 'id'
  | 'title'
  | 'title_marks'
  | 'snippet'
  | 'key'
  | 'archived_at'
  | 'project_id'
  | 'state_id'
  | 'state__group'
  | 'logo_props'
  | 'avatar_url'
>

const maxLoadedHits = 5

/**
 * Finds loaded work items whose title contains the text or whose key starts with it, so that results appear
 * before the server answers.
 */
export function searchLoadedRows(words: string): DisplayedSearchResult[] {
  const wanted = words.toLowerCase()
  const hits: DisplayedSearchResult[] = []
  for (const row of tables.work_items.values()) {
    if (hits.length === maxLoadedHits) break
    if (row.is_draft || row.state__group === 'triage' || row.is_epic) continue
    const key = formatItemKey(row)
    const at = row.name.toLowerCase().indexOf(wanted)
    if (at < 0 && !key.toLowerCase().startsWith(wanted)) continue
    const title_marks: DisplayedSearchResult['title_marks'] = at < 0 ? [] : [[at, at + words.length]]
    hits.push({ ...nothing, ...row, kind: 'issue', title: row.name, title_marks, key })
  }
  return hits
}

/**
 * Returns the item key that the user typed, if it is complete and belongs to an accessible project. Otherwise returns
 * null. The item need not be loaded.
 */
export function findTypedItemKey(words: string, projects: readonly Project[]): string | null {
  const key = parseItemKey(words)
  if (key === null || !projects.some(({ identifier }) => identifier === key.identifier)) return null
  return `${key.identifier}-${key.sequence_id}`
}

const nothing = { snippet: null, logo_props: null, avatar_url: null }
