import { atom, useAtomValue } from 'jotai'
import { type RefObject, useEffect, useMemo } from 'react'
import { forgetMade, madeAtom } from '../../work-items/made.ts'

/** Duration of the highlight in milliseconds. */
const flash = 1200

/** Highlights an item once after the user has created it. */
export function useFlashWhenMade(element: RefObject<HTMLElement | null>, id: string): void {
  // A derived atom per item, so that only the new item rerenders.
  const isMade = useAtomValue(useMemo(() => atom((get) => get(madeAtom) === id), [id]))
  useEffect(() => {
    if (!isMade) return
    forgetMade(id)
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    element.current?.animate([{ backgroundColor: 'var(--accent-soft)', offset: 0 }], flash)
  }, [isMade, element, id])
}
