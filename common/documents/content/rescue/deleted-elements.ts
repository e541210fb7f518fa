import * as Y from 'yjs'
import type { DeletedElementOrText } from './lost-blocks.ts'

/** Returns the elements that a transaction deleted, without the elements inside them. */
export function deletedElements(transaction: Y.Transaction): DeletedElementOrText[] {
  const elements: DeletedElementOrText[] = []
  Y.iterateDeletedStructs(transaction, transaction.deleteSet, (struct) => {
    const element = elementOf(struct)
    if (element && !isWithinDeleted(element)) elements.push(element)
  })
  return elements
}

function elementOf(struct: Y.Item | Y.GC): DeletedElementOrText | null {
  if (!(struct instanceof Y.Item) || !(struct.content instanceof Y.ContentType)) return null
  const { type } = struct.content
  return type instanceof Y.XmlElement || type instanceof Y.XmlText ? type : null
}

function isWithinDeleted({ parent }: DeletedElementOrText): boolean {
  return parent?._item?.deleted === true
}

/**
 * Finds elements that were already deleted when a transaction inserted content into them. The keys of the
 * result are the blocks to restore: the text blocks around the content, or the parents of inserted blocks. The
 * values are the deleted items that contain the inserted content. The author of their deletion caused the loss.
 */
export function findInsertionsIntoDeleted(
  transaction: Y.Transaction,
  arrivals: WeakSet<Y.Item>,
): Map<DeletedElementOrText, Y.Item> {
  const arrived = new Map<DeletedElementOrText, Y.Item>()
  for (const item of insertedItems(transaction)) {
    const { parent } = item
    if (!item.deleted || item.content instanceof Y.ContentDeleted) continue
    if (!(parent instanceof Y.XmlElement || parent instanceof Y.XmlText) || !parent._item?.deleted) continue
    arrivals.add(item)
    if (Y.isDeleted(transaction.deleteSet, parent._item.id)) continue
    const block = blockAround(parent)
    // If there are several insertions in the same block, the first one is enough, because the same deletion
    // removed all of them.
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

/**
 * Returns the block to restore. If the whole block was deleted, its text is restored with the block. If only
 * the text was deleted, the text counts as a separate loss.
 */
function blockAround(type: DeletedElementOrText): DeletedElementOrText {
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
