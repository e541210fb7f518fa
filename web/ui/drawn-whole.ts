import { createContext, useContext, useDeferredValue, useRef } from 'react'

/** Says whether rows that are drawn now are drawn whole at once; a list sets it while it is scrolled fast. */
export const DrawnWhole = createContext<{ readonly current: boolean }>({ current: true })

/**
 * Whether a row draws all of itself. Those that come with the screen, or by a change, do; those that fast scrolling brings show their
 * titles in that frame and the rest a moment after, so that no frame waits for what flies by.
 */
export function useDrawnWhole(): boolean {
  return useDeferredValue(true, useContext(DrawnWhole).current)
}

/** Rows that come into sight between two frames; above it one scrolls too fast to read values. */
const fast = 4

interface Scrolled {
  isScrolling: boolean
  range: { startIndex: number } | null
}

/** For `DrawnWhole` around the rows of a virtualizer: whether they go by at reading speed. */
export function useWholeRows({ isScrolling, range }: Scrolled): { readonly current: boolean } {
  const whole = useRef(true)
  const from = useRef<number | undefined>(undefined)
  const by = range === null || from.current === undefined ? 0 : Math.abs(range.startIndex - from.current)
  from.current = range?.startIndex
  whole.current = !isScrolling || by <= fast
  return whole
}
