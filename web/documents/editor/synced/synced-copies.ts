import type { Node } from '@tiptap/pm/model'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import {
  syncedBlockIdOfNode,
  syncedBlockNodeName,
  syncedReferenceNodeName,
} from '#common/documents/content/synced-block-nodes.ts'
import { newId } from '#common/platform/ids.ts'

/**
 * Replaces copies of originals by references, so that an id names only one block of the page. A copy in another page
 * is an original of that page. A text that belongs to no page gives the copy an id of its own.
 */
export function replaceCopiesOfOriginals(
  transactions: readonly Transaction[],
  before: EditorState,
  { doc, schema, tr }: EditorState,
  pageId: string | null,
): Transaction | null {
  const preserved = new Map(
    originalsIn(before.doc).map(({ id, position }) => {
      const now = transactions.reduce((at, { mapping }) => mapping.map(at), position)
      return [id, now]
    }),
  )
  const seen = new Set<string>()
  const originals = originalsIn(doc)
  const copies = originals.filter(({ id, position }) => {
    const original = preserved.get(id)
    const hasOriginal = originals.some((one) => one.id === id && one.position === original)
    const isCopy = hasOriginal ? position !== original : seen.has(id)
    seen.add(id)
    return isCopy
  })
  for (const { id, position, node } of copies.toReversed()) {
    const reference = pageId && schema.nodes[syncedReferenceNodeName]?.create({ page: pageId, block: id })
    if (reference) tr.replaceWith(position, position + node.nodeSize, reference)
    else tr.setNodeAttribute(position, 'block', newId())
  }
  return copies.length === 0 ? null : tr
}

export function containsOriginal(node: Node): boolean {
  return node.type.name === syncedBlockNodeName || node.children.some(containsOriginal)
}

function originalsIn(doc: Node): { id: string; position: number; node: Node }[] {
  const found: { id: string; position: number; node: Node }[] = []
  doc.descendants((node, position) => {
    const id = syncedBlockIdOfNode(node)
    if (id !== null) found.push({ id, position, node })
    return !node.isTextblock
  })
  return found
}
