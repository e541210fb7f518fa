import { type RefObject, useEffect, useRef, useState } from 'react'
import { withDrag } from './with-drag.ts'

interface OrderDrag {
  id: string
  /** Only those of one list are dropped beside each other. */
  list: string
  enabled: boolean
  /** Another one of the list was dropped before this one or after it. */
  onDrop: (moved: string, edge: 'top' | 'bottom') => void
}

/** Makes a row draggable, and something to drop another row of its list before or after. */
export function useOrderDrag(
  element: RefObject<HTMLElement | null>,
  { id, list, enabled, onDrop }: OrderDrag,
) {
  const [dragging, setDragging] = useState(false)
  const [edge, setEdge] = useState<'top' | 'bottom' | null>(null)
  const drop = useRef(onDrop)
  useEffect(() => {
    drop.current = onDrop
  })
  useEffect(() => {
    const row = element.current
    if (row === null || !enabled) return
    return withDrag(
      ({ combine, draggable, dropTargetForElements, attachClosestEdge, extractClosestEdge }) => {
        const edgeIn = (data: Record<string | symbol, unknown>) => {
          const found = extractClosestEdge(data)
          return found === 'top' || found === 'bottom' ? found : null
        }
        return combine(
          draggable({
            element: row,
            getInitialData: () => ({ list, id }),
            onDragStart: () => setDragging(true),
            onDrop: () => setDragging(false),
          }),
          dropTargetForElements({
            element: row,
            canDrop: ({ source: { data } }) => data['list'] === list && data['id'] !== id,
            getData: ({ input, element: target }) =>
              attachClosestEdge({ id }, { input, element: target, allowedEdges: ['top', 'bottom'] }),
            onDrag: ({ self }) => setEdge(edgeIn(self.data)),
            onDragLeave: () => setEdge(null),
            onDrop: ({ self, source }) => {
              setEdge(null)
              const found = edgeIn(self.data)
              if (found !== null) drop.current(String(source.data['id']), found)
            },
          }),
        )
      },
    )
  }, [element, id, list, enabled])
  return { dragging, edge }
}

/** The row while it is dragged, and where another would go. */
export function orderDragClass({ dragging, edge }: ReturnType<typeof useOrderDrag>): string {
  if (dragging) return 'opacity-45'
  if (edge === null) return ''
  return edge === 'top' ? 'shadow-[inset_0_2px_var(--accent)]' : 'shadow-[inset_0_-2px_var(--accent)]'
}
