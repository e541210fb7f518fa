import { type RefObject, useLayoutEffect } from 'react'
import { focusNeighborOfRemoved } from '../selection/current-item.ts'

/** Returns the link of an item in the current layout. */
export function linkElementOfItem(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-item="${CSS.escape(id)}"] [data-card]`)
}

/** Returns the focusable element of an item, in any layout. */
export function focusTargetOfItem(id: string): HTMLElement | null {
  const item = `[data-item="${CSS.escape(id)}"]`
  return document.querySelector<HTMLElement>(`${item} [data-card], ${item} a, ${item} > [data-column]`)
}

/**
 * Keeps the focus on an item that moves to another group, where it is a new element. If the item is gone, a neighbor gets the
 * focus.
 */
export function useKeepFocusOnMovedItem(element: RefObject<HTMLElement | null>, id: string): void {
  useLayoutEffect(() => {
    const row = element.current
    return () => {
      if (!row?.contains(document.activeElement)) return
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return
        const moved = focusTargetOfItem(id)
        if (moved) moved.focus()
        else focusNeighborOfRemoved(id)
      })
    }
  }, [element, id])
}
