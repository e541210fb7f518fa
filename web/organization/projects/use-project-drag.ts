import { type RefObject, useEffect, useState } from 'react'
import { withDrag } from '../../platform/ui/with-drag.ts'
import { moveProjectBeside } from './order.ts'

const kind = 'sidebar-project'

let lastPointer = 'mouse'
document.addEventListener('pointerdown', ({ pointerType }) => (lastPointer = pointerType), true)

/** Makes a project of the sidebar draggable, and something to drop another one before or after; by finger its menu moves it. */
export function useProjectDrag(element: RefObject<HTMLElement | null>, id: string, enabled: boolean) {
  const [dragging, setDragging] = useState(false)
  const [edge, setEdge] = useState<'top' | 'bottom' | null>(null)
  useEffect(() => {
    const row = element.current
    if (row === null || !enabled) return
    return withDrag(({ combine, draggable, dropTargetForElements, attachClosestEdge, extractClosestEdge }) =>
      combine(
        draggable({
          element: row,
          canDrag: () => lastPointer !== 'touch',
          getInitialData: () => ({ kind, id }),
          onDragStart: () => setDragging(true),
          onDrop: () => setDragging(false),
        }),
        dropTargetForElements({
          element: row,
          canDrop: ({ source }) => source.data['kind'] === kind && source.data['id'] !== id,
          getData: ({ input, element: target }) =>
            attachClosestEdge({ id }, { input, element: target, allowedEdges: ['top', 'bottom'] }),
          onDrag: ({ self }) => setEdge(endOf(extractClosestEdge(self.data))),
          onDragLeave: () => setEdge(null),
          onDrop: ({ self, source }) => {
            setEdge(null)
            const end = endOf(extractClosestEdge(self.data))
            if (end !== null) void moveProjectBeside(String(source.data['id']), id, end)
          },
        }),
      ),
    )
  }, [element, id, enabled])
  return { dragging, edge }
}

/** Scrolls the sidebar along when a project is dragged to its ends. */
export function useSidebarScroll(element: RefObject<HTMLElement | null>, enabled: boolean): void {
  useEffect(() => {
    const scroller = element.current?.closest<HTMLElement>('[data-scroller]')
    if (!scroller || !enabled) return
    return withDrag(({ autoScrollForElements }) => autoScrollForElements({ element: scroller }))
  }, [element, enabled])
}

function endOf(edge: string | null): 'top' | 'bottom' | null {
  return edge === 'top' || edge === 'bottom' ? edge : null
}
