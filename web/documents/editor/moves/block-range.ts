import type { Node, ResolvedPos } from '@tiptap/pm/model'
import { type EditorState, NodeSelection } from '@tiptap/pm/state'

/** Blocks that stand beside each other, from before the first one to behind the last one. */
export interface BlockRange {
  from: number
  to: number
}

const itemTypes = new Set(['listItem', 'taskItem'])
const wrapperTypes = new Set(['blockquote', 'callout'])

/** The blocks that the selection is in: points of lists and tables are whole, and so is what a toggle folds with its line. */
export function selectedBlocks({ doc, selection }: EditorState): BlockRange | null {
  const { $from, $to } = selection
  if (selection instanceof NodeSelection) return rangeAround(doc, selection.from)
  let depth = $from.sharedDepth($to.pos)
  while (depth >= 0 && !isContainer($from.node(depth), $from.index(depth))) depth--
  if (depth < 0 || $from.depth === depth) return depth === 0 ? { from: 0, to: doc.content.size } : null
  return { from: $from.before(depth + 1), to: $to.depth > depth ? $to.after(depth + 1) : $to.pos }
}

/**
 * The block at a position, out of tables; null where there is none. Where others are dropped, each block of a callout or quote is one by itself, so that they
 * can be put into it.
 */
export function rangeAround(doc: Node, position: number, isTarget = false): BlockRange | null {
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

/** Whether a block of that place can be moved by itself: the line of a point or toggle is part of it, and callouts and quotes are taken by their first block. */
function isContainer(node: Node, index: number, isTarget = false): boolean {
  const { name } = node.type
  if (node.isTextblock || name === 'table' || name === 'tableRow' || name === 'columns') return false
  return index >= (wrapperTypes.has(name) && !isTarget ? 1 : firstPlace(node))
}

/** How many children belong to the block itself. */
export function firstPlace(node: Node): number {
  if (itemTypes.has(node.type.name)) return 1
  return node.firstChild?.type.name === 'detailsSummary' ? 1 : 0
}

export function isInCell($pos: ResolvedPos): boolean {
  return /^table/.test($pos.parent.type.name)
}

/** The blocks of a range, and where they stand. */
export function blocksOf(doc: Node, { from, to }: BlockRange) {
  const $from = doc.resolve(from)
  const start = $from.index()
  const end = doc.resolve(to).index()
  const parent = $from.parent
  return { $from, parent, start, end, blocks: parent.children.slice(start, end === start ? start + 1 : end) }
}
