import { type RefObject, useEffect, useState } from 'react'
import type { EstimatePointRow } from '#common/estimates/schema.ts'
import { tables } from '../app/sync.ts'
import { withDrag } from '../ui/with-drag.ts'
import { placePoint } from './actions.ts'

const kind = 'estimate-value'

/** Makes a value draggable, and something to drop another one of its estimate before or after. */
export function useValueDrag(
  element: RefObject<HTMLElement | null>,
  { id, estimate_id }: EstimatePointRow,
  enabled: boolean,
) {
  const [dragging, setDragging] = useState(false)
  const [edge, setEdge] = useState<'top' | 'bottom' | null>(null)
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
            getInitialData: () => ({ kind, id, estimate_id }),
            onDragStart: () => setDragging(true),
            onDrop: () => setDragging(false),
          }),
          dropTargetForElements({
            element: row,
            canDrop: ({ source: { data } }) =>
              data['kind'] === kind && data['estimate_id'] === estimate_id && data['id'] !== id,
            getData: ({ input, element: target }) =>
              attachClosestEdge({ id }, { input, element: target, allowedEdges: ['top', 'bottom'] }),
            onDrag: ({ self }) => setEdge(edgeIn(self.data)),
            onDragLeave: () => setEdge(null),
            onDrop: ({ self, source }) => {
              setEdge(null)
              place(String(source.data['id']), id, edgeIn(self.data))
            },
          }),
        )
      },
    )
  }, [element, id, estimate_id, enabled])
  return { dragging, edge }
}

function place(id: string, beside: string, edge: 'top' | 'bottom' | null): void {
  const [moved, near] = [tables.estimate_points.get(id), tables.estimate_points.get(beside)]
  if (moved === undefined || near === undefined || edge === null) return
  const after = near.key + (edge === 'bottom' ? 1 : 0)
  // What stands behind it moves up by one as it leaves.
  void placePoint(moved, moved.key < after ? after - 1 : after)
}
