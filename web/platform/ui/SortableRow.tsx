import { type HTMLAttributes, type RefObject, useEffect, useRef, useState } from 'react'
import { cx } from './cx.ts'
import { useSortable } from './sortable.ts'
import { withDragLibrary } from './with-drag.ts'

interface SortableRowProps extends HTMLAttributes<HTMLElement> {
  as?: 'li' | 'div' | 'header'
  /** The id of the row. The functions in `SortableRowMoves` receive it. */
  row: string
  /** If true, other rows can be dropped beside this row, but this row cannot be moved. */
  fixed?: boolean
  disabled?: boolean
  box?: RefObject<HTMLElement | null>
}

/** A row of a `SortableList` with a drop indicator. */
export function SortableRow({
  as: Row = 'li',
  row,
  fixed = false,
  disabled = false,
  box,
  className,
  children,
  ...rest
}: SortableRowProps) {
  const own = useRef<HTMLElement>(null)
  const element = box ?? own
  const { dragging, zone } = useRowDrag(element, { row, fixed, disabled })
  return (
    <Row
      ref={(node: HTMLElement | null) => {
        element.current = node
      }}
      data-sortable={row}
      data-fixed={fixed || disabled || undefined}
      className={cx(
        'relative',
        className,
        dragging && 'opacity-50',
        zone === 'inside' && 'shadow-[inset_0_0_0_2px_var(--accent)]',
      )}
      {...rest}
    >
      <DropMark zone={zone} />
      {children}
    </Row>
  )
}

type Zone = 'before' | 'after' | 'inside'

function DropMark({ zone }: { zone: Zone | null }) {
  const { axis } = useSortable()
  if (zone === null || zone === 'inside') return null
  const edge = {
    x: { before: '-start-2', after: '-end-2' },
    y: { before: '-top-px', after: '-bottom-px' },
  }[axis][zone]
  return (
    <span
      aria-hidden
      className={cx(
        'pointer-events-none absolute z-1 rounded-full bg-accent',
        axis === 'x' ? 'inset-y-1 w-0.5' : 'inset-x-1 h-0.5',
        edge,
      )}
    />
  )
}

let lastPointer = 'mouse'
document.addEventListener('pointerdown', ({ pointerType }) => (lastPointer = pointerType), true)

const zones = new Map<unknown, Zone>([
  ...(['top', 'left'] as const).map((edge) => [edge, 'before'] as const),
  ...(['bottom', 'right'] as const).map((edge) => [edge, 'after'] as const),
])

function useRowDrag(
  element: RefObject<HTMLElement | null>,
  { row, fixed, disabled }: { row: string; fixed: boolean; disabled: boolean },
) {
  const { list, order, axis, canDrag, byMouse } = useSortable()
  const [dragging, setDragging] = useState(false)
  const [zone, setZone] = useState<Zone | null>(null)
  const now = useRef(order)
  useEffect(() => {
    now.current = order
  })
  const enabled = order !== null && canDrag && !disabled
  useEffect(() => {
    const node = element.current
    if (node === null || !enabled) return
    const canMoveBeside = (id: string) => now.current?.canMoveBeside?.(id, row) ?? true
    const canNest = (id: string) => now.current?.canNest?.(id, row) ?? false
    const isInside = (id: string, y: number) => {
      const { top, height } = node.getBoundingClientRect()
      const share = (y - top) / height
      return canNest(id) && ((share > 0.25 && share < 0.75) || !canMoveBeside(id))
    }
    return withDragLibrary(
      ({ combine, draggable, dropTargetForElements, attachClosestEdge, extractClosestEdge }) => {
        const zoneIn = (data: Record<string | symbol, unknown>) =>
          data['isInside'] === true ? 'inside' : (zones.get(extractClosestEdge(data)) ?? null)
        const target = dropTargetForElements({
          element: node,
          canDrop: ({ source: { data } }) => {
            const id = String(data['row'])
            return data['list'] === list && id !== row && (canMoveBeside(id) || canNest(id))
          },
          getData: ({ input, element, source }) =>
            isInside(String(source.data['row']), input.clientY)
              ? { isInside: true }
              : attachClosestEdge(
                  {},
                  { input, element, allowedEdges: axis === 'x' ? ['left', 'right'] : ['top', 'bottom'] },
                ),
          onDrag: ({ self }) => setZone(zoneIn(self.data)),
          onDragLeave: () => setZone(null),
          onDrop: ({ self, source }) => {
            setZone(null)
            const [id, found] = [String(source.data['row']), zoneIn(self.data)]
            if (found === 'inside') void now.current?.nest?.(id, row)
            else if (found !== null) void now.current?.moveBeside(id, row, found)
          },
        })
        if (fixed) return target
        return combine(
          draggable({
            element: node,
            canDrag: () => !byMouse || lastPointer !== 'touch',
            getInitialData: () => ({ list, row }),
            onDragStart: () => setDragging(true),
            onDrop: () => setDragging(false),
          }),
          target,
        )
      },
    )
  }, [element, row, list, axis, enabled, fixed, byMouse])
  return { dragging, zone }
}
