import * as Y from 'yjs'

/**
 * A message that the server has not confirmed: a change of this document, or the reply to the server's state
 * vector.
 */
interface Unconfirmed {
  from: Map<number, number>
  to: Map<number, number>
  /**
   * The deletions of the change. Null for a reply to the server's state vector, which can contain any earlier
   * deletion.
   */
  deletes: DeleteSet | null
  isDeleted(id: Y.ID): boolean
}

type DeleteSet = Y.Transaction['deleteSet']

/** Tracks the characters and deletions of this document that the server does not have, or may not have. */
export function trackUnconfirmedChanges(doc: Y.Doc) {
  /** True after the server has sent its state vector over this connection. */
  let isKnown = false
  let lastUpdate: Uint8Array | null = null
  /**
   * Messages that the server has not confirmed, in the order of sending. The server confirms them in this
   * order.
   */
  let waiting: Unconfirmed[] = []
  /**
   * Messages whose connection was lost before the server confirmed them. The server may or may not have
   * received them.
   */
  let doubtful: Unconfirmed[] = []
  /** Everything that was deleted since the connection was established. */
  let deletedSince: DeleteSet[] = []

  const isDeletionWaiting = (id: Y.ID) => waiting.some(({ isDeleted }) => isDeleted(id))

  return {
    /** Returns true after the server has sent its state vector. */
    isKnown: () => isKnown,
    /**
     * Returns `kept` if the server certainly has the character, `added` if the server certainly does not have
     * it, and `doubtful` if a lost connection makes that unknown.
     */
    stateOfCharacter(id: Y.ID): 'added' | 'doubtful' | 'kept' {
      if (waiting.some((one) => isWithin(one, id))) return 'added'
      return doubtful.some((one) => isWithin(one, id)) ? 'doubtful' : 'kept'
    },
    isDeletionWaiting,
    /**
     * Returns true if this client deleted the character and the server may not know of the deletion. Doubtful
     * deletions count as well: the character may be missing at the server only because its whole block was
     * deleted there.
     */
    isDeletedHere: (id: Y.ID) =>
      isDeletionWaiting(id) || doubtful.some(({ deletes }) => deletes && Y.isDeleted(deletes, id)),
    /** Returns the unconfirmed message that deletes this item. */
    deletionOf: (id: Y.ID) => waiting.find(({ isDeleted }) => isDeleted(id)),
    /** Records the deletions of a transaction, whether it is local or remote. */
    deleted({ deleteSet }: Y.Transaction): void {
      if (deleteSet.clients.size > 0) deletedSince.push(deleteSet)
    },
    /** Records a local change that is sent to the server. */
    changed({ beforeState, afterState, deleteSet }: Y.Transaction): void {
      waiting.push({
        from: beforeState,
        to: afterState,
        deletes: deleteSet,
        isDeleted: (id) => Y.isDeleted(deleteSet, id),
      })
    },
    /** Records the reply to the server's state vector. */
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
    /**
     * Called with the number of local changes that the server has not confirmed yet. Removes all older changes,
     * because they are confirmed.
     */
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
