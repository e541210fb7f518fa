import type { Connection, Document } from '@hocuspocus/server'
import { containsUpdate, DeletesUnknownContent } from '#common/documents/content/updates.ts'
import { syncStep2Type, syncUpdateType } from './frames.ts'
import { type ConnectionContext, DocumentRejection } from './ports.ts'

/** Tracks which connections have sent the updates that the server did not have (sync step 2). */
export interface SyncedConnections {
  given(connection: Connection<ConnectionContext>): void
  have(connection: Connection<ConnectionContext>): boolean
  /**
   * Returns true if an update was rejected only because it depends on updates that the client has not sent
   * yet. This happens when a user types offline and deletes some of the text right after reconnecting. The
   * client's answer to the sync request contains both edits.
   */
  isToCome(connection: Connection<ConnectionContext>, type: number, error: unknown): boolean
}

export function createSyncedConnections(): SyncedConnections {
  const have = new WeakSet<Connection<ConnectionContext>>()
  return {
    given: (connection) => void have.add(connection),
    have: (connection) => have.has(connection),
    isToCome: (connection, type, error) =>
      type === syncUpdateType &&
      !have.has(connection) &&
      error instanceof DocumentRejection &&
      error.cause instanceof DeletesUnknownContent,
  }
}

/** Overwrites an update with an empty update, so that nothing is applied now. */
export function overwriteWithEmptyUpdate(update: Uint8Array): void {
  update.fill(0)
}

/**
 * Returns true for an answer to a sync request without new content. Returns false for invalid bytes, which
 * the log rejects.
 */
export function isSyncReplyWithoutNewContent(document: Document, type: number, update: Uint8Array): boolean {
  try {
    return type === syncStep2Type && containsUpdate(document, update)
  } catch {
    return false
  }
}
