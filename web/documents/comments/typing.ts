import { atom, useAtomValue } from 'jotai'
import { useCallback, useEffect, useRef } from 'react'
import { store } from '../../platform/app/sync.ts'

/** The item on which this user is typing a comment. Null if the user is not typing a comment. */
export const itemBeingCommentedAtom = atom<string | null>(null)

/** The number of milliseconds without a keystroke after which the user no longer counts as typing. */
const pauseMs = 4000

/** Publishes that the user is typing a comment on an item, until the user pauses or clears the text. */
export function usePublishTyping(itemId: string): { typed: () => void; stopped: () => void } {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stopped = useCallback(() => {
    clearTimeout(timer.current)
    if (store.get(itemBeingCommentedAtom) === itemId) store.set(itemBeingCommentedAtom, null)
  }, [itemId])
  const typed = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(stopped, pauseMs)
    store.set(itemBeingCommentedAtom, itemId)
  }, [itemId, stopped])
  useEffect(() => stopped, [stopped])
  return { typed, stopped }
}

/** Returns the presence information about typing that other users receive. */
export function useTypingPresence(
  itemId: string | undefined,
): { item_id: string; doing: 'typing' } | undefined {
  const typingOn = useAtomValue(itemBeingCommentedAtom)
  return itemId !== undefined && typingOn === itemId ? { item_id: itemId, doing: 'typing' } : undefined
}
