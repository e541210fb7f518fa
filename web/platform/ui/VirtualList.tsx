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
import { DeferredRowsContext, useDeferredRows } from './deferred-rows.ts'
import { KeepRenderedContext, usePinnedRows } from './keep-rendered.ts'
import { useIsPrinting } from './printing.ts'
import { scaleToBrowserFont } from './scale-to-browser-font.ts'
import { type ScrollMemory, useRestoredScroll, useSaveScroll } from './scroll-memory.ts'

export interface VirtualListHandle {
  scrollTo: (index: number) => void
}

export interface VirtualListProps<Row> {
  rows: readonly Row[]
  keyOf: (row: Row, index: number) => string
  children: (row: Row, index: number) => ReactNode
  /**
   * The height of a row in pixels at the default font size. If `measured` is set, this is only an estimate until the
   * row is measured.
   */
  rowHeight: number | ((index: number) => number)
  /**
   * If true, each row is measured, because its height may differ from `rowHeight`. A function selects the
   * rows to measure.
   */
  measured?: boolean | ((row: Row) => boolean)
  overscan?: number
  /**
   * Rows that stick to the top while the following rows scroll, such as group headers. `height` is the height
   * of such a row.
   */
  sticky?: { is: (row: Row) => boolean; height: number }
  label?: string
  role?: 'list' | 'rowgroup' | 'presentation'
  /** Makes the list focusable for scrolling by keys, if its rows contain nothing focusable. */
  focusable?: boolean
  /** Called when the end of the list comes near, to load the next page. */
  onNearEnd?: () => void
  /** The key of a row. When it changes, the list scrolls to that row. Null scrolls to no row. */
  reveal?: string | null
  /** Stores the scroll position when the list is removed. The next list with the same memory restores it. */
  scrollMemory?: ScrollMemory | undefined
  className?: string
  /** Shown before and after the rows, and scrolls with them. */
  header?: ReactNode
  footer?: ReactNode
  ref?: Ref<VirtualListHandle>
}

const nearEnd = 20

interface RowContextsProps {
  whole: ReturnType<typeof useDeferredRows>
  keep: ReturnType<typeof usePinnedRows>['keep']
  children: ReactNode
}

/** A list of any length that renders only its visible rows. The list element needs a fixed height. */
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
  scrollMemory,
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
  // Renders the visible rows first, and the overscan rows in a later frame.
  useEffect(() => {
    const frame = requestAnimationFrame(() => startTransition(() => setHasPainted(true)))
    return () => cancelAnimationFrame(frame)
  }, [])
  const latestKeyOf = useRef(keyOf)
  latestKeyOf.current = keyOf
  // The function stays the same while the rows are the same, because a new function makes the virtualizer
  // measure all rows again.
  const getItemKey = useCallback(
    (index: number) => {
      const row = rows[index]
      return row === undefined ? index : latestKeyOf.current(row, index)
    },
    [rows],
  )
  const { keys: pinnedKeys, keep } = usePinnedRows((element) => {
    const index = Number(element.closest<HTMLElement>('[data-index]')?.dataset['index'])
    return rows[index] === undefined ? null : String(getItemKey(index))
  })
  const pinnedIndexes = () =>
    pinnedKeys.size === 0
      ? []
      : rows.flatMap((_, index) => (pinnedKeys.has(String(getItemKey(index))) ? [index] : []))
  const outside = useRef<readonly number[]>([])
  const restored = useRestoredScroll(scrollMemory)
  const isPrinting = useIsPrinting()
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => viewport.current,
    estimateSize: (index) => scaleToBrowserFont(typeof rowHeight === 'number' ? rowHeight : rowHeight(index)),
    getItemKey,
    ...restored,
    overscan: hasPainted ? overscan : 0,
    scrollPaddingStart: scaleToBrowserFont(sticky?.height ?? 0),
    rangeExtractor: (range) => {
      if (isPrinting) return Array.from({ length: rows.length }, (_, index) => index)
      const indexes = defaultRangeExtractor(range)
      stuck.current = heads.findLast((index) => index <= range.startIndex)
      const head = stuck.current
      if (head !== undefined && !indexes.includes(head)) indexes.unshift(head)
      outside.current = pinnedIndexes().filter((index) => !indexes.includes(index))
      return [...indexes, ...outside.current].sort((one, other) => one - other)
    },
    onChange: (instance) => {
      if (instance.range && instance.range.endIndex >= rows.length - nearEnd) onNearEnd?.()
    },
  })
  useSaveScroll(scrollMemory, viewport, virtualizer)
  const whole = useDeferredRows(virtualizer)
  useImperativeHandle(
    ref,
    () => ({ scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }) }),
    [virtualizer],
  )
  const revealed = reveal === null ? -1 : rows.findIndex((row, at) => keyOf(row, at) === reveal)
  const isRevealable = revealed >= 0
  const show = useEffectEvent(() => virtualizer.scrollToIndex(revealed, { align: 'auto' }))
  const isRestored = useRef(restored !== undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new position of the row must not scroll the list
  useEffect(() => {
    if (isRevealable && !isRestored.current) show()
    isRestored.current = false
  }, [reveal, isRevealable])

  const list = { role, 'aria-label': label }
  const shown = virtualizer.getVirtualItems()
  const height = virtualizer.getTotalSize()
  // Rows with estimated heights use normal flow, so that none covers another before it is measured.
  const isFlowing = measured === true && sticky === undefined
  const isOutside = (index: number) => outside.current.includes(index)
  const flowStart = shown.find(({ index }) => !isOutside(index))?.start
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
        style={isFlowing ? { minHeight: height, paddingTop: flowStart } : { height }}
        className="relative w-full print:h-auto! print:min-h-0!"
      >
        <RowContexts whole={whole} keep={keep}>
          {shown.map((item) => {
            const row = rows[item.index]
            if (row === undefined) return null
            const isStuck = item.index === stuck.current
            const flows = isFlowing && !isOutside(item.index)
            const isMeasured = typeof measured === 'function' ? measured(row) : measured
            return (
              <div
                key={item.key}
                {...(role === 'list' ? itemOf(rows.length, item.index) : undefined)}
                data-index={item.index}
                ref={isMeasured ? virtualizer.measureElement : undefined}
                className={cx('left-0 w-full print:static! print:break-inside-avoid', placed(isStuck, flows))}
                style={{
                  top: isStuck || flows ? undefined : item.start,
                  height: isMeasured ? undefined : item.size,
                }}
              >
                {children(row, item.index)}
              </div>
            )
          })}
        </RowContexts>
      </div>
      {footer}
    </div>
  )
}

function RowContexts({ whole, keep, children }: RowContextsProps) {
  return (
    <KeepRenderedContext value={keep}>
      <DeferredRowsContext value={whole}>{children}</DeferredRowsContext>
    </KeepRenderedContext>
  )
}

function placed(isStuck: boolean, isFlowing: boolean): string {
  if (isStuck) return 'sticky top-0 z-sticky'
  return cx('[contain:layout_style]', isFlowing ? 'relative' : 'absolute')
}

/**
 * Returns the ARIA attributes with the position of a row in the whole list, because only a part of the list
 * is in the DOM.
 */
function itemOf(count: number, index: number) {
  return { role: 'listitem', 'aria-setsize': count, 'aria-posinset': index + 1 }
}
