import * as Y from 'yjs'

/** Update bytes that Yjs cannot read. */
export class InvalidUpdate extends Error {}

/**
 * Checks the bytes of a Yjs update before anything is done with them: truncated or made-up ones, and sub-documents, which no
 * document of ours has. Throws `InvalidUpdate`; answers whether the update says anything at all.
 */
export function checkUpdate(update: Uint8Array): boolean {
  const { structs, ds } = decoded(update)
  if (structs.some((struct) => struct instanceof Y.Item && struct.content instanceof Y.ContentDoc))
    throw new InvalidUpdate('sub-document')
  // Nothing writes such a part, and what stands behind it would be lost when the document is loaded again.
  if (structs.some((struct) => struct.length === 0)) throw new InvalidUpdate('part without length')
  return structs.length > 0 || ds.clients.size > 0
}

/** Whether a document already holds everything that an update says. */
export function isKnown(doc: Y.Doc, update: Uint8Array): boolean {
  return Y.snapshotContainsUpdate(Y.snapshot(doc), update)
}

/**
 * A document of its stored parts. What Yjs cannot apply is passed over, as Hocuspocus passed over it when it came: one bad update
 * must not lock everyone out, and what was seen live must be what is loaded.
 */
export function docOf(parts: Uint8Array[]): { doc: Y.Doc; refused: Uint8Array[] } {
  const doc = new Y.Doc()
  const refused = parts.filter((part) => !isApplied(doc, part))
  return { doc, refused }
}

/**
 * A document as one update that can be loaded again. What waits for a part that never came is left out where it would make the
 * whole unreadable: everything was in the log in order, so only made-up updates wait.
 */
export function stateOf(doc: Y.Doc): Uint8Array {
  const state = Y.encodeStateAsUpdate(doc)
  const { store } = doc
  const isWaiting = store.pendingStructs !== null || store.pendingDs !== null
  if (!isWaiting || docOf([state]).refused.length === 0) return state
  store.pendingStructs = null
  store.pendingDs = null
  return Y.encodeStateAsUpdate(doc)
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
