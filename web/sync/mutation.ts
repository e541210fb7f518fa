import type { CallName } from '#common/calls.ts'
import type { LocalChange } from './apply-change.ts'
import type { Sending } from './http.ts'
import type { TableName } from './tables.ts'

/** A change as plain data, so that it can wait in the outbox and be kept on the machine. */
export interface Mutation<C extends CallName> {
  call: C
  input: Sending<C>
  /** What the person sees at once; taken back when the server refuses. */
  changes: LocalChange[]
  /** The table of the row that the answer is. Without it the feed confirms what was shown. */
  answers?: TableName
  /** Sent once those of the same name are answered, where a later one must not be overtaken. */
  inTurn?: string
  /** What is done, in words: for the notice when it had to wait and is refused then. Such a change can be undone while it waits. */
  words?: string
  /** What takes it back, sent after it when it may have arrived already. */
  undo?: Inverse
}

/** A mutation of whatever call. */
export type AnyMutation = { [C in CallName]: Mutation<C> }[CallName]

/** As many changes as it takes. */
export type Inverse = AnyMutation[]

/** Of a mutation whose call is one of several the compiler does not see that call and input belong together, which its own type has said. */
export function inverseOf<C extends CallName>(mutation: Mutation<C>): Inverse {
  return [mutation as unknown as AnyMutation]
}
