import type { AnyMutation } from './mutation.ts'

/** A completed mutation with its inverse and the mutation that repeats it. */
export interface ReversibleMutation {
  undo: AnyMutation
  redo: AnyMutation
}

/** One change from the user's view: one mutation, or several that are undone and redone together. */
export interface HistoryStep {
  /** Describes the change in the toast. */
  message: string
  mutations: ReversibleMutation[]
  /** The row that the change created. The toast offers to open it. */
  createdRow?: NonNullable<AnyMutation['createdRow']>
  /** True for a change that was undone and is now redone. */
  isRedo?: true
}

type StepListener = (step: HistoryStep) => void
type RefusedListener = (step: HistoryStep, refused: 'all' | 'some') => void

const limit = 50

/** The undo and redo stacks of this tab. */
export class UndoHistory {
  /**
   * The changes that can be undone, in the order in which the user made them. The server can accept them in another
   * order.
   */
  #done: { order: number; step: HistoryStep }[] = []
  #undone: HistoryStep[] = []
  readonly #listeners = new Set<StepListener>()
  readonly #undoneListeners = new Set<StepListener>()
  readonly #refusedListeners = new Set<RefusedListener>()
  #stepCount = 0

  /**
   * Registers a listener for changes that can be undone. The user interface shows each change with an Undo
   * button.
   */
  onDone = (listener: StepListener): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Registers a listener for completed undos. The user interface shows each with a Redo button. */
  onUndone = (listener: StepListener): (() => void) => {
    this.#undoneListeners.add(listener)
    return () => void this.#undoneListeners.delete(listener)
  }

  /**
   * Registers a listener for undos that the server rejected completely or in part. The user interface then replaces
   * the notice that it has already shown for the undo.
   */
  onUndoRefused = (listener: RefusedListener): (() => void) => {
    this.#refusedListeners.add(listener)
    return () => void this.#refusedListeners.delete(listener)
  }

  /**
   * Reserves the position of a change on the undo stack. The returned function adds the change at this position after
   * the server has accepted it.
   */
  begin(): (step: HistoryStep) => void {
    const order = ++this.#stepCount
    return (step) => {
      this.#done = [...this.#done, { order, step }].sort((a, b) => a.order - b.order).slice(-limit)
      for (const listener of this.#listeners) listener(step)
    }
  }

  /**
   * Reserves the position of a new change, like `begin`, and clears the redo stack. It is for changes that one request
   * makes and several mutations undo.
   */
  beginNewChange = (): ((step: HistoryStep) => void) => {
    this.forgetUndone()
    return this.begin()
  }

  /**
   * Removes the newest change that matches from the undo stack and returns it. Returns undefined if none
   * matches.
   */
  takeDone(isMeant: (step: HistoryStep) => boolean): HistoryStep | undefined {
    const found = this.#done.findLast(({ step }) => isMeant(step))
    this.#done = this.#done.filter((one) => one !== found)
    return found?.step
  }

  /**
   * Removes the most recently undone change that matches from the redo stack and returns it. Returns
   * undefined if none matches.
   */
  takeUndone(isMeant: (step: HistoryStep) => boolean): HistoryStep | undefined {
    const found = this.#undone.findLast(isMeant)
    this.#undone = this.#undone.filter((step) => step !== found)
    return found
  }

  undid(step: HistoryStep): void {
    this.#undone = [...this.#undone, step].slice(-limit)
    for (const listener of this.#undoneListeners) listener(step)
  }

  /** Clears the redo stack after a new change. */
  forgetUndone(): void {
    this.#undone = []
  }

  undoRefused(step: HistoryStep, refused: 'all' | 'some'): void {
    if (refused === 'all') this.#undone = this.#undone.filter((one) => one !== step)
    for (const listener of this.#refusedListeners) listener(step, refused)
  }
}

/**
 * Returns the inverse and the redo of a mutation that was never sent. The server does not know that mutation, so the
 * redo sends it unchanged. Returns null if the mutation cannot be undone.
 */
export function toReversibleUnsentMutation(mutation: AnyMutation): ReversibleMutation | null {
  const { undo, message: _message, group: _group, createdRow: _createdRow, ...again } = mutation
  return undo === undefined ? null : { undo, redo: again as AnyMutation }
}

/**
 * Returns the inverse and the redo of a mutation. Returns null if the mutation cannot be undone. If `answer`
 * is the row that the server returned, its values replace the sent values, because the server normalizes
 * text, URLs and names. Otherwise a later comparison would mistake a normalized value for somebody else's
 * change.
 */
export function toReversibleMutation(mutation: AnyMutation, answer?: unknown): ReversibleMutation | null {
  const { undo, redo = mutation, answerTable } = mutation
  if (undo === undefined) return null
  const {
    undo: _undo,
    redo: _redo,
    message: _message,
    group: _group,
    createdRow: _createdRow,
    ...again
  } = redo
  const row = isRow(answer) ? answer : undefined
  const changes = again.changes.map((change) => {
    if (row === undefined || change.id !== row['id'] || change.op === 'delete') return change
    if (change.op === 'create') return answerTable === undefined ? change : { ...change, fields: { ...row } }
    const answered = Object.keys(change.fields).filter((name) => Object.hasOwn(row, name))
    const fields = Object.fromEntries(answered.map((name) => [name, row[name]]))
    return { ...change, fields: { ...change.fields, ...fields } }
  })
  return { undo, redo: { ...again, changes } as AnyMutation }
}

function isRow(answer: unknown): answer is Record<string, unknown> {
  return typeof answer === 'object' && answer !== null && 'id' in answer
}
