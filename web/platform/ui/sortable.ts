import { createContext, useContext } from 'react'

/** Moves the rows of a list by id. */
export interface SortableRowMoves {
  /** Moves a row by one position. */
  step: (id: string, by: 1 | -1) => unknown
  /** Moves the row `id` before or after the row `near`, onto whose edge it was dropped. */
  moveBeside: (id: string, near: string, edge: 'before' | 'after') => unknown
  /** Returns true if the row `id` may be dropped beside the row `near`. By default, every row may. */
  canMoveBeside?: (id: string, near: string) => boolean
  /** Returns true if the row `id` may be dropped onto the row `parent`, to become its child. */
  canNest?: (id: string, parent: string) => boolean
  nest?: (id: string, parent: string) => unknown
  /** With 1, makes a row a child of the previous row. With -1, moves the row out of its parent. */
  indent?: (id: string, by: 1 | -1) => unknown
}

interface SortableContext {
  /** The name of the list. Rows of the same list can be dropped beside each other. */
  list: string
  order: SortableRowMoves | null
  axis: 'x' | 'y'
  canDrag: boolean
  /** If true, rows can be dragged only with a mouse, because on touch screens a long press opens the context menu. */
  byMouse: boolean
  /** Moves a row and restores the focus, because its DOM element moves. */
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
