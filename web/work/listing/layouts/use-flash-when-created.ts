import { atom, useAtomValue } from 'jotai'
import { type RefObject, useEffect, useMemo } from 'react'
import { clearRecentlyCreated, recentlyCreatedAtom } from '../../work-items/recently-created.ts'

/** Duration of the highlight in milliseconds. */
const flash = 1200

/** Highlights an item once after the user has created it. */
export function useFlashWhenCreated(element: RefObject<HTMLElement | null>, id: string): void {
  // Each item uses a derived atom, so that only the new item rerenders.
  const wasCreated = useAtomValue(useMemo(() => atom((get) => get(recentlyCreatedAtom) === id), [id]))
  useEffect(() => {
    if (!wasCreated) return
    clearRecentlyCreated(id)
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    element.current?.animate([{ backgroundColor: 'var(--accent-soft)', offset: 0 }], flash)
  }, [wasCreated, element, id])
}
