import { useMemo, useSyncExternalStore } from 'react'
import * as Y from 'yjs'
import { bodyFragmentName } from '#common/documents/content/fragment.ts'
import { syncedBlockNodeName } from '#common/documents/content/synced-block-nodes.ts'
import { validSyncedId } from '#common/documents/content/synced-blocks.ts'

/**
 * Returns the original of a synced block in an open document, or null while the document does not contain it. Moving
 * a block replaces its element. The document is searched again only after an element of an original was added, because
 * a search reads the whole document.
 */
export function useSyncedElement(doc: Y.Doc, block: string): Y.XmlElement | null {
  const { read, subscribe } = useMemo(() => createSyncedElementFinder(doc, block), [doc, block])
  return useSyncExternalStore(subscribe, read)
}

export function createSyncedElementFinder(doc: Y.Doc, block: string) {
  let found: Y.XmlElement | null = null
  let mustSearch = true
  const isFound = () => found?.doc === doc && found._item?.deleted === false && idOf(found) === block
  return {
    read(): Y.XmlElement | null {
      if (isFound()) return found
      found = mustSearch ? findSyncedElement(doc.getXmlFragment(bodyFragmentName), block) : null
      mustSearch = false
      return found
    },
    subscribe(listener: () => void): () => void {
      const onTransaction = (transaction: Y.Transaction) => {
        if (!isFound()) mustSearch ||= addsOriginals(transaction)
        listener()
      }
      mustSearch = true
      doc.on('afterTransaction', onTransaction)
      return () => doc.off('afterTransaction', onTransaction)
    },
  }
}

/** Returns true if a transaction added an element of an original, or changed an attribute or the content of one. */
function addsOriginals({ beforeState, afterState, doc }: Y.Transaction): boolean {
  for (const [client, end] of afterState) {
    const start = beforeState.get(client) ?? 0
    if (start >= end) continue
    const structs = doc.store.clients.get(client) ?? []
    for (const struct of structs.slice(Y.findIndexSS(structs, start)))
      if (struct instanceof Y.Item && (isOriginal(struct.parent) || isOriginal(addedType(struct))))
        return true
  }
  return false
}

function addedType({ content }: Y.Item): unknown {
  return content instanceof Y.ContentType ? content.type : null
}

function isOriginal(type: unknown): boolean {
  return type instanceof Y.XmlElement && type.nodeName === syncedBlockNodeName
}

/** Returns the first original with the id, in the order of the text. */
export function findSyncedElement(parent: Y.XmlFragment, block: string): Y.XmlElement | null {
  for (const child of parent.toArray()) {
    if (!(child instanceof Y.XmlElement)) continue
    if (idOf(child) === block) return child
    const inside = findSyncedElement(child, block)
    if (inside !== null) return inside
  }
  return null
}

function idOf(element: Y.XmlElement): string | null {
  return element.nodeName === syncedBlockNodeName ? validSyncedId(element.getAttribute('block')) : null
}
