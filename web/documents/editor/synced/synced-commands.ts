import type { Node, ResolvedPos } from '@tiptap/pm/model'
import { NodeRange } from '@tiptap/pm/model'
import { type EditorState, Selection, type Transaction } from '@tiptap/pm/state'
import { findWrapping } from '@tiptap/pm/transform'
import { syncedBlockNodeName, syncedReferenceNodeName } from '#common/documents/content/synced-block-nodes.ts'
import { newId } from '#common/platform/ids.ts'
import type { DocumentPage } from '../live-blocks/document-page.ts'
import type { BlockRange } from '../moves/block-range.ts'

/** Marks a transaction that turns a synced block into normal blocks. */
export const unsyncMeta = 'unsync'

/** Returns true if the text of a page can contain originals of synced blocks. */
export function canContainSyncedBlock(page: DocumentPage | null): boolean {
  return page !== null && page.isSyncedBlock !== true
}

/**
 * Turns the blocks at the selection into the original of a synced block. Returns null inside synced blocks, because
 * synced blocks do not contain each other.
 */
export function wrapSelectionInSyncedBlock(state: EditorState): Transaction | null {
  const { $from, $to } = state.tr.selection
  const range = $from.blockRange($to)
  return range === null ? null : wrap(state, range, newId())
}

/** Turns blocks into the original of a synced block. Items of a list take their whole list along. */
export function wrapInSyncedBlock(state: EditorState, { from, to }: BlockRange, id: string) {
  const [$from, $to] = [state.doc.resolve(from), state.doc.resolve(to)]
  for (let depth = $from.sharedDepth(to); depth >= 0; depth--) {
    const wrapped = wrap(state, new NodeRange($from, $to, depth), id)
    if (wrapped !== null) return wrapped
  }
  return null
}

function wrap(state: EditorState, range: NodeRange, block: string): Transaction | null {
  const type = state.schema.nodes[syncedBlockNodeName]
  const wrapping = type && findWrapping(range, type, { block })
  if (!wrapping || findSyncedAround(range.$from) !== null || hasSynced(range)) return null
  return state.tr.wrap(range, wrapping).scrollIntoView()
}

function hasSynced({ parent, startIndex, endIndex }: NodeRange): boolean {
  return parent.children.slice(startIndex, endIndex).some(containsSynced)
}

export function containsSynced(node: Node): boolean {
  const { name } = node.type
  return (
    name === syncedBlockNodeName ||
    name === syncedReferenceNodeName ||
    (!node.isTextblock && node.children.some(containsSynced))
  )
}

/** Returns the position of the original of a synced block around a position, or null. */
export function findSyncedAround($position: ResolvedPos): number | null {
  for (let { depth } = $position; depth > 0; depth--)
    if ($position.node(depth).type.name === syncedBlockNodeName) return $position.before(depth)
  return null
}

/** Replaces a synced block by normal blocks. Returns null if there is no synced block at the position. */
export function replaceSyncedBlock(
  { doc, tr }: EditorState,
  position: number | undefined,
  blocks?: readonly Node[],
): Transaction | null {
  const node = position === undefined ? null : doc.nodeAt(position)
  if (position === undefined || node === null || !containsSynced(node)) return null
  tr.replaceWith(position, position + node.nodeSize, blocks ?? node.children)
  return tr
    .setSelection(Selection.near(tr.doc.resolve(position + 1)))
    .setMeta(unsyncMeta, true)
    .scrollIntoView()
}
