import { type RefObject, useEffect, useState } from 'react'
import { withDragLibrary } from '../../../platform/ui/with-drag.ts'

/**
 * Drop position of a dragged item in a cell: before the card `before`, or at the end of the cell if `before` is null.
 */
export interface DropTarget {
  cell: string
  before: string | null
}

const kind = 'work-item'

let lastPointer = 'mouse'
document.addEventListener('pointerdown', ({ pointerType }) => (lastPointer = pointerType), true)

/** Makes a card draggable and a drop target for other cards, unless it is disabled. */
export function useCardDrag(
  element: RefObject<HTMLElement | null>,
  id: string,
  cell: string,
  disabled = false,
) {
  const [dragging, setDragging] = useState(false)
  const [edge, setEdge] = useState<'top' | 'bottom' | null>(null)
  useEffect(() => {
    const card = element.current
    if (card === null || disabled) return
    return withDragLibrary(
      ({ combine, draggable, dropTargetForElements, attachClosestEdge, extractClosestEdge }) =>
        combine(
          draggable({
            element: card,
            // Touch does not start a native drag, because `touch-drag.ts` implements dragging by touch.
            canDrag: () => lastPointer !== 'touch',
            getInitialData: () => ({ kind, id, cell }),
            onDragStart: () => setDragging(true),
            onDrop: () => setDragging(false),
          }),
          dropTargetForElements({
            element: card.parentElement ?? card,
            canDrop: ({ source }) => source.data['kind'] === kind,
            getData: ({ input, element: target }) =>
              attachClosestEdge(
                { kind, id, cell },
                { input, element: target, allowedEdges: ['top', 'bottom'] },
              ),
            onDrag: ({ self, source }) => {
              const closest = source.data['id'] === id ? null : extractClosestEdge(self.data)
              setEdge(closest === 'top' || closest === 'bottom' ? closest : null)
            },
            onDragLeave: () => setEdge(null),
            onDrop: () => setEdge(null),
          }),
        ),
    )
  }, [element, id, cell, disabled])
  return { dragging, edge }
}

/**
 * Makes an element a drop target for cards. Dropped cards are inserted before the card `before`, or at the
 * end of the cell if `before` is null. Returns true while a card is over the element.
 */
export function useCellDrop(
  element: RefObject<HTMLElement | null>,
  cell: string,
  before: string | null = null,
): boolean {
  const [over, setOver] = useState(false)
  useEffect(() => {
    const column = element.current
    if (column === null) return
    return withDragLibrary(({ combine, dropTargetForElements, autoScrollForElements }) =>
      combine(
        dropTargetForElements({
          element: column,
          canDrop: ({ source }) => source.data['kind'] === kind,
          getData: () => ({ kind: 'cell', cell, before }),
          onDragEnter: () => setOver(true),
          onDragLeave: () => setOver(false),
          onDrop: () => setOver(false),
        }),
        autoScrollForElements({
          element:
            column.querySelector<HTMLElement>('[data-scroller]') ??
            column.closest<HTMLElement>('[data-scroller]') ??
            column,
        }),
      ),
    )
  }, [element, cell, before])
  return over
}

interface BoardDrag {
  onLift: (id: string) => void
  onDrop: (id: string, from: string, target: DropTarget) => void
  onEnd: () => void
}

/**
 * Observes drags over a board and reports where each drag ended. `after` returns the id of the card that
 * follows the given card in its cell.
 */
export function useBoardDrag(
  element: RefObject<HTMLElement | null>,
  after: (cell: string, id: string) => string | null,
  { onLift, onDrop, onEnd }: BoardDrag,
): void {
  useEffect(() => {
    const board = element.current
    if (board === null) return
    return withDragLibrary(({ monitorForElements, extractClosestEdge }) =>
      monitorForElements({
        canMonitor: ({ source }) => source.data['kind'] === kind,
        onDragStart: ({ source }) => onLift(String(source.data['id'])),
        onDrop: ({ source, location }) => {
          onEnd()
          const target = targetOf(location.current.dropTargets, after, extractClosestEdge)
          if (target !== null) onDrop(String(source.data['id']), String(source.data['cell']), target)
        },
      }),
    )
  }, [element, after, onLift, onDrop, onEnd])
}

function targetOf(
  targets: readonly { data: Record<string | symbol, unknown> }[],
  after: (cell: string, id: string) => string | null,
  closestEdgeOf: (data: Record<string | symbol, unknown>) => string | null,
): DropTarget | null {
  const [innermost] = targets
  if (innermost === undefined) return null
  const cell = String(innermost.data['cell'])
  if (innermost.data['kind'] !== kind) {
    const { before } = innermost.data
    return { cell, before: typeof before === 'string' ? before : null }
  }
  const id = String(innermost.data['id'])
  return { cell, before: closestEdgeOf(innermost.data) === 'bottom' ? after(cell, id) : id }
}

/** Scrolls the board when a card is dragged to its edges. */
export function useSidewaysScroll(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const board = element.current
    if (board === null) return
    return withDragLibrary(({ autoScrollForElements }) => autoScrollForElements({ element: board }))
  }, [element])
}
