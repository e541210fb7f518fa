import type { Node, ResolvedPos } from '@tiptap/pm/model'
import { type EditorState, NodeSelection } from '@tiptap/pm/state'

/** A range of adjacent sibling blocks, from before the first to after the last one. */
export interface BlockRange {
  from: number
  to: number
}

const itemTypes = new Set(['listItem', 'taskItem'])
const wrapperTypes = new Set(['blockquote', 'callout'])

/**
 * Returns the blocks that contain the selection. List items, tables and toggles count as a whole. Returns
 * null if no block contains the selection.
 */
export function selectedBlocks({ doc, selection }: EditorState): BlockRange | null {
  const { $from, $to } = selection
  if (selection instanceof NodeSelection) return blockRangeAt(doc, selection.from)
  let depth = $from.sharedDepth($to.pos)
  while (depth >= 0 && !isContainer($from.node(depth), $from.index(depth))) depth--
  if (depth < 0 || $from.depth === depth) return depth === 0 ? { from: 0, to: doc.content.size } : null
  return { from: $from.before(depth + 1), to: $to.depth > depth ? $to.after(depth + 1) : $to.pos }
}

/**
 * Returns the block at a position, or null. For a position inside a table, returns the whole table. For drop targets,
 * each block inside a callout or quote counts separately, so that blocks can be dropped into it.
 */
export function blockRangeAt(doc: Node, position: number, isTarget = false): BlockRange | null {
  const isOne = (node: Node, index: number) => isContainer(node, index, isTarget)
  const $pos = doc.resolve(position)
  const leaf = $pos.nodeAfter
  for (let depth = 1; depth <= $pos.depth; depth++)
    if ($pos.node(depth).type.name === 'table') return { from: $pos.before(depth), to: $pos.after(depth) }
  if (leaf?.isBlock && isOne($pos.parent, $pos.index()))
    return { from: position, to: position + leaf.nodeSize }
  for (let { depth } = $pos; depth > 0; depth--)
    if (isOne($pos.node(depth - 1), $pos.index(depth - 1)))
      return { from: $pos.before(depth), to: $pos.after(depth) }
  return null
}

/**
 * Returns true if the child at `index` can be moved separately. The first line of a list item or toggle
 * cannot. The first block of a callout or quote represents the whole callout or quote.
 */
function isContainer(node: Node, index: number, isTarget = false): boolean {
  const { name } = node.type
  if (node.isTextblock || name === 'table' || name === 'tableRow' || name === 'columns') return false
  return index >= (wrapperTypes.has(name) && !isTarget ? 1 : firstMovableIndex(node))
}

/** Returns the number of leading children that cannot be moved separately. */
export function firstMovableIndex(node: Node): number {
  if (itemTypes.has(node.type.name)) return 1
  return node.firstChild?.type.name === 'detailsSummary' ? 1 : 0
}

export function isInCell($pos: ResolvedPos): boolean {
  return /^table/.test($pos.parent.type.name)
}

/** Returns the blocks of a range with their parent and indexes. */
export function blocksInRange(doc: Node, { from, to }: BlockRange) {
  const $from = doc.resolve(from)
  const start = $from.index()
  const end = doc.resolve(to).index()
  const parent = $from.parent
  return { $from, parent, start, end, blocks: parent.children.slice(start, end === start ? start + 1 : end) }
}
