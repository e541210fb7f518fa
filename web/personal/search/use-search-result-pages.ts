import { useCallback, useEffect, useRef, useState } from 'react'
import type { SearchResult } from '#common/personal/search/schema.ts'
import { request } from '../../platform/app/sync.ts'
import { currentSlug, onWorkspaceReload } from '../../platform/shell/workspace.ts'
import { RequestError } from '../../platform/sync/http.ts'

export interface SearchResultPages {
  /** The found rows. The results of the previous query stay until the new results arrive. */
  rows: readonly SearchResult[]
  status: 'loading' | 'ready' | 'error'
  hasMore: boolean
  more: () => void
  retry: () => void
}

/** The delay in milliseconds between the last keystroke and the search. */
const typingPause = 150

/** Loads results page by page. `queryJson` is the query as JSON, so equal queries are not repeated. */
export function useSearchResultPages(queryJson: string): SearchResultPages {
  const [state, setState] = useState<{
    rows: readonly SearchResult[]
    next: string | null
    status: SearchResultPages['status']
  }>({
    ...{ rows: [], next: null, status: 'loading' },
  })
  const running = useRef<AbortController | null>(null)
  const load = useCallback(
    async (cursor: string | null) => {
      running.current?.abort()
      const abort = new AbortController()
      running.current = abort
      setState((now) => ({ ...now, status: 'loading' }))
      const query = { ...JSON.parse(queryJson), per_page: '30', ...(cursor !== null && { cursor }) }
      try {
        const answer = await request(
          'findInWorkspace',
          { params: { slug: currentSlug() }, query },
          { signal: abort.signal },
        )
        if (abort.signal.aborted) return
        setState((now) => ({
          rows: cursor === null ? answer.results : withoutDuplicates([...now.rows, ...answer.results]),
          next: answer.next_cursor,
          status: 'ready',
        }))
      } catch (error) {
        if (abort.signal.aborted) return
        if (!(error instanceof RequestError)) throw error
        setState((now) => ({ ...now, status: 'error' }))
      }
    },
    [queryJson],
  )
  useEffect(() => {
    setState((now) => ({ ...now, status: 'loading' }))
    const timer = setTimeout(() => void load(null), typingPause)
    const stop = onWorkspaceReload(() => load(null))
    return () => {
      clearTimeout(timer)
      running.current?.abort()
      stop()
    }
  }, [load])
  const { rows, next, status } = state
  return {
    ...{ rows, status, hasMore: next !== null },
    more: () => next !== null && status === 'ready' && void load(next),
    retry: () => void load(next),
  }
}

/** Removes duplicates. A row that changes between two requests may appear on both pages. */
function withoutDuplicates(rows: readonly SearchResult[]): readonly SearchResult[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}
