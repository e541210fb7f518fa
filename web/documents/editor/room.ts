import * as Y from 'yjs'
import { maxDocumentBytes } from '#common/documents/content/limits.ts'

/** From how many bytes on a text says that it is nearly as long as one may be. */
const nearly = 0.8 * maxDocumentBytes
/** Milliseconds: finding out how large a long text is takes a moment in which nothing is drawn. */
const measuredAtMostEvery = 60_000

/** Whether there is little room left in a text; `changed` is called when that has changed. */
export interface DocumentRoom {
  isScarce(): boolean
}

/**
 * Beyond the limit nothing is saved any more, so it is said before. What is deleted leaves a text, so the sum of what came in is only where
 * looking begins.
 */
export function watchRoom(doc: Y.Doc, changed: () => void, every = measuredAtMostEvery): DocumentRoom {
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
