import { Fragment, type Node } from '@tiptap/pm/model'
import { type EditorState, NodeSelection, Selection, TextSelection, type Transaction } from '@tiptap/pm/state'
import { unwrapSingleColumn } from '../columns/column-commands.ts'
import { type BlockRange, blocksInRange, firstMovableIndex, isInCell, selectedBlocks } from './block-range.ts'

/**
 * Moves the selected blocks up or down by one block. At the edge of a callout, quote, toggle, column or
 * nested list, the blocks move out of it. Returns null if they cannot move further.
 */
export function shiftSelectedBlocks(state: EditorState, by: 1 | -1): Transaction | null {
  const range = selectedBlocks(state)
  return range && shiftBlockRange(state, range, by)
}

/** Moves the blocks of a range, which need not be selected, by the rules of `shiftSelectedBlocks`. */
export function shiftBlockRange(state: EditorState, range: BlockRange, by: 1 | -1): Transaction | null {
  const { parent, start, end } = blocksInRange(state.doc, range)
  const at = by === -1 ? start - 1 : end
  if (at < firstMovableIndex(parent) || at >= parent.childCount) return stepOut(state, range, by)
  const { nodeSize } = parent.child(at)
  return moveBlocks(state, range, by === -1 ? range.from - nodeSize : range.to + nodeSize)
}

function stepOut(state: EditorState, range: BlockRange, by: 1 | -1): Transaction | null {
  const $from = state.doc.resolve(range.from)
  const { depth } = $from
  if (depth === 0 || isInCell($from)) return null
  const isInner = $from.parent.type.name.endsWith('List')
  const isColumn = $from.parent.type.name === 'column'
  // A block of a nested list becomes a block of the outer list, and a block of a column moves out of the
  // columns.
  const around = isInner || isColumn ? depth - 1 : depth
  if (around === 0 || (isInner && !$from.node(around).type.name.endsWith('Item'))) return null
  return moveBlocks(state, range, by === -1 ? $from.before(around) : $from.after(around))
}

/**
 * Moves blocks to the position `target`. Returns null if the schema does not allow the blocks at this
 * position, or if they are at this position already.
 */
export function moveBlocks(state: EditorState, range: BlockRange, target: number): Transaction | null {
  if (target >= range.from && target <= range.to) return null
  const { doc, selection, tr } = state
  const { blocks } = blocksInRange(doc, range)
  const $target = doc.resolve(target)
  const fitting = fittingIn($target.parent, $target.index(), blocks, doc.resolve(range.from).parent)
  if (fitting === null) return null
  const gone = emptiedBy(doc, range)
  if (target > gone.from && target < gone.to) return null
  tr.delete(gone.from, gone.to)
  const at = tr.mapping.map(target, target >= gone.to ? 1 : -1)
  tr.insert(at, Fragment.from(fitting))
  const isSame = fitting[0] === blocks[0] || fitting[0]?.content === blocks[0]?.content
  const columns = columnsAround(doc, gone.from)
  select(tr, selection, isSame ? at - range.from : null, range, at)
  return (columns === null ? tr : unwrapSingleColumn(tr, tr.mapping.map(columns, 1))).scrollIntoView()
}

/**
 * If the position is directly inside a `columns` node, between two of its columns, returns the position of
 * the `columns` node. Otherwise returns null.
 */
function columnsAround(doc: Node, position: number): number | null {
  const $place = doc.resolve(position)
  return $place.parent.type.name === 'columns' ? $place.before() : null
}

function select(tr: Transaction, was: Selection, by: number | null, range: BlockRange, at: number) {
  const isInside = was.from >= range.from && was.to <= range.to
  if (!isInside) return tr
  if (by === null) return tr.setSelection(Selection.near(tr.doc.resolve(at + 1)))
  if (was instanceof NodeSelection) return tr.setSelection(NodeSelection.create(tr.doc, was.from + by))
  return tr.setSelection(
    TextSelection.between(tr.doc.resolve(was.anchor + by), tr.doc.resolve(was.head + by)),
  )
}

/**
 * Converts blocks so that the target accepts them: list items outside of lists get a new list, and other
 * blocks inside a list become items. Returns null if that is impossible.
 */
function fittingIn(parent: Node, index: number, blocks: readonly Node[], from: Node): readonly Node[] | null {
  if (index < firstMovableIndex(parent) || /^(?:table(?:Row)?|columns)$/.test(parent.type.name)) return null
  if (parent.type.name === 'column' && blocks.some(({ type }) => type.name === 'columns')) return null
  const item = parent.type.name.endsWith('List') ? parent.type.contentMatch.defaultType : null
  const areItems = from.type.name.endsWith('List')
  const fitting = item
    ? blocks.map((block) => asItem(block, item, areItems))
    : areItems
      ? [from.type.create(null, Fragment.from([...blocks]))]
      : blocks
  const found = fitting.filter((block) => block !== null)
  if (found.length < fitting.length) return null
  return parent.canReplace(index, index, Fragment.from(found)) ? found : null
}

function asItem(block: Node, item: Node['type'], isItem: boolean): Node | null {
  if (block.type === item) return block
  const content = isItem ? block.content : Fragment.from(block)
  return item.validContent(content) ? item.create(null, content) : null
}

/** Extends the range to containers that would be empty without these blocks, such as a list or callout. */
function emptiedBy(doc: Node, range: BlockRange): BlockRange {
  let { from, to } = range
  for (let $from = doc.resolve(from); $from.depth > 0; $from = doc.resolve(from)) {
    const { parent } = $from
    const isWhole = $from.parentOffset === 0 && to - from === parent.content.size
    if (!isWhole || isInCell($from)) break
    from = $from.before()
    to = from + parent.nodeSize
  }
  return { from, to }
}

/** Deletes blocks. A container that would be left empty gets an empty paragraph. */
export function deleteBlocks({ doc, schema, tr }: EditorState, range: BlockRange): Transaction {
  const { from, to } = emptiedBy(doc, range)
  const $from = doc.resolve(from)
  const isAll = $from.parentOffset === 0 && to - from === $from.parent.content.size
  if (isAll && schema.nodes.paragraph) tr.replaceWith(from, to, schema.nodes.paragraph.create())
  else tr.delete(from, to)
  const columns = columnsAround(doc, from)
  tr.setSelection(Selection.near(tr.doc.resolve(Math.min(from + 1, tr.doc.content.size)), -1))
  return (columns === null ? tr : unwrapSingleColumn(tr, columns)).scrollIntoView()
}

/**
 * Inserts a copy after the blocks and moves the caret into it. The copy has no ids, because ids must be
 * unique.
 */
export function duplicateBlocks({ doc, tr }: EditorState, range: BlockRange): Transaction {
  const { blocks } = blocksInRange(doc, range)
  tr.insert(range.to, Fragment.from(blocks.map(withoutIds)))
  return tr.setSelection(Selection.near(tr.doc.resolve(range.to + 1))).scrollIntoView()
}

function withoutIds(block: Node): Node {
  if (block.isText) return block
  const content = Fragment.from(block.children.map(withoutIds))
  return 'id' in block.attrs && block.isBlock && block.attrs['id'] !== null
    ? block.type.create({ ...block.attrs, id: null }, content, block.marks)
    : block.copy(content)
}
