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
  return structs.length > 0 || ds.clients.size > 0
}

/** Whether a document already holds everything that an update says. */
export function isKnown(doc: Y.Doc, update: Uint8Array): boolean {
  return Y.snapshotContainsUpdate(Y.snapshot(doc), update)
}

/**
 * A document of its stored parts. A part that Yjs refuses half-way would leave a broken document behind, so it is left out and
 * the rest is put together anew: one bad update must not lock everyone out.
 */
export function docOf(parts: Uint8Array[]): { doc: Y.Doc; refused: Uint8Array[] } {
  const doc = new Y.Doc()
  try {
    for (const part of parts) Y.applyUpdate(doc, part)
    return { doc, refused: [] }
  } catch {
    doc.destroy()
    return docOfSound(parts)
  }
}

function docOfSound(parts: Uint8Array[]): { doc: Y.Doc; refused: Uint8Array[] } {
  const sound: Uint8Array[] = []
  const refused: Uint8Array[] = []
  for (const part of parts) {
    const trial = new Y.Doc()
    try {
      for (const each of [...sound, part]) Y.applyUpdate(trial, each)
      sound.push(part)
    } catch {
      refused.push(part)
    }
    trial.destroy()
  }
  const doc = new Y.Doc()
  for (const part of sound) Y.applyUpdate(doc, part)
  return { doc, refused }
}

function decoded(update: Uint8Array): ReturnType<typeof Y.decodeUpdate> {
  try {
    return Y.decodeUpdate(update)
  } catch {
    throw new InvalidUpdate('unreadable')
  }
}
