import { createContext, useContext, useDeferredValue } from 'react'

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

/** Whether the rows in sight have gone by at reading speed since they were last asked of. */
export function isSlow(before: number | undefined, now: number | undefined): boolean {
  return before === undefined || now === undefined || Math.abs(now - before) <= fast
}
