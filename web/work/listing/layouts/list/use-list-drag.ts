import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import { type RefObject, useCallback, useEffect } from 'react'
import type { ListingGroups } from '#common/work/listing/arrange.ts'
import type { Listing } from '#common/work/listing/listing.ts'
import type { DropTarget } from '../../drag/drag.ts'
import { useItemDrag, useLatestListingGroups } from '../../drag/item-drag.ts'
import { moveDroppedRows } from './drop.ts'
import { useGroupUnderDraggedRow } from './use-group-under-dragged-row.ts'

/**
 * Implements dragging of rows by mouse and touch. Returns the dragged row, its drop position and the group
 * under it.
 */
export function useListDrag(
  element: RefObject<HTMLElement | null>,
  listing: Listing,
  groups: ListingGroups,
  onDragging: (id: string | null) => void,
) {
  const { current, after } = useLatestListingGroups(groups)
  const drop = useCallback(
    (id: string, from: string, to: DropTarget) => moveDroppedRows(listing, current.current, id, from, to),
    [listing, current],
  )
  useEffect(() => {
    const scroller = element.current?.querySelector<HTMLElement>('[data-scroller]')
    return scroller ? autoScrollForElements({ element: scroller }) : undefined
  }, [element])
  const touch = useItemDrag(element, { after, onDrop: drop, onDragging })
  const over = useGroupUnderDraggedRow()
  return { ...touch, over: touch.landing?.cell ?? over }
}
