import type { Node } from '@tiptap/pm/model'
import { updateYFragment } from '@tiptap/y-tiptap'
import * as Y from 'yjs'
import { bodyFragment } from './fragment.ts'

/**
 * Makes the body read like `node`, changing only what differs, so that the carets of those who have it open stay where they
 * are. Returns the Yjs update of the change, or null when there was none.
 */
export function replaceContent(doc: Y.Doc, node: Node): Uint8Array | null {
  const before = Y.encodeStateVector(doc)
  let isChanged = false
  const note = () => {
    isChanged = true
  }
  doc.on('update', note)
  updateYFragment(doc, doc.getXmlFragment(bodyFragment), node, { mapping: new Map(), isOMark: new Map() })
  doc.off('update', note)
  return isChanged ? Y.encodeStateAsUpdate(doc, before) : null
}
