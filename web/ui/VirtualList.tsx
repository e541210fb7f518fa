import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type Ref, useImperativeHandle, useRef } from 'react'
import { cx } from './cx.ts'

export interface VirtualListHandle {
  scrollTo: (index: number) => void
}

export interface VirtualListProps<Row> {
  rows: readonly Row[]
  keyOf: (row: Row, index: number) => string
  children: (row: Row, index: number) => ReactNode
  /** Height before a row is measured; the exact one where all are equal. */
  rowHeight: number | ((index: number) => number)
  /** Rows may differ from `rowHeight`, so each is measured. */
  measured?: boolean
  overscan?: number
  label?: string
  role?: 'list' | 'rowgroup' | 'presentation'
  /** Its rows hold nothing that takes focus, so the list itself does, to be scrolled by keys. */
  focusable?: boolean
  /** Called when the end comes near, to load the next page. */
  onNearEnd?: () => void
  className?: string
  /** Before and after the rows, scrolling with them. */
  header?: ReactNode
  footer?: ReactNode
  ref?: Ref<VirtualListHandle>
}

const nearEnd = 20

/** Any number of rows; only those in sight are in the page. Give it a height. */
export function VirtualList<Row>({
  rows,
  keyOf,
  children,
  rowHeight,
  measured,
  overscan = 8,
  label,
  role = 'list',
  focusable,
  onNearEnd,
  className,
  header,
  footer,
  ref,
}: VirtualListProps<Row>) {
  const viewport = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => viewport.current,
    estimateSize: typeof rowHeight === 'number' ? () => rowHeight : rowHeight,
    getItemKey: (index) => {
      const row = rows[index]
      return row === undefined ? index : keyOf(row, index)
    },
    overscan,
    onChange: (instance) => {
      const last = instance.getVirtualItems().at(-1)
      if (last && last.index >= rows.length - nearEnd) onNearEnd?.()
    },
  })
  useImperativeHandle(
    ref,
    () => ({ scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }) }),
    [virtualizer],
  )

  const list = { role, 'aria-label': label }
  return (
    <div
      ref={viewport}
      data-scroller
      tabIndex={focusable ? 0 : undefined}
      className={cx('scroll-quiet min-h-0 overflow-y-auto overscroll-contain', className)}
    >
      {header}
      <div {...list} style={{ height: virtualizer.getTotalSize() }} className="relative w-full">
        {virtualizer.getVirtualItems().map((item) => {
          const row = rows[item.index]
          if (row === undefined) return null
          return (
            <div
              key={item.key}
              {...(role === 'list' ? itemOf(rows.length, item.index) : undefined)}
              data-index={item.index}
              ref={measured ? virtualizer.measureElement : undefined}
              className="absolute top-0 left-0 w-full"
              style={{ transform: `translateY(${item.start}px)`, height: measured ? undefined : item.size }}
            >
              {children(row, item.index)}
            </div>
          )
        })}
      </div>
      {footer}
    </div>
  )
}

/** Only part of the list is in the page, so each row says its place in the whole. */
function itemOf(count: number, index: number) {
  return { role: 'listitem', 'aria-setsize': count, 'aria-posinset': index + 1 }
}
