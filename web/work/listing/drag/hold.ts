export interface PointerPosition {
  x: number
  y: number
}

export interface Hold<Held> {
  /** What a finger lifts that rests there; null where it lifts nothing. */
  heldAt: (target: Element, finger: PointerPosition) => Held | null
  onLift: (held: Held) => void
  /** Each frame, since what is below a resting finger moves when its scroller does. */
  onFollow: (held: Held, finger: PointerPosition, start: PointerPosition) => void
  /** Where the finger left; null where it was called off, or where it never went from where it lifted. */
  onEnd: (held: Held, at: PointerPosition | null) => void
}

/** Milliseconds that a finger rests before it lifts something; shorter is a tap, and a moving finger scrolls. */
const holdFor = 280
/** Pixels that a resting finger may tremble. */
const slack = 8

/**
 * A finger that rests on something lifts it, and what is lifted follows; let go where it was, it shows its menu. Browsers differ in whether
 * and when a finger drags natively, so this is the one way by touch. Listens until the answered function is called.
 */
export function liftByFinger<Held>(
  element: HTMLElement,
  { heldAt, onLift, onFollow, onEnd }: Hold<Held>,
): () => void {
  let holding: ReturnType<typeof setTimeout> | undefined
  let start: PointerPosition = { x: 0, y: 0 }
  let finger = start
  let lifted: { held: Held } | null = null
  let frame = 0

  function onTouchStart({ touches, target }: TouchEvent): void {
    end(null)
    const [touch] = touches
    if (touch === undefined || touches.length > 1 || !(target instanceof Element)) return
    start = { x: touch.clientX, y: touch.clientY }
    finger = start
    const held = heldAt(target, start)
    if (held === null) return
    holding = setTimeout(() => {
      lifted = { held }
      navigator.vibrate?.(12)
      onLift(held)
      follow()
    }, holdFor)
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

  /** Whoever holds something and lets go of it where it is wants its menu. */
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
    onFollow(lifted.held, finger, start)
    frame = requestAnimationFrame(follow)
  }

  function end(at: PointerPosition | null): void {
    clearTimeout(holding)
    holding = undefined
    cancelAnimationFrame(frame)
    if (lifted === null) return
    const { held } = lifted
    lifted = null
    onEnd(held, at)
  }
  const cancel = () => end(null)

  /** Holding a link opens the browser's menu, which would end the touch. */
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
