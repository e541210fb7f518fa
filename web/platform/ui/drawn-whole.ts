import { createContext, startTransition, useContext, useEffect, useState } from 'react'

/** Whether rows that are drawn now are drawn whole at once, and who waits for it. A list sets it while it is scrolled fast. */
interface Wholeness {
  current: boolean
  readonly waiting: Set<() => void>
}

export const DrawnWhole = createContext<Wholeness>({ current: true, waiting: new Set() })

/**
 * Whether a row draws all of itself. Those that come with the screen, or by a change, do; those that fast scrolling brings show their
 * titles, and the rest once one scrolls at reading speed: what flies by is never drawn whole, so no frame waits for it.
 */
export function useDrawnWhole(): boolean {
  const rows = useContext(DrawnWhole)
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

/** Rows that come into sight between two frames; above it one scrolls too fast to read values. */
const fast = 4

interface Scrolled {
  isScrolling: boolean
  range: { startIndex: number } | null
}

/** For `DrawnWhole` around the rows of a virtualizer: whether they go by at reading speed. */
export function useWholeRows({ isScrolling, range }: Scrolled): Wholeness {
  const [rows] = useState<Wholeness & { from?: number | undefined }>(() => ({
    current: true,
    waiting: new Set(),
  }))
  const by = range === null || rows.from === undefined ? 0 : Math.abs(range.startIndex - rows.from)
  rows.from = range?.startIndex
  // Drawn again at the same place, it goes on as fast as it went.
  if (!isScrolling) rows.current = true
  else if (by > 0) rows.current = by <= fast
  useEffect(() => {
    if (!rows.current) return
    for (const draw of rows.waiting) draw()
    rows.waiting.clear()
  })
  return rows
}
