import * as Y from 'yjs'
import { bodyFragmentName, titleFragmentName } from './fragment.ts'

/** Thrown for bytes that are not a valid Yjs update. */
export class InvalidUpdate extends Error {}

/** Thrown for a valid update that deletes content which neither the document nor the update contains. */
export class DeletesUnknownContent extends InvalidUpdate {}

/**
 * Maps the id of each Yjs client that wrote into a document to its clock: the number of elements that the client
 * has inserted.
 */
export type ClientClocks = Map<number, number>

/**
 * Maximum number of structs (units of a Yjs document, such as a run of letters) in one update. It is enough
 * for a book of 30,000 paragraphs. Yjs blocks the process for 0.2 seconds to apply them.
 */
export const maxStructs = 100_000

/** Thrown for an update with more than `maxStructs` structs. */
export class TooManyStructs extends Error {}

/**
 * Validates the bytes of a Yjs update before they are used. Throws `InvalidUpdate` for corrupt bytes, for
 * sub-documents and for unknown root types, because Yjs slows down quadratically with the number of root
 * types. Throws `TooManyStructs` for more than `maxStructs` structs. Returns the clocks of the update's
 * clients, or null for an empty update. `clockOf` returns the clock of a client in the document. If it is
 * set, an update must not delete unknown content (`DeletesUnknownContent`): Yjs sometimes loses such a
 * deletion, and the text would differ after the next load.
 */
export function validateYjsUpdate(
  update: Uint8Array,
  clockOf?: (client: number) => number,
): ClientClocks | null {
  const { structs, ds } = decoded(update)
  if (structs.length > maxStructs) throw new TooManyStructs()
  structs.forEach(checkPart)
  const brought: ClientClocks = new Map(structs.map(({ id, length }) => [id.client, id.clock + length]))
  if (clockOf) {
    for (const [client, deletions] of ds.clients) {
      const reached = Math.max(clockOf(client), brought.get(client) ?? 0)
      if (deletions.some(({ clock, len }) => clock + len > reached))
        throw new DeletesUnknownContent('deletes what is not there')
    }
  }
  return structs.length > 0 || ds.clients.size > 0 ? brought : null
}

function checkPart(part: Y.Item | Y.GC | Y.Skip): void {
  // Reject parts without length. No client writes them, and the parts after them would be lost when the
  // document is loaded again.
  if (part.length === 0) throw new InvalidUpdate('part without length')
  if (!(part instanceof Y.Item)) return
  if (part.content instanceof Y.ContentDoc) throw new InvalidUpdate('sub-document')
  if (typeof part.parent === 'string' && !roots.has(part.parent)) throw new InvalidUpdate('root type')
}

const roots = new Set([bodyFragmentName, titleFragmentName])

/**
 * Prevents Yjs from removing marks without content after remote changes. The removal would be a change that has no
 * author and is not stored, and it takes seconds in a text with thousands of marks. If a document is loaded in
 * several pieces, the removal after one piece would also remove marks whose letters are in the next piece.
 */
export function disableMarkCleanup<T extends Y.Doc>(doc: T): T {
  doc.on('beforeObserverCalls', (transaction) => {
    transaction.local = true
  })
  return doc
}

/** Returns true if the document already contains everything in the update. */
export function containsUpdate(doc: Y.Doc, update: Uint8Array): boolean {
  return Y.snapshotContainsUpdate(Y.snapshot(doc), update)
}

/**
 * Builds a document from its stored updates. Updates that Yjs cannot apply are skipped, as the document
 * server Hocuspocus skipped them on arrival. One corrupt update must not lock everyone out, and the loaded
 * text must equal the text that was shown live.
 */
export function documentFromUpdates(parts: Uint8Array[]): { doc: Y.Doc; refused: Uint8Array[] } {
  const doc = disableMarkCleanup(new Y.Doc())
  const refused = parts.filter((part) => !isApplied(doc, part))
  return { doc, refused }
}

/**
 * Returns the indexes of updates that depend on a missing update. Only forged updates, and updates that
 * arrived out of order, depend on missing updates.
 */
export function pendingUpdates(doc: Y.Doc, parts: Uint8Array[], refused: Uint8Array[]): number[] {
  if (doc.store.pendingStructs === null && doc.store.pendingDs === null) return []
  return [...parts.keys()].filter((at) => {
    const part = parts[at]
    return part !== undefined && !refused.includes(part) && !containsUpdate(doc, part)
  })
}

/**
 * Encodes a document as one update, without pending structs (structs that depend on missing updates). If
 * pending structs were merged with the other structs, they would replace other parts of the text.
 */
export function encodeStateSince(doc: Y.Doc, since?: Uint8Array): Uint8Array {
  const { store } = doc
  const { pendingStructs, pendingDs } = store
  store.pendingStructs = null
  store.pendingDs = null
  const state = Y.encodeStateAsUpdate(doc, since)
  store.pendingStructs = pendingStructs
  store.pendingDs = pendingDs
  return state
}

function isApplied(doc: Y.Doc, part: Uint8Array): boolean {
  try {
    Y.applyUpdate(doc, part)
    return true
  } catch {
    return false
  }
}

function decoded(update: Uint8Array): ReturnType<typeof Y.decodeUpdate> {
  try {
    return Y.decodeUpdate(update)
  } catch {
    throw new InvalidUpdate('unreadable')
  }
}
