import { atom, useAtomValue } from 'jotai'
import { type RefObject, useEffect, useMemo } from 'react'
import { forgetMade, madeAtom } from '../../work-items/made.ts'

/** Milliseconds. */
const flash = 1200

/** What one has just made flashes once where it comes to stand. */
export function useFlashWhenMade(element: RefObject<HTMLElement | null>, id: string): void {
  // Of its own, so that only the one that is meant renders.
  const isMade = useAtomValue(useMemo(() => atom((get) => get(madeAtom) === id), [id]))
  useEffect(() => {
    if (!isMade) return
    forgetMade(id)
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    element.current?.animate([{ backgroundColor: 'var(--accent-soft)', offset: 0 }], flash)
  }, [isMade, element, id])
}
