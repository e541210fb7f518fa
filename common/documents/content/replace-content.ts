import type { Node } from '@tiptap/pm/model'
import { updateYFragment } from '@tiptap/y-tiptap'
import * as Y from 'yjs'
import { bodyFragmentName } from './fragment.ts'

/**
 * Changes the body to equal `node`. Only the differences are written, so that the carets of other users stay
 * in place. Returns the Yjs update, or null if nothing differs.
 */
export function replaceContent(doc: Y.Doc, node: Node): Uint8Array | null {
  const before = Y.encodeStateVector(doc)
  let isChanged = false
  const note = () => {
    isChanged = true
  }
  doc.on('update', note)
  updateYFragment(doc, doc.getXmlFragment(bodyFragmentName), node, { mapping: new Map(), isOMark: new Map() })
  doc.off('update', note)
  return isChanged ? Y.encodeStateAsUpdate(doc, before) : null
}
