import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import {
  type ReactNode,
  type Ref,
  startTransition,
  useCallback,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import { cx } from './cx.ts'
import { DrawnWhole, useWholeRows } from './drawn-whole.ts'
import { inPixels } from './in-pixels.ts'
import { usePrinting } from './printing.ts'

export interface VirtualListHandle {
  scrollTo: (index: number) => void
}

export interface VirtualListProps<Row> {
  rows: readonly Row[]
  keyOf: (row: Row, index: number) => string
  children: (row: Row, index: number) => ReactNode
  /** Height before a row is measured; the exact one where all are equal. In pixels of the usual type. */
  rowHeight: number | ((index: number) => number)
  /** Rows may differ from `rowHeight`, so each is measured, or those of which it is said. */
  measured?: boolean | ((row: Row) => boolean)
  overscan?: number
  /** Rows that stay at the top while what follows them scrolls by, as the heads of groups do, and how high they are. */
  sticky?: { is: (row: Row) => boolean; height: number }
  label?: string
  role?: 'list' | 'rowgroup' | 'presentation'
  /** Its rows hold nothing that takes focus, so the list itself does, to be scrolled by keys. */
  focusable?: boolean
  /** Called when the end comes near, to load the next page. */
  onNearEnd?: () => void
  /** The key of a row that comes into sight when it is another one than before, if it is in the list. */
  reveal?: string | null
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
  sticky,
  label,
  role = 'list',
  focusable,
  onNearEnd,
  reveal = null,
  className,
  header,
  footer,
  ref,
}: VirtualListProps<Row>) {
  const viewport = useRef<HTMLDivElement>(null)
  const heads = useMemo(
    () => (sticky ? rows.flatMap((row, index) => (sticky.is(row) ? [index] : [])) : []),
    [rows, sticky],
  )
  const stuck = useRef<number | undefined>(undefined)
  const [hasPainted, setHasPainted] = useState(false)
  // What is in sight shows first; rows beyond it, which scrolling will want, in a frame of their own.
  useEffect(() => {
    const frame = requestAnimationFrame(() => startTransition(() => setHasPainted(true)))
    return () => cancelAnimationFrame(frame)
  }, [])
  const latestKeyOf = useRef(keyOf)
  latestKeyOf.current = keyOf
  // The same as long as the rows are: for another one everything is measured again, of ten thousand rows too.
  const getItemKey = useCallback(
    (index: number) => {
      const row = rows[index]
      return row === undefined ? index : latestKeyOf.current(row, index)
    },
    [rows],
  )
  const isPrinting = usePrinting()
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => viewport.current,
    estimateSize: (index) => inPixels(typeof rowHeight === 'number' ? rowHeight : rowHeight(index)),
    getItemKey,
    overscan: hasPainted ? overscan : 0,
    scrollPaddingStart: inPixels(sticky?.height ?? 0),
    rangeExtractor: (range) => {
      if (isPrinting) return Array.from({ length: rows.length }, (_, index) => index)
      const indexes = defaultRangeExtractor(range)
      stuck.current = heads.findLast((index) => index <= range.startIndex)
      const head = stuck.current
      return head === undefined || indexes.includes(head) ? indexes : [head, ...indexes]
    },
    onChange: (instance) => {
      if (instance.range && instance.range.endIndex >= rows.length - nearEnd) onNearEnd?.()
    },
  })
  const whole = useWholeRows(virtualizer)
  useImperativeHandle(
    ref,
    () => ({ scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }) }),
    [virtualizer],
  )
  const revealed = reveal === null ? -1 : rows.findIndex((row, at) => keyOf(row, at) === reveal)
  const isThere = revealed >= 0
  const show = useEffectEvent(() => virtualizer.scrollToIndex(revealed, { align: 'auto' }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: where it stands is no reason to go back to it
  useEffect(() => {
    if (isThere) show()
  }, [reveal, isThere])

  const list = { role, 'aria-label': label }
  const shown = virtualizer.getVirtualItems()
  const height = virtualizer.getTotalSize()
  // Rows whose height is only estimated follow each other in the flow, so that none covers another before it is measured.
  const isFlowing = measured === true && sticky === undefined
  return (
    <div
      ref={viewport}
      data-scroller
      tabIndex={focusable ? 0 : undefined}
      className={cx('scroll-quiet min-h-0 overflow-y-auto overscroll-contain', className)}
    >
      {header}
      <div
        {...list}
        style={isFlowing ? { minHeight: height, paddingTop: shown[0]?.start } : { height }}
        className="relative w-full print:h-auto! print:min-h-0!"
      >
        <DrawnWhole value={whole}>
          {shown.map((item) => {
            const row = rows[item.index]
            if (row === undefined) return null
            const isStuck = item.index === stuck.current
            const isMeasured = typeof measured === 'function' ? measured(row) : measured
            return (
              <div
                key={item.key}
                {...(role === 'list' ? itemOf(rows.length, item.index) : undefined)}
                data-index={item.index}
                ref={isMeasured ? virtualizer.measureElement : undefined}
                className={cx(
                  'left-0 w-full print:static! print:break-inside-avoid',
                  placed(isStuck, isFlowing),
                )}
                style={{
                  top: isStuck || isFlowing ? undefined : item.start,
                  height: isMeasured ? undefined : item.size,
                }}
              >
                {children(row, item.index)}
              </div>
            )
          })}
        </DrawnWhole>
      </div>
      {footer}
    </div>
  )
}

function placed(isStuck: boolean, isFlowing: boolean): string {
  if (isStuck) return 'sticky top-0 z-sticky'
  return cx('[contain:layout_style]', isFlowing ? 'relative' : 'absolute')
}

/** Only part of the list is in the page, so each row says its place in the whole. */
function itemOf(count: number, index: number) {
  return { role: 'listitem', 'aria-setsize': count, 'aria-posinset': index + 1 }
}
