import { Fragment, type Node, type ResolvedPos } from '@tiptap/pm/model'
import { type EditorState, Selection, TextSelection, type Transaction } from '@tiptap/pm/state'
import { maxColumns, minColumns, parseColumnWidth } from '#common/documents/content/columns.ts'

export interface ColumnInLayout {
  columns: Node
  /** The position of the columns layout in the document. */
  position: number
  /**
   * `at` is the index of the column in the layout, and `column` is its node. `start` and `depth` are the
   * position and the depth of this node in the document.
   */
  at: number
  column: Node
  start: number
  depth: number
}

/** Returns the innermost column around a position. Returns null if the position is not in a column. */
export function findColumnAround($place: ResolvedPos): ColumnInLayout | null {
  for (let { depth } = $place; depth > 1; depth--) {
    if ($place.node(depth).type.name !== 'column') continue
    const columns = $place.node(depth - 1)
    return {
      columns,
      position: $place.before(depth - 1),
      at: $place.index(depth - 1),
      column: $place.node(depth),
      start: $place.before(depth),
      depth,
    }
  }
  return null
}

export function findColumnAtCaret({ selection: { $head } }: EditorState): ColumnInLayout | null {
  return findColumnAround($head)
}

/**
 * Moves the selected blocks into the first of `count` new columns. Returns null if the schema allows no
 * columns at this position, such as inside other columns.
 */
export function insertColumns(state: EditorState, count: number): Transaction | null {
  const { tr, schema } = state
  const { columns, column, paragraph } = schema.nodes
  const { $from, $to } = tr.selection
  const range = $from.blockRange($to)
  if (!columns || !column || !paragraph || !range || findColumnAround($from) !== null) return null
  const { parent, startIndex, endIndex, start, end } = range
  if (!parent.canReplaceWith(startIndex, endIndex, columns)) return null
  const blocks = parent.children.slice(startIndex, endIndex)
  const newColumns = Array.from({ length: count }, (_, at) =>
    column.create(null, at === 0 ? [...blocks] : paragraph.create()),
  )
  const caret = $from.pos
  tr.replaceWith(start, end, columns.create(null, newColumns))
  return tr.setSelection(TextSelection.near(tr.doc.resolve(caret + 2))).scrollIntoView()
}

/**
 * Inserts a column beside the column at the caret, and moves the caret into it. Returns null if the caret is
 * not in a column, and if the maximum number of columns is reached.
 */
export function addLayoutColumn(state: EditorState, side: 'before' | 'after'): Transaction | null {
  const columnPosition = findColumnAtCaret(state)
  const { column, paragraph } = state.schema.nodes
  if (!columnPosition || !column || !paragraph || columnPosition.columns.childCount >= maxColumns) return null
  const at = side === 'before' ? columnPosition.start : columnPosition.start + columnPosition.column.nodeSize
  const { tr } = state
  tr.insert(at, column.create(null, paragraph.create()))
  return tr.setSelection(TextSelection.near(tr.doc.resolve(at + 2))).scrollIntoView()
}

/**
 * Deletes the column at the caret with its content. If only one column remains, the columns layout is removed
 * and the blocks of this column stay. Returns null if the caret is not in a column.
 */
export function removeColumn(state: EditorState): Transaction | null {
  const columnPosition = findColumnAtCaret(state)
  if (!columnPosition) return null
  const { tr } = state
  const { position, columns, start, column, at } = columnPosition
  if (columns.childCount === 1) tr.delete(position, position + columns.nodeSize)
  else tr.delete(start, start + column.nodeSize)
  const near = columns.childCount === 1 ? position : start
  tr.setSelection(Selection.near(tr.doc.resolve(Math.min(near, tr.doc.content.size)), at > 0 ? -1 : 1))
  return unwrapSingleColumn(tr, position).scrollIntoView()
}

/**
 * Resets all columns to equal width. Returns null if the caret is not in a column, or if the columns already
 * have equal widths.
 */
export function makeColumnsEqual(state: EditorState): Transaction | null {
  const columnPosition = findColumnAtCaret(state)
  if (
    !columnPosition ||
    columnPosition.columns.children.every(({ attrs }) => parseColumnWidth(attrs.width) === null)
  )
    return null
  const { tr } = state
  columnPosition.columns.forEach((_, offset) => {
    tr.setNodeAttribute(columnPosition.position + 1 + offset, 'width', null)
  })
  return tr
}

/**
 * Removes the columns and places their contents one below the other. Returns null if the caret is not in a
 * column.
 */
export function unwrapColumns(state: EditorState): Transaction | null {
  const columnPosition = findColumnAtCaret(state)
  return columnPosition && flatten(state.tr, columnPosition.position).scrollIntoView()
}

/**
 * Changes the widths of two adjacent columns. `start` is the position between them, and `part` is the new
 * share of the first column in the sum of their widths.
 */
export function resizeAdjacentColumns({ tr }: EditorState, start: number, part: number): Transaction {
  const { nodeBefore: first, nodeAfter: second } = tr.doc.resolve(start)
  if (first === null || second === null) return tr
  const [one, other] = [first, second].map(({ attrs }) => parseColumnWidth(attrs.width) ?? 1) as [
    number,
    number,
  ]
  const sum = one + other
  tr.setNodeAttribute(start - first.nodeSize, 'width', parseColumnWidth(sum * part))
  return tr.setNodeAttribute(start, 'width', parseColumnWidth(sum * (1 - part)))
}

/** If only one column is left, removes the columns layout but keeps the blocks of this column. */
export function unwrapSingleColumn(tr: Transaction, position: number): Transaction {
  const node = tr.doc.nodeAt(position)
  return node?.type.name === 'columns' && node.childCount < minColumns ? flatten(tr, position) : tr
}

function flatten(tr: Transaction, position: number): Transaction {
  const columns = tr.doc.nodeAt(position)
  if (columns === null) return tr
  const { anchor, head } = tr.selection
  const starts: { from: number; to: number; at: number }[] = []
  let at = position
  columns.forEach((column, offset) => {
    const from = position + 2 + offset
    starts.push({ from, to: from + column.content.size, at })
    at += column.content.size
  })
  const end = position + columns.nodeSize
  const moved = (columnPosition: number) => {
    const within = starts.find(({ from, to }) => columnPosition >= from && columnPosition <= to)
    if (within) return within.at + columnPosition - within.from
    return columnPosition >= end ? columnPosition + at - end : columnPosition
  }
  const blocks = columns.children.flatMap((column) => [...column.children])
  tr.replaceWith(position, end, Fragment.from(blocks))
  return tr.setSelection(TextSelection.between(tr.doc.resolve(moved(anchor)), tr.doc.resolve(moved(head))))
}
