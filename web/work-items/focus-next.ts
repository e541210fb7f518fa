import { atom, useAtom } from 'jotai'
import { type RefObject, useEffect } from 'react'

/**
 * What takes the focus as soon as it is drawn: a moved card is a new element in another column. An item is named by its id, or by what
 * its place in a layout calls it.
 */
export const focusNextAtom = atom<string | null>(null)

export function useFocusWhenDrawn(element: RefObject<HTMLElement | null>, ...names: string[]): void {
  const [next, setNext] = useAtom(focusNextAtom)
  const wanted = next !== null && names.includes(next)
  useEffect(() => {
    if (!wanted) return
    element.current?.focus()
    setNext(null)
  }, [wanted, element, setNext])
}
