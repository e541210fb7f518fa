import type { CallName } from '#common/calls.ts'
import type { LocalChange } from './apply-change.ts'
import type { Sending } from './http.ts'
import type { TableName } from './tables.ts'

/** A change as plain data, so that it can wait in the outbox, be kept on the machine, be taken back and be done again. */
export interface Mutation<C extends CallName> {
  call: C
  input: Sending<C>
  /** What the person sees at once; taken back when the server refuses. */
  changes: LocalChange[]
  /** The table of the row that the answer is. Without it the feed confirms what was shown. */
  answers?: TableName
  /** Sent once those of the same name are answered, where a later one must not be overtaken. */
  inTurn?: string
  /** What is done, in words: for the notice of it, and for that of a refusal when it had to wait. */
  words?: string
  /** What takes it back: Undo sends it, of fields that nobody has changed since. A change without it cannot be undone. */
  undo?: AnyMutation
  /** What does it again after Undo; the mutation itself when it is left out. */
  redo?: AnyMutation
  /** The row that it makes, which the notice of it offers to open. */
  opens?: { entity: TableName; id: string }
  /** Mutations of one group are one change to the person. */
  group?: string
}

/** A mutation of whatever call. */
export type AnyMutation = { [C in CallName]: Mutation<C> }[CallName]

/** Of a mutation whose call is one of several the compiler does not see that call and input belong together, which its own type has said. */
export function anyMutation<C extends CallName>(mutation: Mutation<C>): AnyMutation {
  return mutation as unknown as AnyMutation
}

/**
 * A change with what takes it back, and with what does it again where the change itself does not. A change without words is part of another
 * one that has them.
 */
export function undoable<C extends CallName, U extends CallName, R extends CallName = never>(
  change: Mutation<C>,
  words: string | undefined,
  undo: Mutation<U>,
  redo?: Mutation<R>,
): Mutation<C> {
  return {
    ...change,
    ...(words !== undefined && { words }),
    undo: anyMutation(undo),
    ...(redo && { redo: anyMutation(redo) }),
  }
}
