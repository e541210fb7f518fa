import { atom } from 'jotai'
import type { Mutations } from './mutate.ts'
import type { Store } from './store.ts'

/** A change that can be taken back. `undo` sends the inverse and resolves when it was accepted or refused. */
export interface Undoable {
  /** What was done, in words, for the toast. */
  message: string
  undo(): Promise<unknown>
}

/** How much an undo left as somebody else has changed it since. */
export type Left = 'nothing' | 'some' | 'all'

type DoneListener = (done: Undoable) => void
type LeftListener = (left: 'some' | 'all') => void

const stackLimit = 50

export class Undo {
  readonly #store: Store
  readonly #mutations: Mutations
  /** In the order in which the changes were made. */
  readonly #stackAtom = atom<{ made: number; done: Undoable }[]>([])
  readonly #doneListeners = new Set<DoneListener>()
  readonly #leftListeners = new Set<LeftListener>()
  #made = 0

  constructor(store: Store, mutations: Mutations) {
    this.#store = store
    this.#mutations = mutations
  }

  /** Called after each undoable change; the shell shows it with an Undo button. */
  onDone = (listener: DoneListener): (() => void) => {
    this.#doneListeners.add(listener)
    return () => void this.#doneListeners.delete(listener)
  }

  /** Called when an undo leaves what somebody else has changed since. The shell says so. */
  onLeft = (listener: LeftListener): (() => void) => {
    this.#leftListeners.add(listener)
    return () => void this.#leftListeners.delete(listener)
  }

  tellLeft = (left: Left): void => {
    if (left !== 'nothing') for (const listener of this.#leftListeners) listener(left)
  }

  /**
   * Called as a change is made; what it answers is called once that was accepted. The last change is the one that was made last, whichever
   * was answered first.
   */
  undoable = (): ((done: Undoable) => void) => {
    const mine = ++this.#made
    return (done) => {
      this.#store.set(this.#stackAtom, (stack) =>
        [...stack, { made: mine, done }].sort((a, b) => a.made - b.made).slice(-stackLimit),
      )
      for (const listener of this.#doneListeners) listener(done)
    }
  }

  /** Takes back one change: the given one, or the last, also one that is still on its way or waits. Answers false when there is none. */
  undo = async (which?: Undoable): Promise<boolean> => {
    if (which === undefined) await this.#everythingSent()
    if (which === undefined && (await this.#takeOut())) return true
    const stack = this.#store.get(this.#stackAtom)
    const done = which ?? stack.at(-1)?.done
    if (done === undefined || !stack.some((other) => other.done === done)) return false
    this.#store.set(
      this.#stackAtom,
      stack.filter((other) => other.done !== done),
    )
    await done.undo()
    return true
  }

  /** What waits goes out of the outbox; what may have arrived already is followed by its inverse. */
  async #takeOut(): Promise<boolean> {
    const { outbox, mutate } = this.#mutations
    const newest = outbox.newest()
    if (newest === null) return false
    if (!(await outbox.takeOut(newest))) {
      outbox.forgetMaker(newest)
      for (const inverse of newest.mutation.undo ?? []) void mutate(inverse)
    }
    return true
  }

  /** A change can be taken back once it was accepted; a person who sees it at once may press the key before that. */
  #everythingSent(): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (this.#store.get(this.#mutations.savingAtom) > 0) return
        stop()
        // Whoever waits for the answer remembers the change in the same turn.
        setTimeout(resolve)
      }
      const stop = this.#store.sub(this.#mutations.savingAtom, look)
      look()
    })
  }
}
