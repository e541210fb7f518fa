import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect } from 'react'
import { useDeferredRows } from '../../../../platform/ui/deferred-rows.ts'
import { useIsPrinting } from '../../../../platform/ui/printing.ts'
import { sheetHeaderHeight } from './sizes.ts'

interface RowsSettings {
  viewport: RefObject<HTMLElement | null>
  ids: readonly string[]
  height: number
  /** The row of the cursor. It stays rendered while the user scrolls, so that it keeps the focus. */
  cursorRow: number
  hasMore: boolean
  onNearEnd: () => void
}

/** Number of rows before the end at which the next page is loaded. */
const nearEnd = 30

/** Returns the virtual rows. Only the visible rows and some around them are rendered. */
export function useVisibleRows({ viewport, ids, height, cursorRow, hasMore, onNearEnd }: RowsSettings) {
  const isPrinting = useIsPrinting()
  const virtualizer = useVirtualizer({
    count: ids.length,
    getScrollElement: () => viewport.current,
    estimateSize: () => height,
    getItemKey: useCallback((index: number) => ids[index] ?? index, [ids]),
    paddingStart: sheetHeaderHeight,
    scrollPaddingStart: sheetHeaderHeight,
    overscan: 6,
    rangeExtractor: useCallback(
      (shown: Range) => {
        if (isPrinting) return Array.from({ length: shown.count }, (_, index) => index)
        const rows = defaultRangeExtractor(shown)
        if (cursorRow < 0 || cursorRow >= shown.count || rows.includes(cursorRow)) return rows
        return [...rows, cursorRow].sort((a, b) => a - b)
      },
      [cursorRow, isPrinting],
    ),
  })
  const isNearEnd = (virtualizer.range?.endIndex ?? 0) >= ids.length - nearEnd
  // The effect depends on this number, so that it runs again after each loaded page while the end is near.
  const loaded = ids.length
  useEffect(() => {
    if (isNearEnd && hasMore && loaded > 0) onNearEnd()
  }, [isNearEnd, hasMore, loaded, onNearEnd])
  const whole = useDeferredRows(virtualizer)
  return {
    isPrinting,
    /** The value for `DeferredRowsContext`. While the user scrolls fast, new rows show only their titles. */
    whole,
    rows: virtualizer.getVirtualItems(),
    totalHeight: virtualizer.getTotalSize(),
    scrollToRow: (row: number) => virtualizer.scrollToIndex(row, { align: 'auto' }),
  }
}
