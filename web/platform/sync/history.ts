import type { AnyMutation } from './mutation.ts'

/** A mutation that was done, as what takes it back and what does it again. */
export interface Reversible {
  undo: AnyMutation
  redo: AnyMutation
}

/** One change as the person sees it: one mutation, or several that are undone and done again together. */
export interface HistoryStep {
  /** What was done, in words, for the toast. */
  words: string
  mutations: Reversible[]
  /** What it has made, and can be opened. */
  opens?: NonNullable<AnyMutation['opens']>
  /** It was taken back, and is done again. */
  isAgain?: true
}

type StepListener = (step: HistoryStep) => void
type RefusedListener = (step: HistoryStep, refused: 'all' | 'some') => void

const limit = 50

/** What this person has changed in this tab and can take back, and what was taken back and can be done again. */
export class History {
  /** In the order in which the changes were made, whichever was answered first. */
  #done: { made: number; step: HistoryStep }[] = []
  #undone: HistoryStep[] = []
  readonly #listeners = new Set<StepListener>()
  readonly #undoneListeners = new Set<StepListener>()
  readonly #refusedListeners = new Set<RefusedListener>()
  #made = 0

  /** Called after each change that can be undone; the shell shows it with an Undo button. */
  onDone = (listener: StepListener): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Called after each change that was taken back; the shell shows it with a Redo button. */
  onUndone = (listener: StepListener): (() => void) => {
    this.#undoneListeners.add(listener)
    return () => void this.#undoneListeners.delete(listener)
  }

  /** Called when the server refused to take a change back, all of it or some. The shell shows this in place of what it said before. */
  onUndoRefused = (listener: RefusedListener): (() => void) => {
    this.#refusedListeners.add(listener)
    return () => void this.#refusedListeners.delete(listener)
  }

  /** Called as a change is made; what it answers is called once that was accepted. */
  begin(): (step: HistoryStep) => void {
    const made = ++this.#made
    return (step) => {
      this.#done = [...this.#done, { made, step }].sort((a, b) => a.made - b.made).slice(-limit)
      for (const listener of this.#listeners) listener(step)
    }
  }

  /** Takes the change out that was made last of those that are meant; undefined when there is none. */
  takeDone(isMeant: (step: HistoryStep) => boolean): HistoryStep | undefined {
    const found = this.#done.findLast(({ step }) => isMeant(step))
    this.#done = this.#done.filter((one) => one !== found)
    return found?.step
  }

  /** Of the changes taken back, the last that is meant. */
  takeUndone(isMeant: (step: HistoryStep) => boolean): HistoryStep | undefined {
    const found = this.#undone.findLast(isMeant)
    this.#undone = this.#undone.filter((step) => step !== found)
    return found
  }

  undid(step: HistoryStep): void {
    this.#undone = [...this.#undone, step].slice(-limit)
    for (const listener of this.#undoneListeners) listener(step)
  }

  /** After a new change nothing can be done again. */
  forgetUndone(): void {
    this.#undone = []
  }

  undoRefused(step: HistoryStep, refused: 'all' | 'some'): void {
    if (refused === 'all') this.#undone = this.#undone.filter((one) => one !== step)
    for (const listener of this.#refusedListeners) listener(step, refused)
  }
}

/** Of a mutation that was never sent: the server knows nothing of it, so that it is itself what does it again. */
export function reversibleUnsent(mutation: AnyMutation): Reversible | null {
  const { undo, words: _words, group: _group, opens: _opens, ...again } = mutation
  return undo === undefined ? null : { undo, redo: again as AnyMutation }
}

/**
 * `answer` may be the row as the server has it since. That counts as what the mutation has set: the server normalises texts, addresses and
 * names, so a comparison with what was sent would find a change of somebody else.
 */
export function reversible(mutation: AnyMutation, answer?: unknown): Reversible | null {
  const { undo, redo = mutation, answers } = mutation
  if (undo === undefined) return null
  const { undo: _undo, redo: _redo, words: _words, group: _group, opens: _opens, ...again } = redo
  const row = isRow(answer) ? answer : undefined
  const changes = again.changes.map((change) => {
    if (row === undefined || change.id !== row['id'] || change.op === 'delete') return change
    if (change.op === 'create') return answers === undefined ? change : { ...change, fields: { ...row } }
    const answered = Object.keys(change.fields).filter((name) => Object.hasOwn(row, name))
    const fields = Object.fromEntries(answered.map((name) => [name, row[name]]))
    return { ...change, fields: { ...change.fields, ...fields } }
  })
  return { undo, redo: { ...again, changes } as AnyMutation }
}

function isRow(answer: unknown): answer is Record<string, unknown> {
  return typeof answer === 'object' && answer !== null && 'id' in answer
}
