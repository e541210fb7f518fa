import * as Y from 'yjs'
import { bodyFragment } from '../fragment.ts'
import { arrivedInDeleted, deletedElements } from './deleted-elements.ts'
import { textBlocksOf } from './destinations.ts'
import type { Deleted, Fate, FateOf } from './lost-blocks.ts'
import { blocksWrittenIn, lossOf, rescueOrigin, restore } from './rescue.ts'
import { createUnconfirmed } from './unconfirmed.ts'

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
  const unconfirmed = createUnconfirmed(doc)
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

  function note(transaction: Y.Transaction): void {
    const isOthers = isRemote(transaction.origin)
    unconfirmed.deleted(transaction)
    if (isOthers) lossesByOthers(transaction)
    else if (isChange(transaction)) {
      unconfirmed.changed(transaction)
      if (transaction.origin instanceof Y.UndoManager) lossesByUndo(transaction)
    }
    isCollectable = isOthers && unconfirmed.isKnown() && repairs.length === 0
  }

  function lossesByOthers(transaction: Y.Transaction): void {
    const elements = deletedElements(transaction)
    const arrived = arrivedInDeleted(transaction, arrivals)
    if (!unconfirmed.isKnown()) undecidedChanges.push(transaction)
    if (elements.length === 0 && arrived.size === 0) return
    const decide = (changes: Y.Transaction[]) => {
      const losses = elements.flatMap((element) => lossOf(element, fateInTheirDeletion(transaction)) ?? [])
      const candidates = losses.length > 0 ? blocksWrittenIn(doc, changes) : []
      for (const loss of losses) repairs.push(() => restore(body, loss, candidates))
      for (const [element, first] of arrived) repairArrived(transaction, element, first)
    }
    if (unconfirmed.isKnown()) decide([transaction])
    else undecided.push(decide)
  }

  /** Letters of this document that the others did not know when they deleted the element around them. */
  function fateInTheirDeletion({ deleteSet }: Y.Transaction): FateOf {
    return (item, offset): Fate => {
      const id = Y.createID(item.id.client, item.id.clock + offset)
      if (item.deleted && !Y.isDeleted(deleteSet, id))
        return unconfirmed.fateOfLetter(id) === 'kept' && unconfirmed.isDeletedHere(id) ? 'removed' : 'gone'
      return unconfirmed.fateOfLetter(id)
    }
  }

  /** Letters of others that arrived in an element which was deleted here, a deletion that the server did not know. */
  function repairArrived(transaction: Y.Transaction, element: Deleted, deletedFirst: Y.Item): void {
    const item = element._item
    if (!item || !unconfirmed.isDeletionWaiting(deletedFirst.id)) return
    const deletion = unconfirmed.deletionOf(item.id)
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
      unconfirmed.answered(vector)
      for (const decide of undecided) decide(undecidedChanges)
      undecided = []
      undecidedChanges = []
      repair()
    },
    serverUpdate: unconfirmed.serverUpdate,
    unconfirmed: unconfirmed.remaining,
    restarted: unconfirmed.restarted,
    destroy() {
      doc.off('afterTransaction', note)
      doc.off('afterAllTransactions', repair)
    },
  }
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
