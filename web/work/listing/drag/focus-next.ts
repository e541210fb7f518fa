import { atom, useAtomValue, useSetAtom } from 'jotai'
import { type RefObject, useEffect, useMemo } from 'react'

/**
 * The id of the element that takes the focus as soon as it is rendered. Needed because a moved card is a new element
 * in another column.
 */
export const focusWhenRenderedIdAtom = atom<string | null>(null)

export function useFocusWhenRendered(element: RefObject<HTMLElement | null>, id: string): void {
  // Each element uses a derived atom, so that only the element that takes the focus rerenders.
  const wanted = useAtomValue(useMemo(() => atom((get) => get(focusWhenRenderedIdAtom) === id), [id]))
  const setNext = useSetAtom(focusWhenRenderedIdAtom)
  useEffect(() => {
    if (!wanted) return
    // If the user has opened a dialog before the element was rendered, the focus stays in the dialog.
    if (document.activeElement?.closest('[data-modal]') == null) element.current?.focus()
    setNext(null)
  }, [wanted, element, setNext])
}
