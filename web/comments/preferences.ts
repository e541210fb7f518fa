import { atomWithStorage } from 'jotai/utils'

const onInit = { getOnInit: true }

/** Enter alone sends a comment; else it begins a new line, and ⌘ Enter or Ctrl Enter sends. */
export const enterSendsAtom = atomWithStorage('comments-enter-sends', false, undefined, onInit)

export type Shown = 'all' | 'comments' | 'changes'
export const shownAtom = atomWithStorage<Shown>('activity-shown', 'all', undefined, onInit)

export type Order = 'oldest' | 'newest'
export const orderAtom = atomWithStorage<Order>('activity-order', 'oldest', undefined, onInit)
