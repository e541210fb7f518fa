import * as Y from 'yjs'
import { maxDocumentBytes } from '#common/documents/content/limits.ts'
import {
  type ClientClocks,
  containsUpdate,
  InvalidUpdate,
  TooManyStructs,
  validateYjsUpdate,
} from '#common/documents/content/updates.ts'
import type { OpenDocument } from './open-document.ts'
import { DocumentRejection } from './ports.ts'

/**
 * Checks an update of a document. Returns false if there is nothing to store. Throws a `DocumentRejection` if the
 * update is not allowed.
 */
export function validateDocumentUpdate(entry: OpenDocument, update: Uint8Array): boolean {
  assertNotTooLarge(entry, update)
  const brought = check(entry, update)
  if (!brought || isRepeated(entry, brought, update)) return false
  for (const [client, clock] of brought)
    entry.arriving.set(client, Math.max(clock, entry.arriving.get(client) ?? 0))
  return true
}

function check({ arriving, document }: OpenDocument, update: Uint8Array): ClientClocks | null {
  const clockOf = (client: number) => Math.max(arriving.get(client) ?? 0, Y.getState(document.store, client))
  try {
    return validateYjsUpdate(update, clockOf)
  } catch (error) {
    if (error instanceof InvalidUpdate) throw new DocumentRejection('malformed', error)
    if (error instanceof TooManyStructs) throw new DocumentRejection('too-large')
    throw error
  }
}

/**
 * Returns whether the document already contains everything in an update. A browser may send its local copy
 * before it receives the server's answer. Storing the copy would record an edit by a user who only read. An
 * update with operations that the document does not contain is never a repetition.
 */
function isRepeated({ document }: OpenDocument, brought: ClientClocks, update: Uint8Array): boolean {
  const isNew = [...brought].some(([client, clock]) => clock > Y.getState(document.store, client))
  return brought.size > 0 && !isNew && containsUpdate(document, update)
}

/**
 * Minimum milliseconds between exact measurements of a document's size. Measuring a large document blocks the
 * event loop, and a merge measures it as well.
 */
const measuredAtMostEvery = 10_000

/**
 * Throws if the document becomes too large. Deleted text disappears when the state is merged, so the exact
 * size is measured before an update is rejected.
 */
function assertNotTooLarge(entry: OpenDocument, update: Uint8Array): void {
  const added = entry.pending + update.byteLength
  if (entry.bytes + added <= maxDocumentBytes) return
  if (Date.now() > entry.size_measured_at + measuredAtMostEvery) {
    entry.bytes = Y.encodeStateAsUpdate(entry.document).byteLength
    entry.size_measured_at = Date.now()
  }
  if (entry.bytes + added > maxDocumentBytes) throw new DocumentRejection('too-large')
}
