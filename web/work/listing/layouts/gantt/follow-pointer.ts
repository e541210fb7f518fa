import type { PointerEvent as ReactPointerEvent } from 'react'
import { pressedKey } from '../../../../platform/ui/pressed-key.ts'

interface Point {
  x: number
  y: number
}

interface Following {
  onStart: () => void
  /**
   * Called in every frame of the drag, also while the pointer rests, because the content below it may
   * scroll.
   */
  onMove: (at: Point) => void
  onDrop: (at: Point) => void
  /** Called at the end of each drag, after a drop or a cancellation. */
  onEnd: () => void
}

/** The scroll container of a drag. It scrolls horizontally, and vertically if `top` is given. */
interface Field {
  view: HTMLElement
  /** `side` and `top` are the pixels at the left and top edge that sticky content covers. */
  side: number
  top?: number | null
}

/** Pixels that the pointer must move before a press becomes a drag. */
const slack = 4
/**
 * The view scrolls if the pointer is less than `edge` pixels from its edge. `stride` is the maximum number of
 * pixels that it scrolls per frame.
 */
const edge = 48
const stride = 16

/** Follows a mouse or pen from press to release and scrolls the view at its edges. Escape or a lost pointer cancel the drag. */
export function trackPointerDrag(
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
    scrollNearEdges({ view, side, top }, pointer)
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

export function scrollNearEdges({ view, side, top = null }: Field, { x, y }: Point): void {
  const sides = view.getBoundingClientRect()
  const horizontal = beyond(x, sides.left + side, sides.right)
  if (horizontal !== 0) view.scrollLeft += horizontal
  const vertical = top === null ? 0 : beyond(y, sides.top + top, sides.bottom)
  if (vertical !== 0) view.scrollTop += vertical
}

/**
 * Returns the number of pixels to scroll in one frame. It is negative if the pointer is near or beyond the
 * edge `low`, positive near or beyond the edge `high`, and otherwise zero.
 */
function beyond(at: number, low: number, high: number): number {
  const before = low + edge - at
  const by = Math.min(Math.max(before, at - (high - edge), 0) / edge, 1) * stride
  return before > 0 ? -by : by
}

/** Ignores the click event that follows the release of a drag. */
function swallowClick(): void {
  const swallow = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }))
}
