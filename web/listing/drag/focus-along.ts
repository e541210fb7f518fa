import { type RefObject, useLayoutEffect } from 'react'

/** The link of an item in the layout on the screen. */
export function elementOfItem(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-item="${CSS.escape(id)}"] [data-card]`)
}

/** An item that goes to another group is a new element there; the focus that was in the old one goes along. */
export function useFocusAlong(element: RefObject<HTMLElement | null>, id: string): void {
  useLayoutEffect(() => {
    const row = element.current
    return () => {
      if (!row?.contains(document.activeElement)) return
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) elementOfItem(id)?.focus()
      })
    }
  }, [element, id])
}
