import type { CallName } from '#common/calls.ts'
import type { CallInputOf } from './http.ts'
import type { LocalChange } from './local-rows.ts'
import type { TableName } from './tables.ts'

/** A change as plain data, so that it can wait in the outbox, be stored in the browser, undone and redone. */
export interface Mutation<C extends CallName> {
  call: C
  input: CallInputOf<C>
  /** The optimistic changes. They are rolled back if the server rejects the mutation. */
  changes: LocalChange[]
  /**
   * The table of the row that the call returns. If the call returns no row, the change feed confirms the
   * change.
   */
  answerTable?: TableName
  /**
   * Mutations with the same key are sent one after the other, so that they arrive in the order of their
   * creation.
   */
  queueKey?: string
  /**
   * A text that describes the change. It is shown in the notice, and in the error message if a queued change is
   * rejected.
   */
  message?: string
  /**
   * The inverse mutation, which Undo sends. Undo skips fields that other users have changed after the mutation.
   * Without an inverse mutation, the change cannot be undone.
   */
  undo?: AnyMutation
  /** The mutation that repeats the change after Undo. The default is the mutation itself. */
  redo?: AnyMutation
  /** The row that the mutation creates. The notice offers to open it. */
  createdRow?: CreatedRow
  /** Mutations with the same group are shown to the user as one change. */
  group?: string
}

export interface CreatedRow {
  entity: TableName
  id: string
  /** True if the list on the screen omits the row because of its filters. */
  isHidden?: true
}

/** A mutation of any call. */
export type AnyMutation = { [C in CallName]: Mutation<C> }[CallName]

/**
 * Widens the type. The compiler cannot see that call and input match for a union of calls, but the type of
 * the argument guarantees it.
 */
export function toAnyMutation<C extends CallName>(mutation: Mutation<C>): AnyMutation {
  return mutation as unknown as AnyMutation
}

/**
 * Adds the inverse mutation to a change, and a mutation for Redo if Redo cannot repeat the change itself. A change
 * without a message is shown as a part of another change that has a message.
 */
export function undoableMutation<C extends CallName, U extends CallName, R extends CallName = never>(
  change: Mutation<C>,
  message: string | undefined,
  undo: Mutation<U>,
  redo?: Mutation<R>,
): Mutation<C> {
  return {
    ...change,
    ...(message !== undefined && { message }),
    undo: toAnyMutation(undo),
    ...(redo && { redo: toAnyMutation(redo) }),
  }
}
