import type { Node } from '@tiptap/pm/model'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import {
  syncedBlockIdOfNode,
  syncedBlockNodeName,
  syncedReferenceNodeName,
} from '#common/documents/content/synced-block-nodes.ts'
import { newId } from '#common/platform/ids.ts'
import { findSyncedAround } from './synced-commands.ts'

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

/**
 * Takes the synced blocks out of other synced blocks, because readers would not see them there: originals become normal
 * blocks, and references are deleted. `isPart` is true if the text itself is the content of a synced block.
 */
export function unnestSyncedBlocks({ doc, schema, tr }: EditorState, isPart: boolean): Transaction | null {
  const nested: number[] = []
  doc.descendants((node, position) => {
    const isInside = isPart || findSyncedAround(doc.resolve(position)) !== null
    if (isInside && isSynced(node)) nested.push(position)
    return !node.isTextblock
  })
  // The last position comes first, so that the positions of the blocks before it stay valid.
  for (const position of nested.toReversed()) {
    const node = tr.doc.nodeAt(position)
    const isAlone = tr.doc.resolve(position).parent.childCount === 1
    const rest = node?.isLeaf && isAlone ? schema.nodes['paragraph']?.create() : node?.content
    if (node && rest) tr.replaceWith(position, position + node.nodeSize, rest)
  }
  return nested.length === 0 ? null : tr
}

function isSynced({ type: { name } }: Node): boolean {
  return name === syncedBlockNodeName || name === syncedReferenceNodeName
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
