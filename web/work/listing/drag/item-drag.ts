import { type RefObject, useCallback, useMemo, useRef } from 'react'
import type { ListingGroups } from '#common/work/listing/arrange.ts'
import { itemIdsInCell } from '../cell-path.ts'
import { type DropTarget, useBoardDrag } from './drag.ts'
import { useTouchDrag } from './touch-drag.ts'

interface ItemDrag {
  /**
   * Returns the id of the item that follows the item `id` in the cell, or null at its end. An item that is
   * dropped below `id` is inserted before the following item.
   */
  after: (cell: string, id: string) => string | null
  onDrop: (id: string, from: string, target: DropTarget) => void
  onDragging: (id: string | null) => void
}

/**
 * Implements dragging of items in a layout by mouse and by touch. Returns the item that a touch drags, and
 * its drop position.
 */
export function useItemDrag(element: RefObject<HTMLElement | null>, { after, onDrop, onDragging }: ItemDrag) {
  useBoardDrag(
    element,
    after,
    useMemo(() => ({ onLift: onDragging, onDrop, onEnd: () => onDragging(null) }), [onDrop, onDragging]),
  )
  return useTouchDrag(element, { after, onLift: onDragging, onDrop })
}

/**
 * Returns a ref with the latest groups, which drop handlers read, and a function that returns the id of the
 * next item in a cell.
 */
export function useLatestListingGroups(groups: ListingGroups) {
  const current = useRef(groups)
  current.current = groups
  const after = useCallback((cell: string, id: string) => {
    const ids = itemIdsInCell(current.current, cell)
    return ids[ids.indexOf(id) + 1] ?? null
  }, [])
  return { current, after }
}
