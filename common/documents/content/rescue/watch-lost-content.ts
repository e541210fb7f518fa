import * as Y from 'yjs'
import { bodyFragmentName } from '../fragment.ts'
import { deletedElements, findInsertionsIntoDeleted } from './deleted-elements.ts'
import { findTextBlocks } from './destinations.ts'
import type { CharacterState, DeletedElementOrText, GetCharacterState } from './lost-blocks.ts'
import { collectLostContent, findChangedBlocks, restoredTextOrigin, restoreLostContent } from './rescue.ts'
import { trackUnconfirmedChanges } from './unconfirmed.ts'

/** Recognizes the Yjs transactions that no user of this document made, by their origin. */
interface LostContentOrigins {
  isRemote(origin: unknown): boolean
  /** Returns true for transactions that load the copy of the document that this device has stored. */
  isLocalCopy(origin: unknown): boolean
}

export interface LostContentWatcher {
  /**
   * Call this with the server's state vector after the reply to it is sent, so that restored text is sent after the
   * reply.
   */
  serverClocks(vector: Uint8Array): void
  /** Call this with the update that contains everything this document lacks, before the update is applied. */
  serverUpdate(update: Uint8Array): void
  /** Call this with the number of local changes that the server has not confirmed yet, whenever it changes. */
  unconfirmed(count: number): void
  /**
   * Call this when a new connection starts. The state of the server is unknown until the server sends its state
   * vector.
   */
  restarted(): void
  destroy(): void
}

/**
 * Restores text that concurrent edits would lose. Yjs cannot change the type or the position of an element:
 * editors delete the element and create another element with the same text. Characters that another user typed
 * into the deleted element at the same time would be lost. This function watches a document for such losses
 * and inserts the characters into the replacement. Of two conflicting changes, the change that reaches the
 * server second causes the loss. Only the client of its author repairs it, so that nothing is repaired twice.
 */
export function watchLostContent(
  doc: Y.Doc,
  { isRemote, isLocalCopy }: LostContentOrigins,
): LostContentWatcher {
  const unconfirmed = trackUnconfirmedChanges(doc)
  /**
   * Losses that cannot be handled yet, because only the state vector of the server shows which user caused a
   * loss.
   */
  let undecided: ((transactions: Y.Transaction[]) => void)[] = []
  /**
   * Remote changes that arrive while the losses are undecided. They are needed later to find the blocks that
   * replaced deleted blocks, because a replacement can arrive after the deletion.
   */
  let undecidedChanges: Y.Transaction[] = []
  let repairs: (() => void)[] = []
  let isCollectable = false
  /**
   * Remote items that were already deleted when they arrived, because their parent had been deleted in this
   * document.
   */
  const arrivals = new WeakSet<Y.Item>()
  const body = doc.getXmlFragment(bodyFragmentName)

  // Disable garbage collection for locally deleted elements, because other users may have typed into them.
  doc.gcFilter = () => isCollectable

  function note(transaction: Y.Transaction): void {
    const isOthers = isRemote(transaction.origin)
    if (isLocalCopy(transaction.origin) && !unconfirmed.isKnown()) {
      // The server usually has the content of the copy already. The state vector of the server will show which part
      // it lacks, so the copy does not count as a change that this client has made. Otherwise everything that others
      // deleted in the meantime would be restored.
      isCollectable = false
      return
    }
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
    const arrived = findInsertionsIntoDeleted(transaction, arrivals)
    if (!unconfirmed.isKnown()) undecidedChanges.push(transaction)
    if (elements.length === 0 && arrived.size === 0) return
    const decide = (changes: Y.Transaction[]) => {
      const losses = elements.flatMap(
        (element) => collectLostContent(element, statesInTheirDeletion(transaction, unconfirmed)) ?? [],
      )
      const candidates = losses.length > 0 ? findChangedBlocks(doc, changes) : []
      for (const loss of losses) repairs.push(() => restoreLostContent(body, loss, candidates))
      for (const [element, first] of arrived) repairArrived(transaction, element, first)
    }
    if (unconfirmed.isKnown()) decide([transaction])
    else undecided.push(decide)
  }

  /**
   * Restores remote characters that were inserted into an element which this client had deleted. It does so only
   * while the server has not confirmed that deletion: otherwise, the client that inserted the characters restores
   * them.
   */
  function repairArrived(transaction: Y.Transaction, element: DeletedElementOrText, first: Y.Item): void {
    const item = element._item
    if (!item || !unconfirmed.isDeletionWaiting(first.id)) return
    const deletion = unconfirmed.deletionOf(item.id)
    const getCharacterState: GetCharacterState = (one) => {
      if (isInserted(transaction, one.id)) return 'added'
      return deletion?.isDeleted(one.id) ? 'kept' : 'gone'
    }
    const loss = collectLostContent(element, getCharacterState)
    if (loss) repairs.push(() => restoreLostContent(body, loss, findTextBlocks(body)))
  }

  /**
   * Finds losses by Undo, which removes content that this user inserted, together with characters that other
   * users typed into it.
   */
  function lossesByUndo(transaction: Y.Transaction): void {
    const getCharacterState: GetCharacterState = (item, offset) => {
      const id = Y.createID(item.id.client, item.id.clock + offset)
      if (item.deleted && !Y.isDeleted(transaction.deleteSet, id)) return 'gone'
      return item.id.client === doc.clientID ? 'kept' : 'added'
    }
    const losses = deletedElements(transaction).flatMap(
      (element) => collectLostContent(element, getCharacterState) ?? [],
    )
    if (losses.length === 0) return
    const candidates = findChangedBlocks(doc, [transaction])
    for (const loss of losses) repairs.push(() => restoreLostContent(body, loss, candidates))
  }

  function repair(): void {
    const now = repairs
    repairs = []
    if (now.length === 0) return
    doc.transact(() => {
      for (const one of now) one()
    }, restoredTextOrigin)
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

/**
 * Returns a function that determines the state of characters in elements that another user deleted. That user may
 * not have known all characters.
 */
function statesInTheirDeletion(
  { deleteSet }: Y.Transaction,
  unconfirmed: ReturnType<typeof trackUnconfirmedChanges>,
): GetCharacterState {
  return (item, offset): CharacterState => {
    const id = Y.createID(item.id.client, item.id.clock + offset)
    if (item.deleted && !Y.isDeleted(deleteSet, id))
      return unconfirmed.stateOfCharacter(id) === 'kept' && unconfirmed.isDeletedHere(id) ? 'removed' : 'gone'
    return unconfirmed.stateOfCharacter(id)
  }
}

function isInserted({ beforeState, afterState }: Y.Transaction, { client, clock }: Y.ID): boolean {
  return clock >= (beforeState.get(client) ?? 0) && clock < (afterState.get(client) ?? 0)
}

/** Returns true if Yjs encodes an update for the transaction. */
function isChange({ beforeState, afterState, deleteSet }: Y.Transaction): boolean {
  return (
    deleteSet.clients.size > 0 || [...afterState].some(([client, clock]) => beforeState.get(client) !== clock)
  )
}
