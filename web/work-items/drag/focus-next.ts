import { atom, useAtom } from 'jotai'
import { type RefObject, useEffect } from 'react'

/** What takes the focus as soon as it is drawn, by its id or by what its place calls it: a moved card is a new element in another column. */
export const focusNextAtom = atom<string | null>(null)

export function useFocusWhenDrawn(element: RefObject<HTMLElement | null>, id: string): void {
  const [next, setNext] = useAtom(focusNextAtom)
  const wanted = next === id
  useEffect(() => {
    if (!wanted) return
    element.current?.focus()
    setNext(null)
  }, [wanted, element, setNext])
}
