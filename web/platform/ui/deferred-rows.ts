import { createContext, startTransition, useContext, useEffect, useState } from 'react'

/**
 * `current` is true if new rows render completely in their first render. A list sets it to false while it scrolls
 * fast. `waiting` contains callbacks that render the omitted parts of the rows later.
 */
interface Wholeness {
  current: boolean
  readonly waiting: Set<() => void>
}

export const DeferredRowsContext = createContext<Wholeness>({ current: true, waiting: new Set() })

/**
 * Returns whether a row renders completely. During fast scrolling, new rows show only their titles and render
 * the rest when the scrolling slows down, so that no frame is delayed.
 */
export function useIsRowFullyRendered(): boolean {
  const rows = useContext(DeferredRowsContext)
  const [isWhole, setIsWhole] = useState(rows.current)
  useEffect(() => {
    if (isWhole) return
    const { waiting } = rows
    const draw = () => startTransition(() => setIsWhole(true))
    waiting.add(draw)
    return () => {
      waiting.delete(draw)
    }
  }, [rows, isWhole])
  return isWhole
}

/** If a list scrolls by more than this number of rows per frame, users cannot read the values in its rows. */
const fast = 4

interface Scrolled {
  isScrolling: boolean
  range: { startIndex: number } | null
}

/**
 * Returns the value of `DeferredRowsContext` for a virtualized list. It states whether the list scrolls
 * slowly enough for users to read its rows.
 */
export function useDeferredRows({ isScrolling, range }: Scrolled): Wholeness {
  const [rows] = useState<Wholeness & { from?: number | undefined }>(() => ({
    current: true,
    waiting: new Set(),
  }))
  const by = range === null || rows.from === undefined ? 0 : Math.abs(range.startIndex - rows.from)
  rows.from = range?.startIndex
  // A render at an unchanged scroll position does not change the value, because it does not indicate the
  // scroll speed.
  if (!isScrolling) rows.current = true
  else if (by > 0) rows.current = by <= fast
  useEffect(() => {
    if (!rows.current) return
    for (const draw of rows.waiting) draw()
    rows.waiting.clear()
  })
  return rows
}
