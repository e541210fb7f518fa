import * as Y from 'yjs'
import { maxDocumentBytes } from '#common/documents/content/limits.ts'

/** The size in bytes from which on the user is warned that the document is nearly full. */
const nearly = 0.8 * maxDocumentBytes
/**
 * The minimum time between two measurements in milliseconds. Measuring a long document blocks the browser for
 * a moment.
 */
const measuredAtMostEvery = 60_000

/** Reports whether a document has almost reached its maximum size. */
export interface DocumentSize {
  isScarce(): boolean
}

/**
 * Watches the size of a document, because nothing is saved beyond the limit. The total size of all updates is
 * only an upper bound, because deleted content is removed from the document. When this total reaches the
 * warning size, the actual size is measured.
 */
export function watchDocumentSize(
  doc: Y.Doc,
  changed: () => void,
  every = measuredAtMostEvery,
): DocumentSize {
  let bytes = 0
  let isScarce = false
  let measuredAt = Number.NEGATIVE_INFINITY
  doc.on('update', (update: Uint8Array) => {
    bytes += update.byteLength
    if (bytes < nearly || (isScarce && performance.now() < measuredAt + every)) return
    bytes = Y.encodeStateAsUpdate(doc).byteLength
    measuredAt = performance.now()
    if (bytes >= nearly === isScarce) return
    isScarce = !isScarce
    changed()
  })
  return { isScarce: () => isScarce }
}
