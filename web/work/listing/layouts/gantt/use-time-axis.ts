import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { dayNow } from '../../../../platform/person/today.ts'
import { type DayRange, dayNumber, grown, rangeAroundDay, scales, type Zoom } from './geometry.ts'

export interface TimeAxis {
  zoom: Zoom
  range: DayRange
  today: number
  /** Pixels of all its days. */
  width: number
  /** The days to draw: those in sight and some beside them. */
  seen: DayRange
  /** The height of what is in sight, in pixels. */
  height: number
  /** Scrolls to a day, a third from the left. */
  show: (day: number) => void
  /** The day, and how much of it has passed, under a point of the screen. */
  dayAt: (clientX: number) => number
}

/** Pixels by which what is drawn moves along while one scrolls. */
const step = 480

/** A place on the axis and where in sight it is to stand, in pixels from the left. */
interface Anchor {
  day: number
  at: number
}

/** The part of the axis that is on the screen, in pixels. */
interface Sight {
  left: number
  width: number
  height: number
}

/** Days from left to right in a scroller whose first `side` pixels stay. The axis grows at its ends, so there is always more to scroll to. */
export function useTimeAxis(viewport: RefObject<HTMLElement | null>, side: number, chosen: Zoom): TimeAxis {
  const today = dayNumber(dayNow())
  const [{ zoom, range }, setShown] = useState(() => ({ zoom: chosen, range: rangeAroundDay(today, chosen) }))
  const [sight, setSight] = useState<Sight>({ left: 0, width: 0, height: 0 })
  const anchor = useRef<Anchor | null>(null)
  const drawn = useRef({ zoom, first: range.first })
  const isPlaced = useRef(false)
  const { dayWidth } = scales[zoom]

  const dayAt = useCallback(
    (clientX: number) => {
      const view = viewport.current
      if (view === null) return 0
      const x = clientX - view.getBoundingClientRect().left - side + view.scrollLeft
      return drawn.current.first + x / scales[drawn.current.zoom].dayWidth
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

  // Whether it was chosen here or in another tab, what is in the middle stays there.
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
    const look = () => {
      setSight((now) => sightOf(view, now))
      const { scrollLeft, scrollWidth, clientWidth } = view
      const isNearStart = scrollLeft < clientWidth
      const isNearEnd = scrollWidth - scrollLeft < 2 * clientWidth
      if (!isNearStart && !isNearEnd) return
      setShown((now) =>
        // What was scrolled to is measured on the axis that is drawn; one that has grown meanwhile is looked at again.
        now.range.first !== drawn.current.first || now.range.last !== range.last
          ? now
          : { zoom: now.zoom, range: grown(now.range, isNearStart ? 'start' : 'end', now.zoom) },
      )
    }
    return watchSight(view, look)
  }, [viewport, range.last])

  const show = useCallback(
    (day: number) => {
      const view = viewport.current
      if (view === null) return
      const at = (view.clientWidth - side) / 3
      const left = (day - range.first) * dayWidth - at
      // Near its ends the axis grows, which would stop a scroll on its way.
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

  const { left, width } = sight
  const seen = useMemo(() => daysToDraw(range, dayWidth, left, width), [range, dayWidth, left, width])
  // The same while nothing of it changes: every row is drawn on it.
  return useMemo(
    () => ({
      zoom,
      range,
      today,
      width: (range.last - range.first + 1) * dayWidth,
      seen,
      height: sight.height,
      show,
      dayAt,
    }),
    [zoom, range, today, dayWidth, seen, sight.height, show, dayAt],
  )
}

/** The same object while nothing of it changes. */
function sightOf({ scrollLeft, clientWidth, clientHeight }: HTMLElement, before: Sight): Sight {
  const left = Math.floor(scrollLeft / step) * step
  const isSame = before.left === left && before.width === clientWidth && before.height === clientHeight
  return isSame ? before : { left, width: clientWidth, height: clientHeight }
}

/** Calls `look` now, and whenever the view is scrolled or gets another size. */
function watchSight(view: HTMLElement, look: () => void): () => void {
  look()
  const resized = new ResizeObserver(look)
  resized.observe(view)
  view.addEventListener('scroll', look, { passive: true })
  return () => {
    resized.disconnect()
    view.removeEventListener('scroll', look)
  }
}

function daysToDraw(range: DayRange, dayWidth: number, left: number, width: number): DayRange {
  return {
    first: Math.max(range.first, range.first + Math.floor((left - step) / dayWidth)),
    last: Math.min(range.last, range.first + Math.ceil((left + width + 2 * step) / dayWidth)),
  }
}
