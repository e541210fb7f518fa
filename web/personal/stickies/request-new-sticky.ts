import { atom } from 'jotai'
import { store } from '../../platform/app/sync.ts'

/** True while the dialog of a new sticky is open above another screen. */
export const newStickyOpenAtom = atom(false)

const listeners: (() => void)[] = []

/**
 * Registers a screen that creates new stickies itself, because it shows stickies. Returns a function that
 * unregisters the screen.
 */
export function onNewSticky(begin: () => void): () => void {
  listeners.push(begin)
  return () => void listeners.splice(listeners.indexOf(begin), 1)
}

/** Creates a sticky on the current screen if it shows stickies. Otherwise opens a dialog for the new sticky. */
export function requestNewSticky(): void {
  const begin = listeners.at(-1)
  if (begin === undefined) store.set(newStickyOpenAtom, true)
  else begin()
}
