import { type RefObject, useEffect, useState } from 'react'
import type { DropTarget } from './drag.ts'
import { dragByLongPress, type PointerPosition } from './long-press.ts'
import { sidewaysScrollerIn } from './sideways-scroller.ts'

interface TouchDrag {
  /** Returns the id of the card that follows the card `id` in the cell, or null at its end. */
  after: (cell: string, id: string) => string | null
  onLift: (id: string | null) => void
  onDrop: (id: string, from: string, target: DropTarget) => void
}

interface Lift {
  id: string
  from: string
  target: DropTarget | null
}

/**
 * The board scrolls if the finger is less than `edge` pixels from its edge. `stride` is the number of pixels
 * that it scrolls per frame.
 */
const edge = 48
const stride = 9

/**
 * Implements dragging by touch: a long press lifts a card, which then follows the finger. Native dragging is
 * used for the mouse only.
 */
export function useTouchDrag(
  board: RefObject<HTMLElement | null>,
  { after, onLift, onDrop }: TouchDrag,
): { lifted: string | null; landing: DropTarget | null } {
  const [lift, setLift] = useState<Lift | null>(null)

  useEffect(() => {
    const element = board.current
    if (element === null) return
    let current: (Lift & { ghost: HTMLElement }) | null = null
    return dragByLongPress(element, {
      draggableAt: (target) => target.closest<HTMLElement>('[data-card]'),
      onLift(link) {
        const card = link.closest<HTMLElement>('[data-item]') ?? link
        const from = link.closest<HTMLElement>('[data-cell]')?.dataset['cell'] ?? ''
        current = { id: link.dataset['card'] ?? '', from, target: null, ghost: createDragImage(card) }
        onLift(current.id)
      },
      onFollow(_link, finger, start) {
        if (current === null) return
        current.ghost.style.translate = `${finger.x - start.x}px ${finger.y - start.y}px`
        scrollAtEdges(element, finger)
        const { id, from, target: before } = current
        const target = targetAt(finger, after)
        if (target?.cell === before?.cell && target?.before === before?.before) return
        current.target = target
        setLift({ id, from, target })
      },
      onEnd(_link, at) {
        if (current === null) return
        const { id, from, target, ghost } = current
        current = null
        ghost.remove()
        setLift(null)
        onLift(null)
        if (at !== null && target !== null) onDrop(id, from, target)
      },
    })
  }, [board, after, onLift, onDrop])

  return { lifted: lift?.id ?? null, landing: lift?.target ?? null }
}

/**
 * Creates a copy of a card and adds it to the page. The copy follows the finger during the drag, and the
 * caller removes it afterwards.
 */
export function createDragImage(card: HTMLElement): HTMLElement {
  const { left, top, width, height } = card.getBoundingClientRect()
  const ghost = card.cloneNode(true) as HTMLElement
  ghost.removeAttribute('role')
  ghost.setAttribute('aria-hidden', 'true')
  Object.assign(ghost.style, {
    position: 'fixed',
    inset: 'auto',
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
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

function targetAt({ x, y }: PointerPosition, after: TouchDrag['after']): DropTarget | null {
  const under = document.elementFromPoint(x, y)
  const element = under?.closest<HTMLElement>('[data-cell]')
  const cell = element?.dataset['cell']
  if (cell === undefined) return null
  const slot = under?.closest<HTMLElement>('[data-drop-slot]')
  const id = slot?.dataset['dropSlot']
  if (!slot || id === undefined) return { cell, before: element?.dataset['before'] ?? null }
  const { top, height } = slot.getBoundingClientRect()
  return { cell, before: y < top + height / 2 ? id : after(cell, id) }
}

function scrollAtEdges(board: HTMLElement, { x, y }: PointerPosition): void {
  const sides = board.getBoundingClientRect()
  const sideways = sidewaysScrollerIn(board) ?? board
  if (x < sides.left + edge) sideways.scrollLeft -= stride
  else if (x > sides.right - edge) sideways.scrollLeft += stride
  const under = document.elementFromPoint(x, y)
  // In a board without lanes, each column scrolls separately. In a board with lanes, all cells scroll with the board.
  const column =
    under?.closest('[data-cell]')?.querySelector('[data-scroller]') ?? under?.closest('[data-scroller]')
  if (!column) return
  const ends = column.getBoundingClientRect()
  if (y < ends.top + edge) column.scrollTop -= stride
  else if (y > ends.bottom - edge) column.scrollTop += stride
}
