import { type RefObject, useCallback, useMemo, useRef } from 'react'
import type { Groups } from '#common/work/listing/arrange.ts'
import { idsIn } from './cell.ts'
import { type DropTarget, useBoardDrag } from './drag.ts'
import { useTouchDrag } from './touch-drag.ts'

interface ItemDrag {
  /** The item behind another of its cell, by which a drop below that one is placed. */
  after: (cell: string, id: string) => string | null
  onDrop: (id: string, from: string, target: DropTarget) => void
  onDragging: (id: string | null) => void
}

/** Items of a layout dragged by mouse and by finger: what a finger has lifted, and where it would go. */
export function useItemDrag(element: RefObject<HTMLElement | null>, { after, onDrop, onDragging }: ItemDrag) {
  useBoardDrag(
    element,
    after,
    useMemo(() => ({ onLift: onDragging, onDrop, onEnd: () => onDragging(null) }), [onDrop, onDragging]),
  )
  return useTouchDrag(element, { after, onLift: onDragging, onDrop })
}

/** The groups as they are when a drag ends, and the item behind another in them. */
export function useCurrentGroups(groups: Groups) {
  const current = useRef(groups)
  current.current = groups
  const after = useCallback((cell: string, id: string) => {
    const ids = idsIn(current.current, cell)
    return ids[ids.indexOf(id) + 1] ?? null
  }, [])
  return { current, after }
}
