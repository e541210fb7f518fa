import { atom } from 'jotai'
import { savingAtom } from './mutate.ts'
import { store } from './store.ts'

/** A change that can be taken back. `undo` sends the inverse and resolves when it was accepted or refused. */
export interface Undoable {
  /** What was done, in words, for the toast. */
  message: string
  undo(): Promise<unknown>
}

const stackLimit = 50
/** In the order in which the changes were made. */
const stackAtom = atom<{ made: number; done: Undoable }[]>([])
let made = 0

type DoneListener = (done: Undoable) => void
const listeners = new Set<DoneListener>()

/** Called after each undoable change; the shell shows it with an Undo button. */
export function onDone(listener: DoneListener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

type LeftListener = (left: 'some' | 'all') => void
const leftListeners = new Set<LeftListener>()

/** Called when an undo leaves what somebody else has changed since. The shell says so. */
export function onLeft(listener: LeftListener): () => void {
  leftListeners.add(listener)
  return () => void leftListeners.delete(listener)
}

export function tellLeft(left: 'nothing' | 'some' | 'all'): void {
  if (left !== 'nothing') for (const listener of leftListeners) listener(left)
}

/**
 * Called as a change is made; what it answers is called once that was accepted. The last change is the one that was made last, whichever
 * was answered first.
 */
export function undoable(): (done: Undoable) => void {
  const mine = ++made
  return (done) => {
    store.set(stackAtom, (stack) =>
      [...stack, { made: mine, done }].sort((a, b) => a.made - b.made).slice(-stackLimit),
    )
    for (const listener of listeners) listener(done)
  }
}

/** Takes back one change: the given one, or the last, also one that is still on its way. Answers false when there is none. */
export async function undo(which?: Undoable): Promise<boolean> {
  if (which === undefined) await everythingSent()
  const stack = store.get(stackAtom)
  const done = which ?? stack.at(-1)?.done
  if (done === undefined || !stack.some((other) => other.done === done)) return false
  store.set(
    stackAtom,
    stack.filter((other) => other.done !== done),
  )
  await done.undo()
  return true
}

/** A change can be taken back once it was accepted; a person who sees it at once may press the key before that. */
function everythingSent(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (store.get(savingAtom) > 0) return
      stop()
      // Whoever waits for the answer remembers the change in the same turn.
      setTimeout(resolve)
    }
    const stop = store.sub(savingAtom, look)
    look()
  })
}
