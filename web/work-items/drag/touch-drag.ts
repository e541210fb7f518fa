import { type RefObject, useEffect, useState } from 'react'
import type { DropPlace } from './drag.ts'

interface TouchDrag {
  /** The card behind another of its cell. */
  after: (cell: string, id: string) => string | null
  onLift: (id: string | null) => void
  onDrop: (id: string, from: string, place: DropPlace) => void
}

interface Lift {
  id: string
  from: string
  place: DropPlace | null
}

/** Milliseconds that a finger rests on a card before it lifts; shorter is a tap, and a moving finger scrolls. */
const holdFor = 280
/** Pixels that a resting finger may tremble. */
const slack = 8
/** Pixels from an edge within which the board scrolls along, and how many it scrolls each frame. */
const edge = 48
const stride = 9

/**
 * Dragging by finger: hold a card, and it follows. Browsers differ in whether and when a finger drags natively, so cards take
 * part in native dragging by mouse alone and this is the one way by touch.
 */
export function useTouchDrag(
  board: RefObject<HTMLElement | null>,
  { after, onLift, onDrop }: TouchDrag,
): { lifted: string | null; landing: DropPlace | null } {
  const [lift, setLift] = useState<Lift | null>(null)

  useEffect(() => {
    const element = board.current
    if (element === null) return
    let holding: ReturnType<typeof setTimeout> | undefined
    let start = { x: 0, y: 0 }
    let finger = { x: 0, y: 0 }
    let current: (Lift & { ghost: HTMLElement }) | null = null
    let frame = 0

    function onTouchStart(event: TouchEvent): void {
      const [touch] = event.touches
      const link = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-card]') : null
      stop()
      if (touch === undefined || event.touches.length > 1 || link === null) return
      start = { x: touch.clientX, y: touch.clientY }
      finger = start
      holding = setTimeout(() => begin(link), holdFor)
    }

    function begin(link: HTMLElement): void {
      const card = link.closest<HTMLElement>('[role="listitem"]') ?? link
      const ghost = ghostOf(card)
      const from = link.closest<HTMLElement>('[data-cell]')?.dataset['cell'] ?? ''
      current = { id: link.dataset['card'] ?? '', from, place: null, ghost }
      navigator.vibrate?.(12)
      onLift(current.id)
      follow()
    }

    function onTouchMove(event: TouchEvent): void {
      const [touch] = event.touches
      if (touch === undefined) return
      finger = { x: touch.clientX, y: touch.clientY }
      if (current !== null) event.preventDefault()
      else if (Math.hypot(finger.x - start.x, finger.y - start.y) > slack) stop()
    }

    function onTouchEnd(event: TouchEvent): void {
      const dropped = current
      if (dropped !== null) event.preventDefault()
      stop()
      if (dropped === null) return
      if (Math.hypot(finger.x - start.x, finger.y - start.y) <= slack) openMenu(event.target)
      else if (dropped.place) onDrop(dropped.id, dropped.from, dropped.place)
    }

    /** Whoever holds a card and lets go of it where it is wants its menu. */
    function openMenu(target: EventTarget | null): void {
      target?.dispatchEvent(
        new MouseEvent('contextmenu', {
          bubbles: true,
          cancelable: true,
          clientX: finger.x,
          clientY: finger.y,
        }),
      )
    }

    /** Each frame: the ghost is under the finger, the board scrolls at its edges, and the landing is where it would go. */
    function follow(): void {
      if (current === null || element === null) return
      current.ghost.style.translate = `${finger.x - start.x}px ${finger.y - start.y}px`
      scrollAlong(element, finger)
      const place = placeAt(finger, after)
      if (place?.cell !== current.place?.cell || place?.before !== current.place?.before) {
        current.place = place
        setLift({ id: current.id, from: current.from, place })
      }
      frame = requestAnimationFrame(follow)
    }

    function stop(): void {
      clearTimeout(holding)
      holding = undefined
      cancelAnimationFrame(frame)
      if (current === null) return
      current.ghost.remove()
      current = null
      setLift(null)
      onLift(null)
    }

    /** Holding a link opens the browser's menu, which would end the touch. */
    const onContextMenu = (event: Event) => {
      if (!event.isTrusted || (current === null && holding === undefined)) return
      event.preventDefault()
      event.stopPropagation()
    }

    element.addEventListener('touchstart', onTouchStart, { passive: true })
    element.addEventListener('touchmove', onTouchMove, { passive: false })
    element.addEventListener('touchend', onTouchEnd)
    element.addEventListener('touchcancel', stop)
    element.addEventListener('contextmenu', onContextMenu)
    return () => {
      stop()
      element.removeEventListener('touchstart', onTouchStart)
      element.removeEventListener('touchmove', onTouchMove)
      element.removeEventListener('touchend', onTouchEnd)
      element.removeEventListener('touchcancel', stop)
      element.removeEventListener('contextmenu', onContextMenu)
    }
  }, [board, after, onLift, onDrop])

  return { lifted: lift?.id ?? null, landing: lift?.place ?? null }
}

function ghostOf(card: HTMLElement): HTMLElement {
  const { left, top, width } = card.getBoundingClientRect()
  const ghost = card.cloneNode(true) as HTMLElement
  ghost.removeAttribute('role')
  ghost.setAttribute('aria-hidden', 'true')
  Object.assign(ghost.style, {
    position: 'fixed',
    inset: 'auto',
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    transform: 'none',
    rotate: '1.6deg',
    opacity: '0.94',
    pointerEvents: 'none',
    zIndex: 'var(--z-drag)',
    filter: 'drop-shadow(0 10px 18px oklch(0 0 0 / 0.22))',
  })
  document.body.append(ghost)
  return ghost
}

function placeAt({ x, y }: { x: number; y: number }, after: TouchDrag['after']): DropPlace | null {
  const under = document.elementFromPoint(x, y)
  const place = under?.closest<HTMLElement>('[data-cell]')
  const cell = place?.dataset['cell']
  if (cell === undefined) return null
  const item = under?.closest<HTMLElement>('[role="listitem"]')
  const id = item?.querySelector<HTMLElement>('[data-card]')?.dataset['card']
  if (item === null || item === undefined || id === undefined)
    return { cell, before: place?.dataset['before'] ?? null }
  const { top, height } = item.getBoundingClientRect()
  return { cell, before: y < top + height / 2 ? id : after(cell, id) }
}

function scrollAlong(board: HTMLElement, { x, y }: { x: number; y: number }): void {
  const sides = board.getBoundingClientRect()
  if (x < sides.left + edge) board.scrollLeft -= stride
  else if (x > sides.right - edge) board.scrollLeft += stride
  const under = document.elementFromPoint(x, y)
  // A column scrolls by itself; cells in lanes scroll with the board.
  const column =
    under?.closest('[data-cell]')?.querySelector('[data-scroller]') ?? under?.closest('[data-scroller]')
  if (!column) return
  const ends = column.getBoundingClientRect()
  if (y < ends.top + edge) column.scrollTop -= stride
  else if (y > ends.bottom - edge) column.scrollTop += stride
}
