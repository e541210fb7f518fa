import type { Node } from '@tiptap/pm/model'
import { type EditorState, Selection, type Transaction } from '@tiptap/pm/state'
import { type ColorName, colorNamed } from '#common/colors.ts'

/** Where in which table the caret is. Rows need not be of one length: two people may have added to it at the same time. */
export interface TablePlace {
  table: Node
  /** Of the table in the document. */
  position: number
  row: number
  column: number
}

/** Null outside of tables. */
export function tablePlace({ selection: { $head } }: Pick<EditorState, 'selection'>): TablePlace | null {
  for (let depth = $head.depth; depth > 1; depth--) {
    if ($head.node(depth).type.name !== 'tableRow') continue
    return {
      table: $head.node(depth - 1),
      position: $head.before(depth - 1),
      row: $head.index(depth - 1),
      column: $head.index(depth),
    }
  }
  return null
}

export function hasHeaderRow({ table }: TablePlace): boolean {
  return isHeader(table.firstChild)
}

/** Three columns and three rows, the first of them of headers, in place of an empty paragraph or below the block with the caret. */
export function insertTable({ schema, selection, tr }: EditorState): Transaction | null {
  const { table: type, tableRow, tableHeader, tableCell, paragraph } = schema.nodes
  if (!type || !tableRow || !tableHeader || !tableCell || !paragraph) return null
  const row = (cell: typeof tableCell) =>
    tableRow.create(
      null,
      Array.from({ length: 3 }, () => cell.createAndFill()).filter((made) => made !== null),
    )
  const table = type.create(null, [row(tableHeader), row(tableCell), row(tableCell)])
  const { $from } = selection
  const above = $from.depth - 1
  const index = $from.index(above)
  const isReplaced =
    $from.parent.content.size === 0 && $from.node(above).canReplaceWith(index, index + 1, type)
  const position = isReplaced ? $from.before() : $from.after()
  tr.replaceWith(position, isReplaced ? $from.after() : position, table)
  // There has to be a place to go on writing.
  const after = position + table.nodeSize
  if (tr.doc.resolve(after).nodeAfter === null) tr.insert(after, paragraph.create())
  return tr.setSelection(Selection.near(tr.doc.resolve(position + 1))).scrollIntoView()
}

export function addRow(state: EditorState, side: 'above' | 'below'): Transaction | null {
  const place = tablePlace(state)
  const like = place?.table.maybeChild(place.row)
  if (!place || !like) return null
  const cell = state.schema.nodes.tableCell
  const cells = like.children.map(() => cell?.createAndFill()).filter((made) => made != null)
  const row = place.row + (side === 'below' ? 1 : 0)
  const tr = state.tr.insert(rowStart(place, row), like.type.create(null, cells))
  return caretIn(tr, place.position, row, place.column)
}

export function addColumn(state: EditorState, side: 'left' | 'right'): Transaction | null {
  const place = tablePlace(state)
  if (!place) return null
  const { tr } = state
  const column = place.column + (side === 'right' ? 1 : 0)
  for (const [at, row] of place.table.children.entries()) {
    const like = row.maybeChild(Math.min(place.column, row.childCount - 1))
    const cell = like?.type.createAndFill()
    const start = rowStart(place, at) + 1 + childStart(row, Math.min(column, row.childCount))
    if (cell) tr.insert(tr.mapping.map(start), cell)
  }
  return caretIn(tr, place.position, place.row, column)
}

export function deleteRow(state: EditorState): Transaction | null {
  const place = tablePlace(state)
  if (!place) return null
  if (place.table.childCount === 1) return deleteTable(state)
  const start = rowStart(place, place.row)
  const tr = state.tr.delete(start, start + place.table.child(place.row).nodeSize)
  return caretIn(tr, place.position, Math.min(place.row, place.table.childCount - 2), place.column)
}

export function deleteColumn(state: EditorState): Transaction | null {
  const place = tablePlace(state)
  if (!place) return null
  if (place.table.children.some((row) => row.childCount === 1 && place.column === 0))
    return deleteTable(state)
  const { tr } = state
  for (const [at, row] of place.table.children.entries()) {
    const cell = row.maybeChild(place.column)
    const start = tr.mapping.map(rowStart(place, at) + 1 + childStart(row, place.column))
    if (cell) tr.delete(start, start + cell.nodeSize)
  }
  return caretIn(tr, place.position, place.row, place.column)
}

export function toggleHeaderRow(state: EditorState): Transaction | null {
  const place = tablePlace(state)
  const row = place?.table.firstChild
  const { tableCell, tableHeader } = state.schema.nodes
  if (!place || !row || !tableCell || !tableHeader) return null
  const { tr } = state
  const type = hasHeaderRow(place) ? tableCell : tableHeader
  for (const [at, { attrs }] of row.children.entries())
    tr.setNodeMarkup(rowStart(place, 0) + 1 + childStart(row, at), type, attrs)
  return tr
}

/** The row with the caret once more, below it. */
export function duplicateRow(state: EditorState): Transaction | null {
  const place = tablePlace(state)
  const row = place?.table.maybeChild(place.row)
  if (!place || !row) return null
  const tr = state.tr.insert(rowStart(place, place.row + 1), row)
  return caretIn(tr, place.position, place.row + 1, place.column)
}

/** The column with the caret once more, beside it. */
export function duplicateColumn(state: EditorState): Transaction | null {
  const place = tablePlace(state)
  if (!place) return null
  const { tr } = state
  for (const [at, row] of place.table.children.entries()) {
    const cell = row.maybeChild(place.column)
    if (cell) tr.insert(tr.mapping.map(rowStart(place, at) + 1 + childStart(row, place.column + 1)), cell)
  }
  return caretIn(tr, place.position, place.row, place.column + 1)
}

/** Colours the cell with the caret; null takes its colour away. */
export function colorCell(state: EditorState, background: ColorName | null): Transaction | null {
  const place = tablePlace(state)
  const row = place?.table.maybeChild(place.row)
  if (!place || !row) return null
  const position = rowStart(place, place.row) + 1 + childStart(row, place.column)
  return state.tr.setNodeAttribute(position, 'background', background)
}

/** Null outside of tables, and for a cell of the usual colour. */
export function cellColor({ table, row, column }: TablePlace): ColorName | null {
  return colorNamed(table.maybeChild(row)?.maybeChild(column)?.attrs['background'])
}

export function deleteTable(state: EditorState): Transaction | null {
  const place = tablePlace(state)
  if (!place) return null
  const end = place.position + place.table.nodeSize
  const paragraph = state.schema.nodes.paragraph?.create()
  const $start = state.doc.resolve(place.position)
  const tr = state.tr
  if ($start.parent.childCount === 1 && paragraph) tr.replaceWith(place.position, end, paragraph)
  else tr.delete(place.position, end)
  return tr
    .setSelection(Selection.near(tr.doc.resolve(Math.min(place.position, tr.doc.content.size)), 1))
    .scrollIntoView()
}

/** To the next cell or the one before; behind the last a row is added. Null before the first. */
export function moveByCell(state: EditorState, step: 1 | -1): Transaction | null {
  const place = tablePlace(state)
  if (!place) return null
  const cells = place.table.children.flatMap((row, y) => row.children.map((_, x) => [y, x] as const))
  const now = cells.findIndex(([y, x]) => y === place.row && x === place.column)
  const next = cells[now + step]
  if (next) return caretIn(state.tr, place.position, ...next)
  if (step === -1) return null
  const added = addRow(state, 'below')
  return added && caretIn(added, place.position, place.row + 1, 0)
}

/**
 * Empties what is selected of each cell, where a selection reaches over several: their borders stay. Null where it does not, and the
 * editor deletes by itself.
 */
export function emptyCells({ doc, selection, schema, tr }: EditorState): Transaction | null {
  const { $from, $to, from, to } = selection
  const shared = $from.node($from.sharedDepth(to)).type.name
  if (shared !== 'table' && shared !== 'tableRow') return null
  doc.nodesBetween(from, to, (node, position) => {
    if (node.type.name !== 'tableCell' && node.type.name !== 'tableHeader') return true
    const [start, end] = [position + 1, position + node.nodeSize - 1]
    const isWhole = from <= start + 1 && to >= end - 1
    const paragraph = schema.nodes.paragraph?.create()
    if (isWhole && paragraph) tr.replaceWith(tr.mapping.map(start), tr.mapping.map(end), paragraph)
    else tr.delete(tr.mapping.map(Math.max(from, start)), tr.mapping.map(Math.min(to, end)))
    return false
  })
  return tr.setSelection(Selection.near(tr.doc.resolve(tr.mapping.map($to.pos, -1)), -1))
}

/** Puts a copied table's cells over those from the caret on, adding the rows and columns that it takes. Null outside of tables. */
export function fillCells(state: EditorState, copied: Node): Transaction | null {
  const place = tablePlace(state)
  if (!place || copied.type.name !== 'table') return null
  const { schema, tr } = state
  const { table, position } = place
  const rows = table.children.map((row) => [...row.children])
  for (const [y, row] of copied.children.entries()) {
    const target = rows[place.row + y] ?? []
    rows[place.row + y] = target
    for (const [x, cell] of row.children.entries()) {
      const before = target[place.column + x]
      target[place.column + x] = (before?.type ?? schema.nodes.tableCell ?? cell.type).create(
        before?.attrs ?? null,
        cell.content,
      )
    }
  }
  const width = Math.max(...rows.map((row) => row.length))
  const filled = rows.map((row, y) =>
    Array.from({ length: width }, (_, x) => {
      const type = y === 0 && hasHeaderRow(place) ? schema.nodes.tableHeader : schema.nodes.tableCell
      return row[x] ?? type?.createAndFill()
    }).filter((cell) => cell != null),
  )
  const made = filled
    .map((cells) => schema.nodes.tableRow?.create(null, cells))
    .filter((row) => row !== undefined)
  tr.replaceWith(position, position + table.nodeSize, table.type.create(table.attrs, made))
  const last = copied.lastChild?.childCount ?? 1
  return caretIn(tr, position, place.row + copied.childCount - 1, place.column + last - 1)
}

function caretIn(tr: Transaction, position: number, row: number, column: number): Transaction {
  const table = tr.doc.nodeAt(position)
  const at = table?.maybeChild(Math.min(row, table.childCount - 1))
  if (!table || !at) return tr
  const cell = Math.min(column, at.childCount - 1)
  const end =
    position + 1 + childStart(table, Math.min(row, table.childCount - 1)) + 1 + childStart(at, cell + 1) - 1
  return tr.setSelection(Selection.near(tr.doc.resolve(end), -1)).scrollIntoView()
}

function rowStart({ table, position }: TablePlace, row: number): number {
  return position + 1 + childStart(table, row)
}

/** From where its content begins. */
function childStart(node: Node, index: number): number {
  return node.children.slice(0, index).reduce((sum, child) => sum + child.nodeSize, 0)
}

function isHeader(row: Node | null): boolean {
  return row?.children.every((cell) => cell.type.name === 'tableHeader') ?? false
}
