import { atom, useAtomValue } from 'jotai'
import { useCallback, useEffect, useRef } from 'react'
import { store } from '../../platform/app/sync.ts'

/** The item on which this person is writing a comment right now. */
export const typingOnAtom = atom<string | null>(null)

/** Milliseconds without a key after which one no longer types. */
const rest = 4000

/** Says that one types a comment on an item, until one rests or what is written is gone. */
export function useTyping(itemId: string): { typed: () => void; stopped: () => void } {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stopped = useCallback(() => {
    clearTimeout(timer.current)
    if (store.get(typingOnAtom) === itemId) store.set(typingOnAtom, null)
  }, [itemId])
  const typed = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(stopped, rest)
    store.set(typingOnAtom, itemId)
  }, [itemId, stopped])
  useEffect(() => stopped, [stopped])
  return { typed, stopped }
}

/** What others are told that one does at an item. */
export function useDoing(itemId: string | undefined): { item_id: string; doing: 'typing' } | undefined {
  const typingOn = useAtomValue(typingOnAtom)
  return itemId !== undefined && typingOn === itemId ? { item_id: itemId, doing: 'typing' } : undefined
}
