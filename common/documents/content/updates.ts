import * as Y from 'yjs'
import { bodyFragment, titleFragment } from './fragment.ts'

/** Update bytes that Yjs cannot read. */
export class InvalidUpdate extends Error {}

/** Readable ones that delete what is neither here nor in themselves. */
export class DeletesUnknown extends InvalidUpdate {}

/** Of each client that wrote into a document, the clock that it has reached. */
export type Clocks = Map<number, number>

/** A book of 30,000 paragraphs at once. Yjs needs a fifth of a second to put so many in, and nothing else is done meanwhile. */
export const mostStructs = 100_000

/** An update of more parts than may be put into a document at once. */
export class TooManyParts extends Error {}

/**
 * Checks the bytes of a Yjs update before anything is done with them. Refused as `InvalidUpdate` are truncated and made-up ones,
 * sub-documents, and root types other than ours: Yjs slows down with the square of their number. Throws `TooManyParts` for more than
 * `mostStructs`. Answers the clocks that the update brings its clients to, or null where it says nothing at all.
 *
 * `clockOf` answers the clock that a client has reached here. Where it is given, an update may not delete what is neither here nor in
 * itself (`DeletesUnknown`): Yjs loses such a deletion at times, and the text would read otherwise after the next load.
 */
export function checkUpdate(update: Uint8Array, clockOf?: (client: number) => number): Clocks | null {
  const { structs, ds } = decoded(update)
  if (structs.length > mostStructs) throw new TooManyParts()
  structs.forEach(checkPart)
  const brought: Clocks = new Map(structs.map(({ id, length }) => [id.client, id.clock + length]))
  if (clockOf) {
    for (const [client, deletions] of ds.clients) {
      const reached = Math.max(clockOf(client), brought.get(client) ?? 0)
      if (deletions.some(({ clock, len }) => clock + len > reached))
        throw new DeletesUnknown('deletes what is not there')
    }
  }
  return structs.length > 0 || ds.clients.size > 0 ? brought : null
}

function checkPart(part: Y.Item | Y.GC | Y.Skip): void {
  // Nothing writes such a part, and what stands behind it would be lost when the document is loaded again.
  if (part.length === 0) throw new InvalidUpdate('part without length')
  if (!(part instanceof Y.Item)) return
  if (part.content instanceof Y.ContentDoc) throw new InvalidUpdate('sub-document')
  if (typeof part.parent === 'string' && !roots.has(part.parent)) throw new InvalidUpdate('root type')
}

const roots = new Set([bodyFragment, titleFragment])

/**
 * Makes Yjs leave marks that enclose nothing where they are. After what others wrote it takes them out by itself, which would be a change
 * that nobody made and nothing stores, takes seconds in a text of thousands of marks, and between two pieces of a text would take out
 * those whose letters come in the next.
 */
export function keepingMarks<T extends Y.Doc>(doc: T): T {
  doc.on('beforeObserverCalls', (transaction) => {
    transaction.local = true
  })
  return doc
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
  const doc = keepingMarks(new Y.Doc())
  const refused = parts.filter((part) => !isApplied(doc, part))
  return { doc, refused }
}

/** Which of its parts wait for one that never came, by their place: only made-up updates and those that overtook another do. */
export function waitingOf(doc: Y.Doc, parts: Uint8Array[], refused: Uint8Array[]): number[] {
  if (doc.store.pendingStructs === null && doc.store.pendingDs === null) return []
  return [...parts.keys()].filter((at) => {
    const part = parts[at]
    return part !== undefined && !refused.includes(part) && !isKnown(doc, part)
  })
}

/**
 * A document as one update that can be loaded again, without what waits: merged with the rest it would take the place of other
 * parts, and the text would read otherwise than before.
 */
export function stateOf(doc: Y.Doc, since?: Uint8Array): Uint8Array {
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
