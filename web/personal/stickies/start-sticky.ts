import { atom } from 'jotai'
import { store } from '../../platform/app/sync.ts'

/** Whether a sticky is being written above another screen. */
export const newStickyAtom = atom(false)

const takers: (() => void)[] = []

/** For what shows stickies: a new one begins among them then. */
export function onWanted(begin: () => void): () => void {
  takers.push(begin)
  return () => void takers.splice(takers.indexOf(begin), 1)
}

/** From anywhere. */
export function startSticky(): void {
  const begin = takers.at(-1)
  if (begin === undefined) store.set(newStickyAtom, true)
  else begin()
}
