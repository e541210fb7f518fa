import * as Y from 'yjs'
import { bodyFragment } from '../fragment.ts'
import { textBlocksOf } from './destinations.ts'
import type { Deleted, Fate, FateOf } from './lost-blocks.ts'
import { blocksWrittenIn, lossOf, rescueOrigin, restore } from './rescue.ts'

/** A message to the server that it has not confirmed: a change of this document, or the answer to the clocks that the server sent. */
interface Unconfirmed {
  from: Map<number, number>
  to: Map<number, number>
  /** The deletions of the change; null for an answer, which may contain any earlier deletion. */
  deletes: DeleteSet | null
  isDeleted(id: Y.ID): boolean
}

type DeleteSet = Y.Transaction['deleteSet']

export interface LossWatch {
  /** The server sent its clocks; to be called once the answer is sent, so that what is written again comes after it. */
  serverClocks(vector: Uint8Array): void
  /** The server sends all that is missing here; to be called before it is applied. */
  serverUpdate(update: Uint8Array): void
  /** So many of the changes made here are not confirmed yet. */
  unconfirmed(count: number): void
  /** A new connection: what the server has is not known until it says so. */
  restarted(): void
  destroy(): void
}

/**
 * Yjs cannot change the type or the place of an element: editors delete it and create another one with the same text. Letters that
 * somebody else typed into the deleted element meanwhile would be lost. This watches a document for such losses and writes the letters
 * into the element that took the place. The second of two changes to reach the server causes the loss, and its author alone repairs it,
 * so nothing is repaired twice.
 */
export function watchLosses(doc: Y.Doc, isRemote: (origin: unknown) => boolean): LossWatch {
  /** The server has sent its clocks over this connection. */
  let isKnown = false
  let lastUpdate: Uint8Array | null = null
  /** In the order in which they were sent, which is the order of the confirmations. */
  let waiting: Unconfirmed[] = []
  /** Sent over a connection that was lost before they were confirmed. */
  let doubtful: Unconfirmed[] = []
  /** Deletions since the connection began. */
  let deletedSince: DeleteSet[] = []
  /** Losses whose author is not known before the server has sent its clocks. */
  let undecided: ((transactions: Y.Transaction[]) => void)[] = []
  /** Changes by others meanwhile: a deletion may arrive before the replacement. */
  let undecidedChanges: Y.Transaction[] = []
  let repairs: (() => void)[] = []
  let isCollectable = false
  /** Elements of others that were deleted as they arrived, since what they arrived in had been deleted. */
  const arrivals = new WeakSet<Y.Item>()
  const body = doc.getXmlFragment(bodyFragment)

  // Keep the letters of elements that were deleted here in memory: others may have typed between them.
  doc.gcFilter = () => isCollectable

  /** `kept` when the server is known to have the letter. */
  function fateOfLetter(id: Y.ID): 'added' | 'doubtful' | 'kept' {
    if (waiting.some((one) => isWithin(one, id))) return 'added'
    return doubtful.some((one) => isWithin(one, id)) ? 'doubtful' : 'kept'
  }

  function isDeletionUnconfirmed(id: Y.ID): boolean {
    return waiting.some(({ isDeleted }) => isDeleted(id))
  }

  /** Deleting a block deletes its letters, so the server may know a deletion of this document by that of the block. */
  function isDeletedHere(id: Y.ID): boolean {
    return isDeletionUnconfirmed(id) || doubtful.some(({ deletes }) => deletes && Y.isDeleted(deletes, id))
  }

  function note(transaction: Y.Transaction): void {
    const { origin, beforeState, afterState, deleteSet } = transaction
    const isOthers = isRemote(origin)
    if (deleteSet.clients.size > 0) deletedSince.push(deleteSet)
    if (isOthers) lossesByOthers(transaction)
    else if (isChange(transaction)) {
      waiting.push({
        from: beforeState,
        to: afterState,
        deletes: deleteSet,
        isDeleted: (id) => Y.isDeleted(deleteSet, id),
      })
      if (origin instanceof Y.UndoManager) lossesByUndo(transaction)
    }
    isCollectable = isOthers && isKnown && repairs.length === 0
  }

  function lossesByOthers(transaction: Y.Transaction): void {
    const elements = deletedElements(transaction)
    const arrived = arrivedInDeleted(transaction, arrivals)
    if (!isKnown) undecidedChanges.push(transaction)
    if (elements.length === 0 && arrived.size === 0) return
    const decide = (changes: Y.Transaction[]) => {
      const losses = elements.flatMap((element) => lossOf(element, fateInTheirDeletion(transaction)) ?? [])
      const candidates = losses.length > 0 ? blocksWrittenIn(doc, changes) : []
      for (const loss of losses) repairs.push(() => restore(body, loss, candidates))
      for (const [element, first] of arrived) repairArrived(transaction, element, first)
    }
    if (isKnown) decide([transaction])
    else undecided.push(decide)
  }

  /** Letters of this document that the others did not know when they deleted the element around them. */
  function fateInTheirDeletion({ deleteSet }: Y.Transaction): FateOf {
    return (item, offset): Fate => {
      const id = Y.createID(item.id.client, item.id.clock + offset)
      if (item.deleted && !Y.isDeleted(deleteSet, id))
        return fateOfLetter(id) === 'kept' && isDeletedHere(id) ? 'removed' : 'gone'
      return fateOfLetter(id)
    }
  }

  /** Letters of others that arrived in an element which was deleted here, a deletion that the server did not know. */
  function repairArrived(transaction: Y.Transaction, element: Deleted, deletedFirst: Y.Item): void {
    const item = element._item
    if (!item || !isDeletionUnconfirmed(deletedFirst.id)) return
    const deletion = waiting.find(({ isDeleted }) => isDeleted(item.id))
    const fateOf: FateOf = (one) => {
      if (isInserted(transaction, one.id)) return 'added'
      return deletion?.isDeleted(one.id) ? 'kept' : 'gone'
    }
    const loss = lossOf(element, fateOf)
    if (loss) repairs.push(() => restore(body, loss, textBlocksOf(body)))
  }

  /** Undo takes back what this person made, with the letters that others typed into it. */
  function lossesByUndo(transaction: Y.Transaction): void {
    const fateOf: FateOf = (item, offset) => {
      const id = Y.createID(item.id.client, item.id.clock + offset)
      if (item.deleted && !Y.isDeleted(transaction.deleteSet, id)) return 'gone'
      return item.id.client === doc.clientID ? 'kept' : 'added'
    }
    const losses = deletedElements(transaction).flatMap((element) => lossOf(element, fateOf) ?? [])
    if (losses.length === 0) return
    const candidates = blocksWrittenIn(doc, [transaction])
    for (const loss of losses) repairs.push(() => restore(body, loss, candidates))
  }

  function repair(): void {
    const now = repairs
    repairs = []
    if (now.length === 0) return
    doc.transact(() => {
      for (const one of now) one()
    }, rescueOrigin)
  }

  doc.on('afterTransaction', note)
  doc.on('afterAllTransactions', repair)
  return {
    serverClocks(vector) {
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
      for (const decide of undecided) decide(undecidedChanges)
      undecided = []
      undecidedChanges = []
      repair()
    },
    serverUpdate(update) {
      lastUpdate = update
    },
    unconfirmed(count) {
      const most = isKnown ? count : Math.max(0, count - 1)
      while (waiting.length > most) waiting.shift()
      if (isKnown && count === 0) doubtful = []
    },
    restarted() {
      isKnown = false
      lastUpdate = null
      doubtful.push(...waiting)
      waiting = []
      deletedSince = []
    },
    destroy() {
      doc.off('afterTransaction', note)
      doc.off('afterAllTransactions', repair)
    },
  }
}

function isWithin({ from, to }: Unconfirmed, { client, clock }: Y.ID): boolean {
  return clock >= (from.get(client) ?? 0) && clock < (to.get(client) ?? 0)
}

function isInserted({ beforeState, afterState }: Y.Transaction, { client, clock }: Y.ID): boolean {
  return clock >= (beforeState.get(client) ?? 0) && clock < (afterState.get(client) ?? 0)
}

/** True when Yjs encodes an update for the transaction. */
function isChange({ beforeState, afterState, deleteSet }: Y.Transaction): boolean {
  return (
    deleteSet.clients.size > 0 || [...afterState].some(([client, clock]) => beforeState.get(client) !== clock)
  )
}

/** The outermost elements that a transaction deleted. */
function deletedElements(transaction: Y.Transaction): Deleted[] {
  const elements: Deleted[] = []
  Y.iterateDeletedStructs(transaction, transaction.deleteSet, (struct) => {
    const element = elementOf(struct)
    if (element && !isWithinDeleted(element)) elements.push(element)
  })
  return elements
}

function elementOf(struct: Y.Item | Y.GC): Deleted | null {
  if (!(struct instanceof Y.Item) || !(struct.content instanceof Y.ContentType)) return null
  const { type } = struct.content
  return type instanceof Y.XmlElement || type instanceof Y.XmlText ? type : null
}

function isWithinDeleted({ parent }: Deleted): boolean {
  return parent?._item?.deleted === true
}

/**
 * The elements that were deleted before a transaction inserted something into them: the nearest block of text or, for a whole block, its
 * parent. Each comes with the item whose deletion came first.
 */
function arrivedInDeleted(transaction: Y.Transaction, arrivals: WeakSet<Y.Item>): Map<Deleted, Y.Item> {
  const arrived = new Map<Deleted, Y.Item>()
  for (const item of insertedItems(transaction)) {
    const { parent } = item
    if (!item.deleted || item.content instanceof Y.ContentDeleted) continue
    if (!(parent instanceof Y.XmlElement || parent instanceof Y.XmlText) || !parent._item?.deleted) continue
    arrivals.add(item)
    if (Y.isDeleted(transaction.deleteSet, parent._item.id)) continue
    const block = blockAround(parent)
    // The innermost deletion is never later than the deletions around it.
    if (!arrived.has(block)) arrived.set(block, deletedFirst(parent._item, arrivals))
  }
  return arrived
}

function deletedFirst(item: Y.Item, arrivals: WeakSet<Y.Item>): Y.Item {
  const { parent } = item
  return arrivals.has(item) && parent instanceof Y.AbstractType && parent._item
    ? deletedFirst(parent._item, arrivals)
    : item
}

/** A text that was deleted while its block lives on is a loss of its own. */
function blockAround(type: Deleted): Deleted {
  const { parent } = type
  return type instanceof Y.XmlText && parent instanceof Y.XmlElement && parent._item?.deleted ? parent : type
}

function* insertedItems({ doc, beforeState, afterState }: Y.Transaction): Generator<Y.Item> {
  for (const [client, clock] of afterState) {
    const before = beforeState.get(client) ?? 0
    const structs = clock > before ? (doc.store.clients.get(client) ?? []) : []
    if (structs.length === 0) continue
    for (let at = Y.findIndexSS(structs, before); at < structs.length; at++) {
      const struct = structs[at]
      if (struct instanceof Y.Item) yield struct
    }
  }
}
