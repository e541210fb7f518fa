import { useSetAtom } from 'jotai'
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'
import { t } from '../../../locales/i18n.ts'
import { tables } from '../../../platform/app/sync.ts'
import { announce } from '../../../platform/ui/announce.ts'
import { pressedKey } from '../../../platform/ui/pressed-key.ts'
import { itemIdsInCell } from '../cell-path.ts'
import { focusElementWhenRendered } from '../selection/order.ts'
import {
  type BoardCardPosition,
  type BoardStructure,
  createBoardKeyboardNavigation,
} from './board-keyboard-navigation.ts'
import type { DropTarget } from './drag.ts'
import { focusWhenRenderedIdAtom } from './focus-next.ts'
import { useEndLift } from './use-end-lift.ts'

interface KeyboardDrag extends BoardStructure {
  onOpen: (id: string) => void
  onLift: (id: string | null) => void
  onDrop: (id: string, from: string, target: DropTarget) => void
  /**
   * Called with the card to which a key moves the focus, or which a key moves to another position, so that the board
   * renders the column of this card.
   */
  onMove: (card: BoardCardPosition) => void
}

interface Lift {
  id: string
  from: string
  target: DropTarget
}

/**
 * Implements keyboard control of a board. Arrow keys move the focus between cards. Space lifts a card, arrow keys
 * then choose the position, Space or Enter drops it and Escape cancels. Alt with an arrow key moves a card without
 * lifting it first. Each step is announced to screen readers.
 */
export function useKeyboardDrag({ listing, groups, lanes, onOpen, onLift, onDrop, onMove }: KeyboardDrag) {
  const { placeOf, shifted, position, neighborOf } = createBoardKeyboardNavigation({ listing, groups, lanes })
  const [lift, setLift] = useState<Lift | null>(null)
  const setFocusNext = useSetAtom(focusWhenRenderedIdAtom)

  function cancel(): void {
    if (lift === null) return
    end()
    announce(t('workItems.dragCancelled', { name: nameOf(lift.id) }))
  }
  useEndLift(lift !== null, (element) => isCard(element, lift), cancel)
  // The lift also ends if somebody else moves or deletes the card.
  const isGone = lift !== null && !itemIdsInCell(groups, lift.from).includes(lift.id)
  const cancelIfGone = useEffectEvent(() => isGone && cancel())
  useEffect(() => {
    if (isGone) cancelIfGone()
  }, [isGone])

  function onKeyDown(event: KeyboardEvent): void {
    if (!(event.target instanceof HTMLElement) || event.ctrlKey || event.metaKey) return
    const id = event.target.dataset['card']
    if (id === undefined) return
    const cell = event.target.closest<HTMLElement>('[data-cell]')?.dataset['cell'] ?? ''
    const handled = event.altKey
      ? lift === null && moveAtOnce(event.key, id, cell)
      : lift === null
        ? whileNavigating(event, id, cell)
        : isCard(event.target, lift) && whileLifted(event, lift)
    if (!handled) return
    event.preventDefault()
    event.stopPropagation()
  }

  function whileNavigating(event: KeyboardEvent, id: string, cell: string): boolean {
    if (pressedKey(event) === 'Enter') onOpen(id)
    else if (event.key === ' ') begin(id, cell)
    else if (event.key.startsWith('Arrow')) focusCard(neighborOf(id, cell, event.key), onMove)
    else return false
    return true
  }

  function whileLifted(event: KeyboardEvent, { id, from, target }: Lift): boolean {
    if (pressedKey(event) === 'Escape') cancel()
    else if (event.key === ' ' || pressedKey(event) === 'Enter') {
      end()
      drop(id, from, target)
    } else if (event.key.startsWith('Arrow')) {
      const next = shifted(target, id, event.key)
      setLift({ id, from, target: next })
      announce(t('workItems.dragMoved', position(next, id)))
    } else if (event.key !== 'Tab') return false
    return true
  }

  /** Moves a card by one position with Alt and an arrow key, without lifting it first. */
  function moveAtOnce(key: string, id: string, cell: string): boolean {
    if (!key.startsWith('Arrow')) return false
    const current = placeOf(id, cell)
    const target = shifted(current, id, key)
    if (target.cell !== current.cell || target.before !== current.before) drop(id, cell, target)
    return true
  }

  function drop(id: string, from: string, target: DropTarget): void {
    onDrop(id, from, target)
    onMove({ id, cell: target.cell })
    // The focus moves after the listing has moved the card. Otherwise the old element would take the focus.
    queueMicrotask(() => setFocusNext(id))
    announce(t('workItems.dragDropped', { name: nameOf(id), ...position(target, id) }))
  }

  function begin(id: string, cell: string): void {
    setLift({ id, from: cell, target: placeOf(id, cell) })
    onLift(id)
    announce(t('workItems.dragLifted', { name: nameOf(id) }))
  }

  function end(): void {
    setLift(null)
    onLift(null)
  }

  return { onKeyDown, lifted: lift?.id ?? null, landing: lift?.target ?? null }
}

function isCard(element: Element, lift: Lift | null): boolean {
  return lift !== null && element === findCardElement(lift.id, lift.from)
}

export function findCardElement(id: string, cell: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(
    `[data-cell="${CSS.escape(cell)}"] [data-card="${CSS.escape(id)}"]`,
  )
}

function focusCard(at: BoardCardPosition | undefined, onMove: KeyboardDrag['onMove']): void {
  if (at === undefined) return
  const card = findCardElement(at.id, at.cell)
  if (card === null) {
    onMove(at)
    focusElementWhenRendered(() => findCardElement(at.id, at.cell))
    return
  }
  card.focus()
  card.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

function nameOf(id: string): string {
  return tables.work_items.get(id)?.name ?? ''
}
