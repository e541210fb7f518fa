import { useLayoutEffect } from 'react'
import { focusShownAt, nearestTo, shownIds } from './order.ts'

/** The item that had the focus or was pressed last, and its place in the order of the screen. */
let atHand: { id: string; at: number } | null = null

export function noteAtHand(id: string): void {
  atHand = { id, at: nearestTo(shownIds(), id, atHand?.at ?? 0) }
}

/** What of the page is no item and is not left for one either. */
const besides =
  '.float, [role="menu"], [role="listbox"], [data-modal], button, a, input, label, [contenteditable]'

/** On a screen of items; a press beside all of them lets go of the one at hand. */
export function useNoteAtHand(): void {
  useLayoutEffect(() => {
    const note = ({ type, target }: Event) => {
      if (!(target instanceof Element)) return
      const id = target.closest<HTMLElement>('[data-item]')?.dataset['item']
      if (id !== undefined) noteAtHand(id)
      else if (type === 'pointerdown' && target.closest(besides) === null) atHand = null
    }
    for (const type of ['focusin', 'pointerdown']) document.addEventListener(type, note, true)
    return () => {
      atHand = null
      for (const type of ['focusin', 'pointerdown']) document.removeEventListener(type, note, true)
    }
  }, [])
}

/** Where the focus was lost with what had it, the item at hand gets it, or the one that is in its place now. */
export function focusAtHand(): void {
  requestAnimationFrame(() => {
    if (atHand === null || document.activeElement !== document.body) return
    if (document.querySelector('[data-modal][data-open]') !== null) return
    const ids = shownIds()
    const at = nearestTo(ids, atHand.id, atHand.at)
    if (ids.length > 0) focusShownAt(at === -1 ? Math.min(Math.max(0, atHand.at), ids.length - 1) : at)
  })
}

/** For an item that is no longer drawn: it has gone from the list, and not just out of sight. */
export function focusBesideGone(id: string): void {
  if (!shownIds().includes(id)) focusAtHand()
}
