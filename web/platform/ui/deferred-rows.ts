import { createContext, startTransition, useContext, useEffect, useState } from 'react'

/** True if rows render completely at once, and the rows that wait. A list sets this while it scrolls fast. */
interface Wholeness {
  current: boolean
  readonly waiting: Set<() => void>
}

export const DeferredRows = createContext<Wholeness>({ current: true, waiting: new Set() })

/**
 * Returns whether a row renders completely. During fast scrolling, new rows show only their titles and render the rest
 * when the scrolling slows down, so that no frame is delayed.
 */
export function useIsFullyRendered(): boolean {
  const rows = useContext(DeferredRows)
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

/** Rows per frame. Faster scrolling is too fast to read values. */
const fast = 4

interface Scrolled {
  isScrolling: boolean
  range: { startIndex: number } | null
}

/** Value of `DeferredRows` around the rows of a virtualizer: whether they scroll at reading speed. */
export function useDeferredRows({ isScrolling, range }: Scrolled): Wholeness {
  const [rows] = useState<Wholeness & { from?: number | undefined }>(() => ({
    current: true,
    waiting: new Set(),
  }))
  const by = range === null || rows.from === undefined ? 0 : Math.abs(range.startIndex - rows.from)
  rows.from = range?.startIndex
  // A render at the same scroll position does not change the speed.
  if (!isScrolling) rows.current = true
  else if (by > 0) rows.current = by <= fast
  useEffect(() => {
    if (!rows.current) return
    for (const draw of rows.waiting) draw()
    rows.waiting.clear()
  })
  return rows
}
