export interface PointerPosition {
  x: number
  y: number
}

export interface LongPressDrag<Dragged> {
  /** Returns what a finger that rests on `target` drags, or null if nothing can be dragged. */
  draggableAt: (target: Element, finger: PointerPosition) => Dragged | null
  onLift: (dragged: Dragged) => void
  /**
   * Called in every frame of the drag, also while the finger rests, because the board may scroll below the
   * finger.
   */
  onFollow: (dragged: Dragged, finger: PointerPosition, start: PointerPosition) => void
  /** `at` is the position of the finger, or null if the drag was cancelled or the finger never moved. */
  onEnd: (dragged: Dragged, at: PointerPosition | null) => void
}

/** Milliseconds that a finger must rest before a drag starts. A shorter touch is a tap, and a moving finger scrolls. */
const longPressDelay = 280
/** Pixels that a resting finger may move. */
const slack = 8

/**
 * Starts a drag when a finger rests on an element. If the finger is released without moving, the context menu opens. Browsers
 * differ in native touch dragging, so this is the only touch implementation. Returns a function that removes the listeners.
 */
export function dragByLongPress<Dragged>(
  element: HTMLElement,
  { draggableAt, onLift, onFollow, onEnd }: LongPressDrag<Dragged>,
): () => void {
  let holding: ReturnType<typeof setTimeout> | undefined
  let start: PointerPosition = { x: 0, y: 0 }
  let finger = start
  let lifted: { dragged: Dragged } | null = null
  let frame = 0

  function onTouchStart({ touches, target }: TouchEvent): void {
    end(null)
    const [touch] = touches
    if (touch === undefined || touches.length > 1 || !(target instanceof Element)) return
    start = { x: touch.clientX, y: touch.clientY }
    finger = start
    const dragged = draggableAt(target, start)
    if (dragged === null) return
    holding = setTimeout(() => {
      lifted = { dragged }
      navigator.vibrate?.(12)
      onLift(dragged)
      follow()
    }, longPressDelay)
  }

  function onTouchMove(event: TouchEvent): void {
    const [touch] = event.touches
    if (touch === undefined) return
    finger = { x: touch.clientX, y: touch.clientY }
    if (lifted !== null) event.preventDefault()
    else if (hasMoved()) end(null)
  }

  function onTouchEnd(event: TouchEvent): void {
    const isLifted = lifted !== null
    const isMoved = hasMoved()
    if (isLifted) event.preventDefault()
    end(isMoved ? finger : null)
    if (isLifted && !isMoved) openMenu(event.target)
  }

  /** Opens the context menu after a long press without movement. */
  function openMenu(target: EventTarget | null): void {
    const { x: clientX, y: clientY } = finger
    target?.dispatchEvent(
      new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX, clientY }),
    )
  }

  function hasMoved(): boolean {
    return Math.hypot(finger.x - start.x, finger.y - start.y) > slack
  }

  function follow(): void {
    if (lifted === null) return
    onFollow(lifted.dragged, finger, start)
    frame = requestAnimationFrame(follow)
  }

  function end(at: PointerPosition | null): void {
    clearTimeout(holding)
    holding = undefined
    cancelAnimationFrame(frame)
    if (lifted === null) return
    const { dragged } = lifted
    lifted = null
    onEnd(dragged, at)
  }
  const cancel = () => end(null)

  /** Prevents the browser's menu on a long press on a link, because that menu would cancel the touch. */
  function onContextMenu(event: Event): void {
    if (!event.isTrusted || (lifted === null && holding === undefined)) return
    event.preventDefault()
    event.stopPropagation()
  }

  element.addEventListener('touchstart', onTouchStart, { passive: true })
  element.addEventListener('touchmove', onTouchMove, { passive: false })
  element.addEventListener('touchend', onTouchEnd)
  element.addEventListener('touchcancel', cancel)
  element.addEventListener('contextmenu', onContextMenu)
  return () => {
    cancel()
    element.removeEventListener('touchstart', onTouchStart)
    element.removeEventListener('touchmove', onTouchMove)
    element.removeEventListener('touchend', onTouchEnd)
    element.removeEventListener('touchcancel', cancel)
    element.removeEventListener('contextmenu', onContextMenu)
  }
}
