import * as Y from 'yjs'
import { maxDocumentBytes } from '#common/documents/content/limits.ts'
import {
  type Clocks,
  checkUpdate,
  containsUpdate,
  InvalidUpdate,
  TooManyParts,
} from '#common/documents/content/updates.ts'
import type { OpenDocument } from './open-documents.ts'
import { Refusal } from './ports.ts'

/** Answers false where there is nothing to store; throws a `Refusal` when it must not be. */
export function acceptUpdate(entry: OpenDocument, update: Uint8Array): boolean {
  refuseTooLarge(entry, update)
  const brought = check(entry, update)
  if (!brought || isRepeated(entry, brought, update)) return false
  for (const [client, clock] of brought)
    entry.arriving.set(client, Math.max(clock, entry.arriving.get(client) ?? 0))
  return true
}

function check({ arriving, document }: OpenDocument, update: Uint8Array): Clocks | null {
  const clockOf = (client: number) => Math.max(arriving.get(client) ?? 0, Y.getState(document.store, client))
  try {
    return checkUpdate(update, clockOf)
  } catch (error) {
    if (error instanceof InvalidUpdate) throw new Refusal('malformed', error)
    if (error instanceof TooManyParts) throw new Refusal('too-large')
    throw error
  }
}

/**
 * Whether an update says only what is applied here, as of a browser that reads its own copy of the text while the server's answer is on its
 * way: stored, it would be an edit by somebody who has only looked. Where it brings a clock nothing else need be looked at.
 */
function isRepeated({ document }: OpenDocument, brought: Clocks, update: Uint8Array): boolean {
  const isNew = [...brought].some(([client, clock]) => clock > Y.getState(document.store, client))
  return brought.size > 0 && !isNew && containsUpdate(document, update)
}

/** Milliseconds: finding out the size of a large document holds everybody up, and merging its log tells it, too. */
const measuredAtMostEvery = 10_000

/** Deleted text leaves the state when it is merged, so the exact size is computed only when the sum is too large. */
function refuseTooLarge(entry: OpenDocument, update: Uint8Array): void {
  const added = entry.pending + update.byteLength
  if (entry.bytes + added <= maxDocumentBytes) return
  if (Date.now() > entry.measured_at + measuredAtMostEvery) {
    entry.bytes = Y.encodeStateAsUpdate(entry.document).byteLength
    entry.measured_at = Date.now()
  }
  if (entry.bytes + added > maxDocumentBytes) throw new Refusal('too-large')
}
