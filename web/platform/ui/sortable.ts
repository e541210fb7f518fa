import { createContext, useContext } from 'react'

/** How the rows of a list are put elsewhere. A row is known by its id. */
export interface SortableOrder {
  /** Moves a row past its neighbour. */
  step: (id: string, by: 1 | -1) => unknown
  /** Moves a row that was dropped at an edge of another one. */
  moveBeside: (id: string, near: string, edge: 'before' | 'after') => unknown
  /** Whether a row may be dropped beside another one; every row may when it is left out. */
  canMoveBeside?: (id: string, near: string) => boolean
  /** Whether a row may be dropped on the middle of another one, below which it then goes. */
  canNest?: (id: string, parent: string) => boolean
  nest?: (id: string, parent: string) => unknown
  /** Moves a row below the one before it, or out of the one that it is below. */
  indent?: (id: string, by: 1 | -1) => unknown
}

interface SortableContext {
  /** Rows of the same list are dropped beside each other. */
  list: string
  order: SortableOrder | null
  axis: 'x' | 'y'
  canDrag: boolean
  /** A finger does not drag, since it presses long for something else. */
  byMouse: boolean
  /** Moves a row and returns the focus to it, since its element moves in the page. */
  step: (id: string, by: 1 | -1) => void
}

export const SortableContext = createContext<SortableContext>({
  list: '',
  order: null,
  axis: 'y',
  canDrag: false,
  byMouse: false,
  step: () => {},
})

export const useSortable = () => useContext(SortableContext)
