import { atom, useAtomValue, useSetAtom } from 'jotai'
import { type RefObject, useEffect, useMemo } from 'react'

/** What takes the focus as soon as it is drawn, by its id or by what its place calls it: a moved card is a new element in another column. */
export const focusNextAtom = atom<string | null>(null)

export function useFocusWhenDrawn(element: RefObject<HTMLElement | null>, id: string): void {
  // Of its own, so that only the one that is meant renders.
  const wanted = useAtomValue(useMemo(() => atom((get) => get(focusNextAtom) === id), [id]))
  const setNext = useSetAtom(focusNextAtom)
  useEffect(() => {
    if (!wanted) return
    // Whoever has opened a dialog meanwhile goes on in it.
    if (document.activeElement?.closest('[data-modal]') == null) element.current?.focus()
    setNext(null)
  }, [wanted, element, setNext])
}
