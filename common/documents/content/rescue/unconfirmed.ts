import * as Y from 'yjs'

/** A message to the server that it has not confirmed: a change of this document, or the answer to the clocks that the server sent. */
interface Unconfirmed {
  from: Map<number, number>
  to: Map<number, number>
  /** The deletions of the change; null for an answer, which may contain any earlier deletion. */
  deletes: DeleteSet | null
  isDeleted(id: Y.ID): boolean
}

type DeleteSet = Y.Transaction['deleteSet']

/** Notes which letters and deletions of this document the server does not have yet, or may not have. */
export function createUnconfirmed(doc: Y.Doc) {
  /** The server has sent its clocks over this connection. */
  let isKnown = false
  let lastUpdate: Uint8Array | null = null
  /** In the order in which they were sent, which is the order of the confirmations. */
  let waiting: Unconfirmed[] = []
  /** Sent over a connection that was lost before they were confirmed. */
  let doubtful: Unconfirmed[] = []
  /** Deletions since the connection began. */
  let deletedSince: DeleteSet[] = []

  const isDeletionWaiting = (id: Y.ID) => waiting.some(({ isDeleted }) => isDeleted(id))

  return {
    /** Answers whether the server has said what it has. */
    isKnown: () => isKnown,
    /** `kept` when the server is known to have the letter. */
    fateOfLetter(id: Y.ID): 'added' | 'doubtful' | 'kept' {
      if (waiting.some((one) => isWithin(one, id))) return 'added'
      return doubtful.some((one) => isWithin(one, id)) ? 'doubtful' : 'kept'
    },
    isDeletionWaiting,
    /** Deleting a block deletes its letters, so the server may know a deletion of this document by that of the block. */
    isDeletedHere: (id: Y.ID) =>
      isDeletionWaiting(id) || doubtful.some(({ deletes }) => deletes && Y.isDeleted(deletes, id)),
    /** The waiting message that deletes this. */
    deletionOf: (id: Y.ID) => waiting.find(({ isDeleted }) => isDeleted(id)),
    /** Notes the deletions of a transaction, by this person or by others. */
    deleted({ deleteSet }: Y.Transaction): void {
      if (deleteSet.clients.size > 0) deletedSince.push(deleteSet)
    },
    /** Notes a change of this document that is sent to the server. */
    changed({ beforeState, afterState, deleteSet }: Y.Transaction): void {
      waiting.push({
        from: beforeState,
        to: afterState,
        deletes: deleteSet,
        isDeleted: (id) => Y.isDeleted(deleteSet, id),
      })
    },
    /** Notes the answer to the clocks that the server sent. */
    answered(vector: Uint8Array): void {
      const update = lastUpdate
      let known: DeleteSet | null = null
      const since = deletedSince
      waiting.push({
        from: Y.decodeStateVector(vector),
        deletes: null,
        to: Y.decodeStateVector(Y.encodeStateVector(doc)),
        isDeleted(id) {
          if (update) known ??= Y.decodeUpdate(update).ds
          const others = known ? [known, ...since] : since
          return !others.some((set) => Y.isDeleted(set, id))
        },
      })
      isKnown = true
    },
    serverUpdate(update: Uint8Array): void {
      lastUpdate = update
    },
    /** The server has confirmed all but the last `count` changes. */
    remaining(count: number): void {
      const most = isKnown ? count : Math.max(0, count - 1)
      while (waiting.length > most) waiting.shift()
      if (isKnown && count === 0) doubtful = []
    },
    restarted(): void {
      isKnown = false
      lastUpdate = null
      doubtful.push(...waiting)
      waiting = []
      deletedSince = []
    },
  }
}

function isWithin({ from, to }: Unconfirmed, { client, clock }: Y.ID): boolean {
  return clock >= (from.get(client) ?? 0) && clock < (to.get(client) ?? 0)
}
