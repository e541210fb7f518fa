import type { Node } from '@tiptap/pm/model'
import { updateYFragment } from '@tiptap/y-tiptap'
import * as Y from 'yjs'

interface FragmentBinding {
  doc: Y.Doc
  /** Maps each Yjs type to the node that shows it. */
  mapping: Map<unknown, unknown>
}

/**
 * Writes a node to a Yjs type. The editor of a synced block edits an element of a document as if it were a whole
 * document. y-prosemirror writes an element only from a node of the same name and with its attributes, so the content
 * is put into such a node.
 */
export function writeFragment(binding: FragmentBinding, fragment: Y.XmlFragment, node: Node): void {
  const type = fragment instanceof Y.XmlElement ? node.type.schema.nodes[fragment.nodeName] : undefined
  const isPart = fragment instanceof Y.XmlElement && type !== undefined && type !== node.type
  const written = isPart ? type.create(fragment.getAttributes(), node.content) : node
  updateYFragment(binding.doc, fragment, written, binding as never)
  if (isPart) binding.mapping.set(fragment, node)
}
