import type { PointerEvent as ReactPointerEvent } from 'react'
import { pressedKey } from '../../../../platform/ui/pressed-key.ts'

interface Point {
  x: number
  y: number
}

interface Following {
  onStart: () => void
  /** Each frame, since what is below a resting pointer moves when its scroller does. */
  onMove: (at: Point) => void
  onDrop: (at: Point) => void
  /** In any case, after a drop or instead of one. */
  onEnd: () => void
}

/** What is scrolled along: to its sides, and where `top` is given up and down too. */
interface Field {
  view: HTMLElement
  /** Pixels at its left and at its top that stay where they are. */
  side: number
  top?: number | null
}

/** Pixels that the pointer goes before a press becomes a drag. */
const slack = 4
/** Pixels from a side within which the view scrolls along, and how many it scrolls each frame at most. */
const edge = 48
const stride = 16

/** Follows a mouse or pen from a press to its release over a view that scrolls along at its sides. Escape and a lost pointer end it without a drop. */
export function followPointer(
  press: ReactPointerEvent,
  { view, side, top = null }: Field,
  on: Following,
): void {
  if (press.button !== 0 || press.pointerType === 'touch') return
  const start = { x: press.clientX, y: press.clientY }
  let pointer = start
  let frame = 0
  const listening = new AbortController()
  const { signal } = listening

  const follow = () => {
    scrollAlong({ view, side, top }, pointer)
    on.onMove(pointer)
    frame = requestAnimationFrame(follow)
  }
  const move = (event: PointerEvent) => {
    pointer = { x: event.clientX, y: event.clientY }
    if (frame !== 0 || Math.hypot(pointer.x - start.x, pointer.y - start.y) < slack) return
    on.onStart()
    follow()
  }
  const end = (isDrop: boolean) => {
    listening.abort()
    if (frame === 0) return
    cancelAnimationFrame(frame)
    if (isDrop) {
      on.onMove(pointer)
      on.onDrop(pointer)
    }
    on.onEnd()
  }
  window.addEventListener('pointermove', move, { signal })
  window.addEventListener(
    'pointerup',
    () => {
      if (frame !== 0) swallowClick()
      end(true)
    },
    { signal },
  )
  window.addEventListener('pointercancel', () => end(false), { signal })
  window.addEventListener('blur', () => end(false), { signal })
  window.addEventListener(
    'keydown',
    (event) => {
      if (pressedKey(event) !== 'Escape' || frame === 0) return
      event.preventDefault()
      event.stopImmediatePropagation()
      end(false)
      window.addEventListener('pointerup', swallowClick, { once: true })
    },
    { signal, capture: true },
  )
}

export function scrollAlong({ view, side, top = null }: Field, { x, y }: Point): void {
  const sides = view.getBoundingClientRect()
  const across = beyond(x, sides.left + side, sides.right)
  if (across !== 0) view.scrollLeft += across
  const along = top === null ? 0 : beyond(y, sides.top + top, sides.bottom)
  if (along !== 0) view.scrollTop += along
}

/** How far to scroll for a pointer that is near one of two sides, or past it. */
function beyond(at: number, low: number, high: number): number {
  const before = low + edge - at
  const by = Math.min(Math.max(before, at - (high - edge), 0) / edge, 1) * stride
  return before > 0 ? -by : by
}

/** The click that follows a release over what was pressed is no press of it. */
function swallowClick(): void {
  const swallow = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }))
}
