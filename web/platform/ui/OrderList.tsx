import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { cx } from './cx.ts'
import { IconButton } from './IconButton.tsx'
import { Switch } from './Switch.tsx'
import { withDrag } from './with-drag.ts'

export interface OrderedEntry {
  id: string
  label: string
  icon?: ReactNode
  isOn: boolean
}

interface OrderListProps {
  label: string
  entries: readonly OrderedEntry[]
  onToggle: (id: string, isOn: boolean) => void
  /** Puts one before the entry that is at `at` among the others. */
  onMove: (id: string, at: number) => void
}

/** A few things that are switched on and off and put in order: by drag, by Alt with the arrows, and by buttons for a finger. */
export function OrderList({ label, entries, onToggle, onMove }: OrderListProps) {
  return (
    <ul aria-label={label} className="flex flex-col gap-px">
      {entries.map((entry, at) => (
        <Row
          key={entry.id}
          entry={entry}
          at={at}
          isLast={at === entries.length - 1}
          onToggle={onToggle}
          onMove={onMove}
          onDropBeside={(id, edge) => {
            const others = entries.filter((other) => other.id !== id)
            const to = others.findIndex((other) => other.id === entry.id)
            onMove(id, edge === 'top' ? to : to + 1)
          }}
        />
      ))}
    </ul>
  )
}

interface RowProps extends Pick<OrderListProps, 'onToggle' | 'onMove'> {
  entry: OrderedEntry
  at: number
  isLast: boolean
  onDropBeside: (id: string, edge: Edge) => void
}

function Row({ entry, at, isLast, onToggle, onMove, onDropBeside }: RowProps) {
  const { t } = useTranslation()
  const { id, label, icon, isOn } = entry
  const box = useRef<HTMLLIElement>(null)
  const { dragging, edge } = useOrderDrag(box, id, onDropBeside)
  const step = (by: 1 | -1) => {
    if (by === -1 ? at > 0 : !isLast) onMove(id, at + by)
    // What had the focus has moved in the page.
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('[role="switch"]')?.focus())
  }
  function onKeyDown(event: KeyboardEvent) {
    const by = event.altKey ? ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key as 'ArrowUp'] : undefined
    if (by === undefined) return
    step(by)
    event.preventDefault()
  }
  return (
    <li
      ref={box}
      onKeyDown={onKeyDown}
      className={cx(
        'group/row relative -mx-2 flex min-h-row items-center gap-2 rounded-sm px-2 hover:bg-hover coarse:min-h-touch',
        dragging && 'opacity-50',
      )}
    >
      {edge !== null && (
        <span
          aria-hidden
          className={cx(
            'pointer-events-none absolute inset-x-1 z-1 h-0.5 rounded-full bg-accent',
            edge === 'top' ? '-top-px' : '-bottom-px',
          )}
        />
      )}
      <GripVertical aria-hidden className="shrink-0 cursor-grab text-icon-faint coarse:hidden" />
      {icon && <span className="flex w-4.5 shrink-0 justify-center text-icon-faint">{icon}</span>}
      <span className={cx('min-w-0 flex-1 truncate font-medium', !isOn && 'text-faint')}>{label}</span>
      <span className="flex opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100 coarse:opacity-100">
        <IconButton
          size="sm"
          label={t('ui.moveUp', { name: label })}
          keys="alt+arrowup"
          icon={<ArrowUp />}
          disabled={at === 0}
          onClick={() => step(-1)}
        />
        <IconButton
          size="sm"
          label={t('ui.moveDown', { name: label })}
          keys="alt+arrowdown"
          icon={<ArrowDown />}
          disabled={isLast}
          onClick={() => step(1)}
        />
      </span>
      <Switch label={label} checked={isOn} onChange={(now) => onToggle(id, now)} />
    </li>
  )
}

type Edge = 'top' | 'bottom'
const kind = 'ordered'

function useOrderDrag(
  element: RefObject<HTMLElement | null>,
  id: string,
  onDropBeside: (id: string, edge: Edge) => void,
) {
  const [dragging, setDragging] = useState(false)
  const [edge, setEdge] = useState<Edge | null>(null)
  const drop = useRef(onDropBeside)
  drop.current = onDropBeside
  useEffect(() => {
    const row = element.current
    if (row === null) return
    return withDrag(
      ({ combine, draggable, dropTargetForElements, attachClosestEdge, extractClosestEdge }) => {
        const edgeIn = (data: Record<string | symbol, unknown>): Edge | null => {
          const found = extractClosestEdge(data)
          return found === 'top' || found === 'bottom' ? found : null
        }
        return combine(
          draggable({
            element: row,
            getInitialData: () => ({ kind, id }),
            onDragStart: () => setDragging(true),
            onDrop: () => setDragging(false),
          }),
          dropTargetForElements({
            element: row,
            canDrop: ({ source: { data } }) => data['kind'] === kind && data['id'] !== id,
            getData: ({ input, element: target }) =>
              attachClosestEdge({ id }, { input, element: target, allowedEdges: ['top', 'bottom'] }),
            onDrag: ({ self }) => setEdge(edgeIn(self.data)),
            onDragLeave: () => setEdge(null),
            onDrop: ({ self, source }) => {
              setEdge(null)
              const at = edgeIn(self.data)
              if (at !== null) drop.current(String(source.data['id']), at)
            },
          }),
        )
      },
    )
  }, [element, id])
  return { dragging, edge }
}
