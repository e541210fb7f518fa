import { type RefObject, useLayoutEffect } from 'react'
import { focusBesideGone } from '../selection/at-hand.ts'

/** The link of an item in the layout on the screen. */
export function elementOfItem(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-item="${CSS.escape(id)}"] [data-card]`)
}

/** What keys stop at of an item, in whichever layout is on the screen. */
export function stopOfItem(id: string): HTMLElement | null {
  const item = `[data-item="${CSS.escape(id)}"]`
  return document.querySelector<HTMLElement>(`${item} [data-card], ${item} a, ${item} > [data-column]`)
}

/** An item that goes to another group is a new element there, and the focus that was in the old one goes along; where it has gone, the
 * item beside it gets the focus. */
export function useFocusAlong(element: RefObject<HTMLElement | null>, id: string): void {
  useLayoutEffect(() => {
    const row = element.current
    return () => {
      if (!row?.contains(document.activeElement)) return
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return
        const moved = stopOfItem(id)
        if (moved) moved.focus()
        else focusBesideGone(id)
      })
    }
  }, [element, id])
}
