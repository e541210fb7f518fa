import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { getCurrentDay } from '../../../../platform/person/today.ts'
import {
  type DayNumberRange,
  extendDayNumberRange,
  type GanttZoom,
  ganttScales,
  rangeAroundDay,
  toDayNumber,
} from './geometry.ts'

export interface TimeAxis {
  zoom: GanttZoom
  range: DayNumberRange
  today: number
  /** Total width in pixels. */
  width: number
  /** The days to render: the visible days and some days before and after them. */
  seen: DayNumberRange
  /** Visible height in pixels. */
  height: number
  /** Scrolls the axis until the day is at one third of the visible width. */
  show: (day: number) => void
  /** Returns the day at a screen coordinate. The fraction is the time of day. */
  dayAt: (clientX: number) => number
}

/** Pixels of scrolling after which the rendered range is updated. */
const step = 480

/** A day of the axis and its offset from the left edge of the visible range, in pixels. */
interface Anchor {
  day: number
  at: number
}

/** The visible part of the axis in pixels. */
interface VisiblePart {
  left: number
  width: number
  height: number
}

/**
 * Returns a horizontal time axis in a scroll container whose first `side` pixels are sticky. The axis grows
 * at its ends while the user scrolls.
 */
export function useTimeAxis(
  viewport: RefObject<HTMLElement | null>,
  side: number,
  chosen: GanttZoom,
): TimeAxis {
  const today = toDayNumber(getCurrentDay())
  const [{ zoom, range }, setShown] = useState(() => ({ zoom: chosen, range: rangeAroundDay(today, chosen) }))
  const [visiblePart, setVisiblePart] = useState<VisiblePart>({ left: 0, width: 0, height: 0 })
  const anchor = useRef<Anchor | null>(null)
  const drawn = useRef({ zoom, first: range.first })
  const isPlaced = useRef(false)
  const { dayWidth } = ganttScales[zoom]

  const dayAt = useCallback(
    (clientX: number) => {
      const view = viewport.current
      if (view === null) return 0
      const x = clientX - view.getBoundingClientRect().left - side + view.scrollLeft
      return drawn.current.first + x / ganttScales[drawn.current.zoom].dayWidth
    },
    [viewport, side],
  )

  useLayoutEffect(() => {
    const view = viewport.current
    if (view === null) return
    const before = drawn.current
    drawn.current = { zoom, first: range.first }
    const wanted = isPlaced.current ? anchor.current : { day: today, at: (view.clientWidth - side) / 3 }
    isPlaced.current = true
    anchor.current = null
    if (wanted !== null) view.scrollLeft = (wanted.day - range.first) * dayWidth - wanted.at
    else if (before.zoom === zoom) view.scrollLeft += (before.first - range.first) * dayWidth
  }, [viewport, side, zoom, range.first, dayWidth, today])

  // If the user changes the zoom in this or another tab, the day in the middle of the screen stays in the
  // middle.
  useLayoutEffect(() => {
    const view = viewport.current
    if (view === null || chosen === drawn.current.zoom) return
    const at = (view.clientWidth - side) / 2
    const day = dayAt(view.getBoundingClientRect().left + side + at)
    anchor.current = { day, at }
    setShown({ zoom: chosen, range: rangeAroundDay(Math.floor(day), chosen) })
  }, [viewport, side, chosen, dayAt])

  useEffect(() => {
    const view = viewport.current
    if (view === null) return
    const updateAxis = () => {
      setVisiblePart((now) => visiblePartOf(view, now))
      const { scrollLeft, scrollWidth, clientWidth } = view
      const isNearStart = scrollLeft < clientWidth
      const isNearEnd = scrollWidth - scrollLeft < 2 * clientWidth
      if (!isNearStart && !isNearEnd) return
      setShown((now) =>
        // The scroll position was measured on the rendered axis. If the axis has grown since then, do not extend
        // it now, because the next scroll event measures again.
        now.range.first !== drawn.current.first || now.range.last !== range.last
          ? now
          : {
              zoom: now.zoom,
              range: extendDayNumberRange(now.range, isNearStart ? 'start' : 'end', now.zoom),
            },
      )
    }
    return watchVisiblePart(view, updateAxis)
  }, [viewport, range.last])

  const show = useCallback(
    (day: number) => {
      const view = viewport.current
      if (view === null) return
      const at = (view.clientWidth - side) / 3
      const left = (day - range.first) * dayWidth - at
      // Smooth scrolling is used only away from the ends of the axis. Near its ends, the axis grows, which
      // would interrupt the scrolling.
      if (left > view.clientWidth && left < view.scrollWidth - 2 * view.clientWidth) {
        const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
        view.scrollTo({ left, behavior: isStill ? 'instant' : 'smooth' })
      } else {
        anchor.current = { day, at }
        setShown({ zoom, range: rangeAroundDay(day, zoom) })
      }
    },
    [viewport, side, zoom, range.first, dayWidth],
  )

  const { left, width } = visiblePart
  const seen = useMemo(() => daysToDraw(range, dayWidth, left, width), [range, dayWidth, left, width])
  // The axis is memoized, because every row depends on it.
  return useMemo(
    () => ({
      zoom,
      range,
      today,
      width: (range.last - range.first + 1) * dayWidth,
      seen,
      height: visiblePart.height,
      show,
      dayAt,
    }),
    [zoom, range, today, dayWidth, seen, visiblePart.height, show, dayAt],
  )
}

/**
 * Returns the visible part of the axis. Returns the same object if nothing has changed, which avoids
 * rerendering.
 */
function visiblePartOf(
  { scrollLeft, clientWidth, clientHeight }: HTMLElement,
  before: VisiblePart,
): VisiblePart {
  const left = Math.floor(scrollLeft / step) * step
  const isSame = before.left === left && before.width === clientWidth && before.height === clientHeight
  return isSame ? before : { left, width: clientWidth, height: clientHeight }
}

/** Calls `listener` now and whenever the view is scrolled or resized. */
function watchVisiblePart(view: HTMLElement, listener: () => void): () => void {
  listener()
  const resized = new ResizeObserver(listener)
  resized.observe(view)
  view.addEventListener('scroll', listener, { passive: true })
  return () => {
    resized.disconnect()
    view.removeEventListener('scroll', listener)
  }
}

function daysToDraw(range: DayNumberRange, dayWidth: number, left: number, width: number): DayNumberRange {
  return {
    first: Math.max(range.first, range.first + Math.floor((left - step) / dayWidth)),
    last: Math.min(range.last, range.first + Math.ceil((left + width + 2 * step) / dayWidth)),
  }
}
