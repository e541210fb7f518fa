import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react'
import type { Groups } from '#common/listing/arrange.ts'
import type { Listing } from '#common/listing/listing.ts'
import { type DropPlace, useBoardDrag } from '../drag/drag.ts'
import { useTouchDrag } from '../drag/touch-drag.ts'
import { groupAt } from '../listing/listings.ts'
import { dropRows } from './drop.ts'
import { useDropGroup } from './drop-group.ts'

/** Dragging rows by mouse and by finger: what is lifted, where it would go, and into which group. */
export function useListDrag(
  element: RefObject<HTMLElement | null>,
  listing: Listing,
  groups: Groups,
  onDragging: (id: string | null) => void,
) {
  const current = useRef(groups)
  current.current = groups
  const after = useCallback((group: string, id: string) => {
    const { ids } = groupAt(current.current, group)
    return ids[ids.indexOf(id) + 1] ?? null
  }, [])
  const drop = useCallback(
    (id: string, from: string, to: DropPlace) => dropRows(listing, current.current, id, from, to),
    [listing],
  )
  useBoardDrag(
    element,
    after,
    useMemo(() => ({ onLift: onDragging, onDrop: drop, onEnd: () => onDragging(null) }), [drop, onDragging]),
  )
  useEffect(() => {
    const scroller = element.current?.querySelector<HTMLElement>('[data-scroller]')
    return scroller ? autoScrollForElements({ element: scroller }) : undefined
  }, [element])
  const touch = useTouchDrag(element, { after, onLift: onDragging, onDrop: drop })
  const over = useDropGroup()
  return { ...touch, over: touch.landing?.cell ?? over }
}
