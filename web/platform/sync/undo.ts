import type { Rows } from './apply-change.ts'
import { type History, type HistoryStep, type Reversible, reversible, reversibleUnsent } from './history.ts'
import type { Mutations } from './mutate.ts'
import type { AnyMutation } from './mutation.ts'
import { slugOf } from './outbox.ts'
import { type Left, leftOf, stillMine } from './still-mine.ts'
import type { Store } from './store.ts'
import type { Tables } from './tables.ts'

type LeftListener = (left: 'some' | 'all') => void

interface Parts {
  store: Store
  tables: Tables
  rows: Rows
  history: History
  mutations: Mutations
}

/**
 * Takes changes back and does them again, as far as nobody has changed the same since; what stays for that reason is told. Changes of
 * another workspace than the one on the screen are left alone: nobody would see what happens, nor is known what has become of its rows.
 */
export class Undo {
  readonly #parts: Parts
  readonly #leftListeners = new Set<LeftListener>()
  #last: Promise<unknown> = Promise.resolve()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Called when what somebody else has changed since is left as it is. The shell says so. */
  onLeft = (listener: LeftListener): (() => void) => {
    this.#leftListeners.add(listener)
    return () => void this.#leftListeners.delete(listener)
  }

  /** Takes back one change: the given one, or the last, also one that is still on its way or waits. Answers false when there is none. */
  undo = async (which?: HistoryStep): Promise<boolean> => {
    const { history, mutations } = this.#parts
    if (which === undefined) {
      await this.#everythingSent()
      if (await this.#inTurn(() => this.#takeOut())) return true
    }
    const isMeant = (step: HistoryStep) => (which === undefined || step === which) && this.#isHere(step)
    const step = history.takeDone(isMeant)
    if (step === undefined) return false
    const inverses = this.#stillMine(step.mutations, ({ undo, redo }) => [undo, redo])
    if (inverses.length === 0) return true
    history.undid(step)
    const answers = await Promise.all(inverses.map((inverse) => mutations.mutate(inverse)))
    const refused = answers.filter((answer) => answer === null).length
    if (refused > 0) history.undoRefused(step, refused === answers.length ? 'all' : 'some')
    return true
  }

  /** Does again what was taken back last. Answers false when there is nothing. */
  redo = async (): Promise<boolean> => {
    const { history, mutations } = this.#parts
    await this.#everythingSent()
    const step = await this.#inTurn(async () => history.takeUndone((one) => this.#isHere(one)))
    if (step === undefined) return false
    const { words, mutations: each } = step
    const again = each.map(({ undo, redo }) => ({
      undo,
      redo: { ...redo, undo, redo: redo.redo ?? redo, words } as AnyMutation,
    }))
    const left = this.#stillMine(again, ({ undo, redo }) => [redo, undo])
    if (left.length > 0) await mutations.repeat(left, words)
    return true
  }

  /** Keys that are pressed while the last change is being taken out mean the ones before it. */
  #inTurn<Result>(take: () => Promise<Result>): Promise<Result> {
    const mine = this.#last.then(take)
    this.#last = mine.catch(() => undefined)
    return mine
  }

  /** What waits goes out of the outbox; what may have arrived already is followed by its inverse. */
  async #takeOut(): Promise<boolean> {
    const { history, rows } = this.#parts
    const { outbox, mutate } = this.#parts.mutations
    const newest = outbox.newest(({ mutation }) => rows.isShowing(slugOf(mutation)))
    if (newest.length === 0) return false
    const all: (Reversible | null)[] = []
    for (const kept of newest) {
      const { mutation } = kept
      const isUnsent = await outbox.takeOut(kept)
      all.push(isUnsent ? reversibleUnsent(mutation) : reversible(mutation))
      if (isUnsent) continue
      outbox.forgetMaker(kept)
      if (mutation.undo !== undefined) void mutate(mutation.undo)
    }
    const mutations = all.flatMap((one) => one ?? [])
    history.undid({ words: newest[0]?.mutation.words ?? '', mutations })
    return true
  }

  #isHere({ mutations }: HistoryStep): boolean {
    return mutations.every(({ undo }) => this.#parts.rows.isShowing(slugOf(undo)))
  }

  /** What of the one mutation of each pair is still to do, by what the other has set. */
  #stillMine(
    all: Reversible[],
    pairOf: (one: Reversible) => [wanted: AnyMutation, former: AnyMutation],
  ): AnyMutation[] {
    const { tables } = this.#parts
    const narrowed = all.map((one) => stillMine(...pairOf(one), ({ entity, id }) => tables[entity].get(id)))
    this.#tellLeft(leftOf(narrowed.flatMap(({ parts }) => parts)))
    return narrowed.flatMap(({ mutation }) => mutation ?? [])
  }

  #tellLeft(left: Left): void {
    if (left !== 'nothing') for (const listener of this.#leftListeners) listener(left)
  }

  /** A change can be taken back once it was accepted; a person who sees it at once may press the key before that. */
  #everythingSent(): Promise<void> {
    const { store, mutations } = this.#parts
    return new Promise((resolve) => {
      const look = () => {
        if (store.get(mutations.savingAtom) > 0) return
        stop()
        // Whoever waits for the answer remembers the change in the same turn.
        setTimeout(resolve)
      }
      const stop = store.sub(mutations.savingAtom, look)
      look()
    })
  }
}
