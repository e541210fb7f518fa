import { type RefObject, useLayoutEffect, useMemo, useState } from 'react'
import { useIsPrinting } from '../../../../platform/ui/printing.ts'
import { scaleToBrowserFont } from '../../../../platform/ui/scale-to-browser-font.ts'
import { sidewaysScrollerIn } from '../../drag/sideways-scroller.ts'

/** The width of a collapsed column and the gap between columns, in pixels at the default font size. */
const foldedWidth = 36
const gap = 10
/**
 * The width that columns leave free on a small screen, in pixels at the default font size. A column is at most as wide
 * as the window without this space.
 */
const minSideRoom = 48
/** The number of columns beside the visible ones that are also rendered, so that scrolling shows no gaps. */
const overscan = 2

interface ColumnRange {
  first: number
  last: number
}

/**
 * Returns a function that returns true if the column with this index is in or near the visible area. `frame` contains the
 * element that scrolls sideways. A board can have hundreds of
 * columns, for example one per member, so only the visible columns and their neighbors are rendered.
 */
export function useColumnWindow(
  frame: RefObject<HTMLElement | null>,
  isFolded: readonly boolean[],
): (index: number) => boolean {
  const isPrinting = useIsPrinting()
  const ends = useMemo(() => columnEnds(isFolded), [isFolded])
  const [range, setRange] = useState(() => rangeAt(ends, 0, window.innerWidth))
  useLayoutEffect(() => {
    const element = frame.current && sidewaysScrollerIn(frame.current)
    if (!element) return
    const update = () => {
      // In languages that are written from right to left, `scrollLeft` is negative.
      const next = rangeAt(ends, Math.abs(element.scrollLeft), element.clientWidth)
      setRange((now) => (now.first === next.first && now.last === next.last ? now : next))
    }
    update()
    const resized = new ResizeObserver(update)
    resized.observe(element)
    element.addEventListener('scroll', update, { passive: true })
    return () => {
      resized.disconnect()
      element.removeEventListener('scroll', update)
    }
  }, [frame, ends])
  return (index) => isPrinting || (index >= range.first && index <= range.last)
}

/** Returns the distance in pixels from the first column to the end of each column, including the gap after it. */
function columnEnds(isFolded: readonly boolean[]): number[] {
  const columnRem = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--column'))
  const openWidth = Math.min(
    scaleToBrowserFont(columnRem * 16),
    window.innerWidth - scaleToBrowserFont(minSideRoom),
  )
  let end = 0
  return isFolded.map((folded) => {
    end += (folded ? scaleToBrowserFont(foldedWidth) : openWidth) + scaleToBrowserFont(gap)
    return end
  })
}

function rangeAt(ends: readonly number[], left: number, width: number): ColumnRange {
  const first = ends.findIndex((end) => end > left)
  const last = ends.findIndex((end) => end > left + width)
  return {
    first: (first < 0 ? ends.length : first) - overscan,
    last: (last < 0 ? ends.length : last) + overscan,
  }
}

/** Returns the CSS width of columns that are not rendered, without the gaps around them. */
export function widthOfColumns(isFolded: readonly boolean[]): string {
  const folded = isFolded.filter(Boolean).length
  const open = isFolded.length - folded
  return `calc(${open} * min(var(--column), 100vw - 3rem) + ${folded} * 2.25rem + ${isFolded.length - 1} * 0.625rem)`
}

/** Returns the CSS class for the width of a column in a board with lanes. */
export function laneColumnWidth(isFolded: boolean): string {
  return isFolded ? 'w-9' : 'w-[min(var(--column),calc(100vw-3rem))]'
}
