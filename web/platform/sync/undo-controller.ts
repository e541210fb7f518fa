import {
  type HistoryStep,
  type ReversibleMutation,
  toReversibleMutation,
  toReversibleUnsentMutation,
  type UndoHistory,
} from './history.ts'
import type { LocalRows } from './local-rows.ts'
import type { Mutations } from './mutate.ts'
import type { AnyMutation } from './mutation.ts'
import { workspaceSlugOfCall } from './outbox.ts'
import type { Store } from './store.ts'
import type { Tables } from './tables.ts'
import { type UnrevertedAmount, unrevertedAmount, withoutChangedFields } from './unchanged-fields.ts'

type PartlyUndoneListener = (left: 'some' | 'all') => void

interface Parts {
  store: Store
  tables: Tables
  rows: LocalRows
  history: UndoHistory
  mutations: Mutations
}

/**
 * Undoes and redoes changes, except for fields that somebody else has changed since. Such fields are
 * reported. Changes of another workspace are ignored, because the user could not see the result and the rows
 * may be outdated.
 */
export class UndoController {
  readonly #parts: Parts
  readonly #partlyUndoneListeners = new Set<PartlyUndoneListener>()
  #last: Promise<unknown> = Promise.resolve()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * Registers a listener that is called when an undo skips fields because somebody else has changed them
   * since.
   */
  onPartlyUndone = (listener: PartlyUndoneListener): (() => void) => {
    this.#partlyUndoneListeners.add(listener)
    return () => void this.#partlyUndoneListeners.delete(listener)
  }

  /**
   * Undoes the given change. If no change is given, undoes the last one, even if it is still being sent or queued.
   * Returns false if there is no such change.
   */
  undo = async (which?: HistoryStep): Promise<boolean> => {
    const { history, mutations } = this.#parts
    if (which === undefined) {
      await this.#everythingSent()
      if (await this.#afterPrevious(() => this.#takeOut())) return true
    }
    const isMeant = (step: HistoryStep) =>
      (which === undefined || step === which) && this.#isOfShownWorkspace(step)
    const step = history.takeDone(isMeant)
    if (step === undefined) return false
    const inverses = this.#withoutChangedFields(step.mutations, ({ undo, redo }) => [undo, redo])
    if (inverses.length === 0) return true
    history.undid(step)
    const answers = await Promise.all(inverses.map((inverse) => mutations.mutate(inverse)))
    const refused = answers.filter((answer) => answer === null).length
    if (refused > 0) history.undoRefused(step, refused === answers.length ? 'all' : 'some')
    return true
  }

  /**
   * Redoes the given change. If no change is given, redoes the change that was undone last. Returns false if there is
   * no such change.
   */
  redo = async (which?: HistoryStep): Promise<boolean> => {
    const { history, mutations } = this.#parts
    await this.#everythingSent()
    const step = await this.#afterPrevious(async () =>
      history.takeUndone((one) => (which === undefined || one === which) && this.#isOfShownWorkspace(one)),
    )
    if (step === undefined) return false
    const { message, mutations: each } = step
    const again = each.map(({ undo, redo }) => ({
      undo,
      redo: { ...redo, undo, redo: redo.redo ?? redo, message } as AnyMutation,
    }))
    const left = this.#withoutChangedFields(again, ({ undo, redo }) => [redo, undo])
    if (left.length > 0) await mutations.repeat(left, message)
    return true
  }

  /**
   * Runs `take` after the previous undo or redo has selected its change. If the user presses the Undo key twice, the
   * second undo therefore applies to an earlier change than the first undo.
   */
  #afterPrevious<Result>(take: () => Promise<Result>): Promise<Result> {
    const mine = this.#last.then(take)
    this.#last = mine.catch(() => undefined)
    return mine
  }

  /**
   * Undoes the newest queued change: removes it from the outbox, or sends its inverse if the server may have
   * received it. Returns false if no change is queued.
   */
  async #takeOut(): Promise<boolean> {
    const { history, rows } = this.#parts
    const { outbox, mutate } = this.#parts.mutations
    const newest = outbox.newest(({ mutation }) => rows.isShowing(workspaceSlugOfCall(mutation)))
    if (newest.length === 0) return false
    const all: (ReversibleMutation | null)[] = []
    for (const queued of newest) {
      const { mutation } = queued
      const isUnsent = await outbox.takeOut(queued)
      all.push(isUnsent ? toReversibleUnsentMutation(mutation) : toReversibleMutation(mutation))
      if (isUnsent) continue
      outbox.detachCaller(queued)
      if (mutation.undo !== undefined) void mutate(mutation.undo)
    }
    const mutations = all.flatMap((one) => one ?? [])
    history.undid({ message: newest[0]?.mutation.message ?? '', mutations })
    return true
  }

  #isOfShownWorkspace({ mutations }: HistoryStep): boolean {
    return mutations.every(({ undo }) => this.#parts.rows.isShowing(workspaceSlugOfCall(undo)))
  }

  /**
   * Returns the mutations without the fields that somebody else has changed since. Mutations without remaining
   * fields are omitted.
   */
  #withoutChangedFields(
    all: ReversibleMutation[],
    pairOf: (one: ReversibleMutation) => [wanted: AnyMutation, former: AnyMutation],
  ): AnyMutation[] {
    const { tables } = this.#parts
    const narrowed = all.map((one) =>
      withoutChangedFields(...pairOf(one), ({ entity, id }) => tables[entity].get(id)),
    )
    this.#notifyPartlyUndone(unrevertedAmount(narrowed.flatMap(({ parts }) => parts)))
    return narrowed.flatMap(({ mutation }) => mutation ?? [])
  }

  #notifyPartlyUndone(left: UnrevertedAmount): void {
    if (left !== 'nothing') for (const listener of this.#partlyUndoneListeners) listener(left)
  }

  /**
   * Waits until all changes are sent. The user may press Undo while a request is in progress, but only
   * accepted changes can be undone.
   */
  #everythingSent(): Promise<void> {
    const { store, mutations } = this.#parts
    return new Promise((resolve) => {
      const resolveWhenSent = () => {
        if (store.get(mutations.savingAtom) > 0) return
        stop()
        // The caller of `mutate` adds the change to the undo history in the same task, so this function waits for the
        // next task.
        setTimeout(resolve)
      }
      const stop = store.sub(mutations.savingAtom, resolveWhenSent)
      resolveWhenSent()
    })
  }
}
