import { useCallback, useRef, useSyncExternalStore } from 'react'
import * as Y from 'yjs'
import { bodyFragmentName } from '#common/documents/content/fragment.ts'
import { syncedBlockNodeName } from '#common/documents/content/synced-block-nodes.ts'
import { validSyncedId } from '#common/documents/content/synced-blocks.ts'

/**
 * Returns the original of a synced block in an open document, or null while the document does not contain it. Moving
 * a block replaces its element, so the original is searched again after its element was deleted.
 */
export function useSyncedElement(doc: Y.Doc, block: string): Y.XmlElement | null {
  const found = useRef<Y.XmlElement | null>(null)
  const read = useCallback(() => {
    const { current } = found
    if (
      current === null ||
      current.doc !== doc ||
      current._item?.deleted !== false ||
      idOf(current) !== block
    )
      found.current = findSyncedElement(doc.getXmlFragment(bodyFragmentName), block)
    return found.current
  }, [doc, block])
  const subscribe = useCallback(
    (listener: () => void) => {
      doc.on('afterTransaction', listener)
      return () => doc.off('afterTransaction', listener)
    },
    [doc],
  )
  return useSyncExternalStore(subscribe, read)
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
