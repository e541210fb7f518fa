import { useCallback, useRef, useState } from 'react'
import { perPageMax } from '#common/work/listing/keys.ts'
import { type LoadState, useLoaded } from '../../../platform/shell/use-loaded.ts'
import { useReloadOn } from '../../../platform/shell/use-reload-on.ts'

/** How many rows are shown before somebody asks for more. */
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
  /** The rows that are loaded, of which the list shows the first `shown`. */
  rows: Row[]
  shown: number
  total: number
  /** Shows more rows; null when all are shown. */
  more: (() => void) | null
  /** Loads the rows of the whole trash and answers them. Throws `RequestError`. */
  loadAll: () => Promise<Row[]>
}

/**
 * The trash as far as somebody asked for it. Deleted rows are in no table: other screens are only told that they are gone. `readPage` and
 * `follow` stay the same functions as long as they read the same; `isRestored` recognises a row that is in its table again.
 */
export function useTrashRows<Row>(
  readPage: (query: TrashQuery) => Promise<TrashPage<Row>>,
  follow: (tell: () => void) => (() => void)[],
  isRestored: (row: Row) => boolean,
): TrashRows<Row> {
  const [read, setRead] = useState<{ rows: Row[]; total: number }>({ rows: [], total: 0 })
  const [shown, setShown] = useState(pageSize)
  const wanted = useRef(pageSize)
  const load = useCallback(async () => setRead(await readRows(readPage, wanted.current)), [readPage])
  const { status, retry } = useLoaded(load)
  useReloadOn(follow, retry)
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
    // A later reload reads as many, since it would otherwise take the selected rows away.
    wanted.current = Number.POSITIVE_INFINITY
    const all = await readRows(readPage, wanted.current)
    setRead(all)
    return all.rows.filter((row) => !isRestored(row))
  }
}

async function readRows<Row>(readPage: (query: TrashQuery) => Promise<TrashPage<Row>>, wanted: number) {
  const perPage = Math.min(wanted, perPageMax)
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
