import type { Connection } from '@hocuspocus/server'
import { DeletesUnknown } from '#common/document/updates.ts'
import { syncUpdate } from './frames.ts'
import { Refusal, type Visit } from './ports.ts'

/** Which connections have answered what they have that is not here, as both sides ask each other first of all. */
export interface FirstAnswers {
  given(connection: Connection<Visit>): void
  /**
   * Whether an update was refused that goes on from what its writer has not told yet: somebody typed without a connection and, back
   * with one, deletes some of it at once. Their answer brings both, so the update itself need not be kept, and they are no liar.
   */
  isToCome(connection: Connection<Visit>, type: number, error: unknown): boolean
}

export function createFirstAnswers(): FirstAnswers {
  const have = new WeakSet<Connection<Visit>>()
  return {
    given: (connection) => void have.add(connection),
    isToCome: (connection, type, error) =>
      type === syncUpdate &&
      !have.has(connection) &&
      error instanceof Refusal &&
      error.cause instanceof DeletesUnknown,
  }
}

/** Makes an update one of no parts and no deletions. What is acknowledged of it waits for the answer: a client counts that, too. */
export function sayNothing(update: Uint8Array): void {
  update.fill(0)
}
