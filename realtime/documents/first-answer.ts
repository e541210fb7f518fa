import type { Connection, Document } from '@hocuspocus/server'
import { containsUpdate, DeletesUnknown } from '#common/documents/content/updates.ts'
import { syncStep2, syncUpdate } from './frames.ts'
import { Refusal, type Visit } from './ports.ts'

/** Which connections have answered what they have that is not here, as both sides ask each other first of all. */
export interface FirstAnswers {
  given(connection: Connection<Visit>): void
  have(connection: Connection<Visit>): boolean
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
    have: (connection) => have.has(connection),
    isToCome: (connection, type, error) =>
      type === syncUpdate &&
      !have.has(connection) &&
      error instanceof Refusal &&
      error.cause instanceof DeletesUnknown,
  }
}

/** Makes an update one of no parts and no deletions, so that nothing of it is applied now. */
export function sayNothing(update: Uint8Array): void {
  update.fill(0)
}

/** Answers true for a client's answer in the first exchange that brings nothing new. The log refuses made-up bytes. */
export function isNothingNew(document: Document, type: number, update: Uint8Array): boolean {
  try {
    return type === syncStep2 && containsUpdate(document, update)
  } catch {
    return false
  }
}
