import { useLayoutEffect } from 'react'
import { findNearestIndex, focusShownItemAt, getShownItemIds } from './order.ts'

/** The item that was last focused or pressed, and its index in display order. */
let currentItem: { id: string; at: number } | null = null

export function setCurrentItem(id: string): void {
  currentItem = { id, at: findNearestIndex(getShownItemIds(), id, currentItem?.at ?? 0) }
}

/**
 * Selector of interactive elements. A press on such an element outside of items does not reset the current
 * item.
 */
const interactive =
  '.float, [role="menu"], [role="listbox"], [data-modal], button, a, input, label, [contenteditable]'

/** Tracks the current item of a screen. A press on an empty area resets it. */
export function useTrackCurrentItem(): void {
  useLayoutEffect(() => {
    const note = ({ type, target }: Event) => {
      if (!(target instanceof Element)) return
      const id = target.closest<HTMLElement>('[data-item]')?.dataset['item']
      if (id !== undefined) setCurrentItem(id)
      else if (type === 'pointerdown' && target.closest(interactive) === null) currentItem = null
    }
    for (const type of ['focusin', 'pointerdown']) document.addEventListener(type, note, true)
    return () => {
      currentItem = null
      for (const type of ['focusin', 'pointerdown']) document.removeEventListener(type, note, true)
    }
  }, [])
}

/**
 * If the focused element was removed, focuses the current item, or else the item that is now at its index. If there is
 * no current item, calls `otherwise`.
 */
export function focusCurrentItem(otherwise?: () => void): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return
    if (document.querySelector('[data-modal][data-open]') !== null) return
    if (currentItem === null) return otherwise?.()
    const ids = getShownItemIds()
    const at = findNearestIndex(ids, currentItem.id, currentItem.at)
    if (ids.length > 0)
      focusShownItemAt(at === -1 ? Math.min(Math.max(0, currentItem.at), ids.length - 1) : at)
  })
}

/** Focuses a neighbor if the item was removed from the list. An item that is only scrolled out of view keeps the focus. */
export function focusNeighborOfRemoved(id: string): void {
  if (!getShownItemIds().includes(id)) focusCurrentItem()
}
