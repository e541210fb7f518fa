import { type RefObject, useEffect, useState } from 'react'
import { store, tables } from '../../platform/app/sync.ts'
import { withDrag } from '../../platform/ui/with-drag.ts'
import { placeSticky } from './actions.ts'
import { stickiesAtom } from './atoms.ts'

const kind = 'sticky'

/** Makes a sticky draggable, and something to drop another one before or after; by finger its menu moves it. */
export function useStickyDrag(element: RefObject<HTMLElement | null>, id: string, enabled: boolean) {
  const [dragging, setDragging] = useState(false)
  const [edge, setEdge] = useState<'left' | 'right' | null>(null)
  useEffect(() => {
    const card = element.current
    if (card === null || !enabled) return
    return withDrag(({ combine, draggable, dropTargetForElements, attachClosestEdge, extractClosestEdge }) =>
      combine(
        draggable({
          element: card,
          getInitialData: () => ({ kind, id }),
          onDragStart: () => setDragging(true),
          onDrop: () => setDragging(false),
        }),
        dropTargetForElements({
          element: card,
          canDrop: ({ source }) => source.data['kind'] === kind && source.data['id'] !== id,
          getData: ({ input, element: target }) =>
            attachClosestEdge({ id }, { input, element: target, allowedEdges: ['left', 'right'] }),
          onDrag: ({ self }) => setEdge(sideOf(extractClosestEdge(self.data))),
          onDragLeave: () => setEdge(null),
          onDrop: ({ self, source }) => {
            setEdge(null)
            dropBeside(String(source.data['id']), id, sideOf(extractClosestEdge(self.data)))
          },
        }),
      ),
    )
  }, [element, id, enabled])
  return { dragging, edge }
}

function dropBeside(id: string, beside: string, side: 'left' | 'right' | null): void {
  const moved = tables.stickies.get(id)
  const others = store.get(stickiesAtom).filter((one) => one.id !== id)
  const at = others.findIndex((one) => one.id === beside)
  if (moved !== undefined && at >= 0 && side !== null) void placeSticky(moved, side === 'left' ? at : at + 1)
}

function sideOf(edge: string | null): 'left' | 'right' | null {
  return edge === 'left' || edge === 'right' ? edge : null
}
