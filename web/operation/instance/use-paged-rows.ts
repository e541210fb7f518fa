import { useCallback, useState } from 'react'
import { type LoadState, useLoadState } from '../../platform/shell/use-load-state.ts'

interface Page<Row> {
  results: Row[]
  total_count: number
  next_cursor: string
  next_page_results: boolean
}

export interface PagedQuery {
  search?: string
  cursor?: string
}

export interface PagedRows<Row> extends LoadState {
  rows: Row[]
  total: number
  /** Loads the next page. Null if there are no more rows. */
  more: (() => void) | null
  put: (row: Row) => void
  /** Adds a newly created row at the top of the loaded rows. */
  add: (row: Row) => void
}

/** Loads rows page by page. `read` must be the same function on each render while the query is the same. */
export function usePagedRows<Row extends { id: string }>(
  read: (pageQuery: PagedQuery) => Promise<Page<Row>>,
  search: string,
): PagedRows<Row> {
  const [page, setPage] = useState<Page<Row>>({
    results: [],
    total_count: 0,
    next_cursor: '',
    next_page_results: false,
  })
  const searchQuery = search.trim() === '' ? {} : { search: search.trim() }
  const words = searchQuery.search
  const loaded = useLoadState(
    useCallback(async () => setPage(await read(words === undefined ? {} : { search: words })), [read, words]),
  )
  async function readMore() {
    const next = await read({ ...searchQuery, cursor: page.next_cursor })
    setPage({ ...next, results: [...page.results, ...next.results] })
  }
  return {
    ...loaded,
    rows: page.results,
    total: page.total_count,
    more: page.next_page_results ? () => void readMore() : null,
    add: (row) => setPage({ ...page, results: [row, ...page.results], total_count: page.total_count + 1 }),
    put: (row) => setPage({ ...page, results: page.results.map((one) => (one.id === row.id ? row : one)) }),
  }
}
