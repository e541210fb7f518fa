import type { Node, ResolvedPos } from '@tiptap/pm/model'
import { type EditorState, Selection, TextSelection, type Transaction } from '@tiptap/pm/state'
import { drawnCells, layoutOf, type TableLayout } from '#common/documents/content/table-layout.ts'
import { closed, type Rect } from './grid.ts'

/** Where in which table the caret is. Rows need not be of one length: two people may have added to it at the same time. */
interface TablePlace {
  table: Node
  /** Of the table in the document. */
  position: number
  row: number
  column: number
}

/** Null outside of tables. */
export function tablePlace({ selection: { $head } }: Pick<EditorState, 'selection'>): TablePlace | null {
  for (let depth = $head.depth; depth > 1; depth--)
    if ($head.node(depth).type.name === 'tableRow') return placeAt($head, depth - 1)
  return null
}

function placeAt($position: ResolvedPos, depth: number): TablePlace {
  return {
    table: $position.node(depth),
    position: $position.before(depth),
    row: $position.index(depth),
    column: $position.index(depth + 1),
  }
}

/** The cells from that in which a selection begins to that in which it ends. */
export interface CellRange {
  table: Node
  position: number
  layout: TableLayout
  /** What the two cells reach over. */
  rect: Rect
  /** Whether there are two. */
  isSeveral: boolean
}

type Ends = Pick<Selection, '$anchor' | '$head'>

/** The cells of the innermost table that has all of the selection in it; null outside of tables. */
export function cellRange({ selection }: { selection: Ends }): CellRange | null {
  const { $anchor, $head } = selection
  for (let depth = $head.sharedDepth($anchor.pos); depth > 0; depth--) {
    if ($head.node(depth).type.name !== 'table') continue
    if ($head.depth < depth + 2 || $anchor.depth < depth + 2) return null
    const [anchor, head] = [placeAt($anchor, depth), placeAt($head, depth)]
    const layout = layoutOf(head.table)
    const cells = [anchor, head].map(({ row, column }) => layout.slots[row]?.[column])
    const [one, other = one] = cells
    if (!one || !other) return null
    return {
      table: head.table,
      position: head.position,
      layout,
      rect: {
        top: Math.min(one.row, other.row),
        bottom: Math.max(one.row + one.high, other.row + other.high) - 1,
        left: Math.min(one.column, other.column),
        right: Math.max(one.column + one.wide, other.column + other.wide) - 1,
      },
      isSeveral: one !== other,
    }
  }
  return null
}

/** The cells that are selected as a whole, for they are several: all that a rectangle around them has in it. */
export function selectedCells(state: Pick<EditorState, 'selection'>): CellRange | null {
  const range = cellRange(state)
  return range?.isSeveral ? { ...range, rect: closed(range.layout, range.rect) } : null
}

/** Where the cells that are drawn in a rectangle stand in the document. */
export function cellsIn({ table, position, layout }: Omit<CellRange, 'rect' | 'isSeveral'>, rect: Rect) {
  return drawnCells(layout)
    .filter(
      ({ row, column }) =>
        row >= rect.top && row <= rect.bottom && column >= rect.left && column <= rect.right,
    )
    .flatMap(({ row, column }) => {
      const cell = table.maybeChild(row)?.maybeChild(column)
      return cell ? [{ row, column, cell, from: cellStart(table, position, row, column) }] : []
    })
}

/** Where a cell of a table begins in the document. */
function cellStart(table: Node, position: number, row: number, column: number): number {
  const inside = table.maybeChild(row)
  return position + 1 + childStart(table, row) + 1 + (inside ? childStart(inside, column) : 0)
}

/** From where its content begins. */
function childStart(node: Node, index: number): number {
  let start = 0
  for (let at = 0; at < index && at < node.childCount; at++) start += node.child(at).nodeSize
  return start
}

/** Puts the caret behind all that is in a cell, or in what hides that cell. */
export function caretIn(tr: Transaction, position: number, row: number, column: number): Transaction {
  const table = tr.doc.nodeAt(position)
  if (table?.type.name !== 'table') return tr
  const layout = layoutOf(table)
  const drawn = layout.slots[Math.min(row, layout.height - 1)]?.[Math.min(column, layout.width - 1)]
  const inside = drawn && table.maybeChild(drawn.row)
  if (!drawn || !inside) return tr
  const at = Math.min(drawn.column, inside.childCount - 1)
  const start = cellStart(table, position, drawn.row, at)
  const end = start + inside.child(at).nodeSize - 1
  return tr.setSelection(Selection.near(tr.doc.resolve(end), -1)).scrollIntoView()
}

/** Selects whole rows or columns: from their first cell that is drawn to the last. */
export function selectCells(tr: Transaction, position: number, rect: Rect): Transaction {
  const table = tr.doc.nodeAt(position)
  if (table?.type.name !== 'table') return tr
  const cells = cellsIn({ table, position, layout: layoutOf(table) }, rect)
  const first = cells[0]
  // Of the last row and column: one that reaches further would take others with it.
  const last = cells.at(-1)
  if (!first || !last) return tr
  const $from = Selection.near(tr.doc.resolve(first.from + 1), 1).$from
  const $to = Selection.near(tr.doc.resolve(last.from + last.cell.nodeSize - 1), -1).$to
  return tr.setSelection(TextSelection.between($from, $to))
}
