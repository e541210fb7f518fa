import { type RefObject, useEffect, useRef, useState } from 'react'
import { withDrag } from './with-drag.ts'

interface OrderDrag {
  id: string
  /** Only those of one list are dropped beside each other. */
  list: string
  enabled: boolean
  /** Takes others before it or after it, and stays itself: the head of a part of the list. */
  isFixed?: boolean
  /** Another one of the list was dropped before this one or after it. */
  onDrop: (moved: string, edge: 'top' | 'bottom') => void
  /** Whether another one can go below this one, where the middle of the row takes it. */
  canTake?: (moved: string) => boolean
  onTake?: (moved: string) => void
}

/** Makes a row draggable, and something to drop another row of its list before or after. */
export function useOrderDrag(
  element: RefObject<HTMLElement | null>,
  { id, list, enabled, isFixed = false, onDrop, canTake, onTake }: OrderDrag,
) {
  const [dragging, setDragging] = useState(false)
  const [edge, setEdge] = useState<'top' | 'bottom' | 'inside' | null>(null)
  const asked = useRef({ onDrop, canTake, onTake })
  useEffect(() => {
    asked.current = { onDrop, canTake, onTake }
  })
  useEffect(() => {
    const row = element.current
    if (row === null || !enabled) return
    return withDrag(
      ({ combine, draggable, dropTargetForElements, attachClosestEdge, extractClosestEdge }) => {
        const edgeIn = (data: Record<string | symbol, unknown>) => {
          if (data['isInside'] === true) return 'inside'
          const found = extractClosestEdge(data)
          return found === 'top' || found === 'bottom' ? found : null
        }
        const takes = (moved: string, y: number) => {
          const { top, height } = row.getBoundingClientRect()
          const share = (y - top) / height
          return share > 0.25 && share < 0.75 && asked.current.canTake?.(moved) === true
        }
        const target = dropTargetForElements({
          element: row,
          canDrop: ({ source: { data } }) => data['list'] === list && data['id'] !== id,
          getData: ({ input, element, source }) =>
            takes(String(source.data['id']), input.clientY)
              ? { id, isInside: true }
              : attachClosestEdge({ id }, { input, element, allowedEdges: ['top', 'bottom'] }),
          onDrag: ({ self }) => setEdge(edgeIn(self.data)),
          onDragLeave: () => setEdge(null),
          onDrop: ({ self, source }) => {
            setEdge(null)
            const found = edgeIn(self.data)
            const moved = String(source.data['id'])
            if (found === 'inside') asked.current.onTake?.(moved)
            else if (found !== null) asked.current.onDrop(moved, found)
          },
        })
        if (isFixed) return target
        return combine(
          draggable({
            element: row,
            getInitialData: () => ({ list, id }),
            onDragStart: () => setDragging(true),
            onDrop: () => setDragging(false),
          }),
          target,
        )
      },
    )
  }, [element, id, list, enabled, isFixed])
  return { dragging, edge }
}

/** The row while it is dragged, and where another would go. */
export function orderDragClass({ dragging, edge }: ReturnType<typeof useOrderDrag>): string {
  if (dragging) return 'opacity-45'
  if (edge === null) return ''
  if (edge === 'inside') return 'shadow-[inset_0_0_0_2px_var(--accent)]'
  return edge === 'top' ? 'shadow-[inset_0_2px_var(--accent)]' : 'shadow-[inset_0_-2px_var(--accent)]'
}
