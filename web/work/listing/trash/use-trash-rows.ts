import { useCallback, useRef, useState } from 'react'
import { maxPerPage } from '#common/work/listing/keys.ts'
import { type LoadState, useLoadState } from '../../../platform/shell/use-load-state.ts'
import { useReloadAfterEvents } from '../../../platform/shell/use-reload-after-events.ts'

/** Number of rows that are shown until the user requests more. */
const pageSize = 100

export interface TrashQuery {
  per_page: string
  cursor: string
}

interface TrashPage<Row> {
  results: Row[]
  total_count: number
  next_cursor: string
}

export interface TrashRows<Row> extends LoadState {
  /** All loaded rows. The list displays the first `shown` of them. */
  rows: Row[]
  shown: number
  total: number
  /** Shows more rows. Is null if all rows are shown. */
  more: (() => void) | null
  /** Loads and returns all rows of the trash. Throws `RequestError`. */
  loadAll: () => Promise<Row[]>
}

/**
 * Loads the trash page by page. Deleted rows are in no client table, because the change feed only sends their
 * deletion. `readPage` and `follow` must be memoized. `isRestored` returns true if a row is in its table
 * again.
 */
export function useTrashRows<Row>(
  readPage: (query: TrashQuery) => Promise<TrashPage<Row>>,
  follow: (onEvent: () => void) => (() => void)[],
  isRestored: (row: Row) => boolean,
): TrashRows<Row> {
  const [read, setRead] = useState<{ rows: Row[]; total: number }>({ rows: [], total: 0 })
  const [shown, setShown] = useState(pageSize)
  const wanted = useRef(pageSize)
  const load = useCallback(async () => setRead(await readRows(readPage, wanted.current)), [readPage])
  const { status, retry } = useLoadState(load)
  useReloadAfterEvents(follow, retry)
  const rows = read.rows.filter((row) => !isRestored(row))
  const total = read.total - (read.rows.length - rows.length)
  return {
    status,
    retry,
    rows,
    shown,
    total,
    more: Math.min(shown, rows.length) < total ? showMore : null,
    loadAll,
  }

  function showMore() {
    setShown(shown + pageSize)
    wanted.current = Math.max(wanted.current, shown + pageSize)
    retry()
  }

  async function loadAll(): Promise<Row[]> {
    // From now on, each reload loads all rows. Otherwise, a reload would remove rows that the user has selected.
    wanted.current = Number.POSITIVE_INFINITY
    const all = await readRows(readPage, wanted.current)
    setRead(all)
    return all.rows.filter((row) => !isRestored(row))
  }
}

async function readRows<Row>(readPage: (query: TrashQuery) => Promise<TrashPage<Row>>, wanted: number) {
  const perPage = Math.min(wanted, maxPerPage)
  const rows: Row[] = []
  let total = 0
  let cursor = `${perPage}:0:0`
  do {
    const page = await readPage({ per_page: String(perPage), cursor })
    if (page.results.length === 0) break
    rows.push(...page.results)
    total = page.total_count
    cursor = page.next_cursor
  } while (rows.length < Math.min(wanted, total))
  return { rows, total }
}
