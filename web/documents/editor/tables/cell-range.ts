import type { Node, ResolvedPos } from '@tiptap/pm/model'
import { type EditorState, Selection, TextSelection, type Transaction } from '@tiptap/pm/state'
import { computeTableLayout, type TableLayout, visibleCells } from '#common/documents/content/table-layout.ts'
import { type CellRect, expandToWholeCells } from './grid.ts'

/** A table, and the row and column of the cell that contains the caret. */
interface TablePlace {
  table: Node
  /** The position of the table in the document. */
  position: number
  row: number
  column: number
}

/** Returns the cell at the caret, or null if the caret is not in a table. */
export function cellPositionAtCaret({
  selection: { $head },
}: Pick<EditorState, 'selection'>): TablePlace | null {
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

/** The range of cells between the ends of a selection. */
export interface CellRange {
  table: Node
  position: number
  layout: TableLayout
  /** The rectangle that encloses the cells at both ends of the selection. */
  rect: CellRect
  /** True if the two ends of the selection are in different cells. */
  isSeveral: boolean
}

type Ends = Pick<Selection, '$anchor' | '$head'>

/**
 * Returns the range in the innermost table that contains the whole selection, or null if the selection is not
 * in a table.
 */
export function cellRangeOfSelection({ selection }: { selection: Ends }): CellRange | null {
  const { $anchor, $head } = selection
  for (let depth = $head.sharedDepth($anchor.pos); depth > 0; depth--) {
    if ($head.node(depth).type.name !== 'table') continue
    if ($head.depth < depth + 2 || $anchor.depth < depth + 2) return null
    const [anchor, head] = [placeAt($anchor, depth), placeAt($head, depth)]
    const layout = computeTableLayout(head.table)
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

/**
 * Returns the selected cells if the selection spans several cells, extended to a rectangle without partial
 * cells. Returns null if only one cell is selected, and if the selection is not in a table.
 */
export function selectedCells(state: Pick<EditorState, 'selection'>): CellRange | null {
  const range = cellRangeOfSelection(state)
  return range?.isSeveral ? { ...range, rect: expandToWholeCells(range.layout, range.rect) } : null
}

/** Returns the displayed cells in a rectangle with their positions in the document. */
export function cellsInRect(
  { table, position, layout }: Omit<CellRange, 'rect' | 'isSeveral'>,
  rect: CellRect,
) {
  return visibleCells(layout)
    .filter(
      ({ row, column }) =>
        row >= rect.top && row <= rect.bottom && column >= rect.left && column <= rect.right,
    )
    .flatMap(({ row, column }) => {
      const cell = table.maybeChild(row)?.maybeChild(column)
      return cell ? [{ row, column, cell, from: cellStart(table, position, row, column) }] : []
    })
}

/** Returns the position of a cell in the document. */
function cellStart(table: Node, position: number, row: number, column: number): number {
  const inside = table.maybeChild(row)
  return position + 1 + childStart(table, row) + 1 + (inside ? childStart(inside, column) : 0)
}

/** Returns the offset of a child from the start of its parent's content. */
function childStart(node: Node, index: number): number {
  let start = 0
  for (let at = 0; at < index && at < node.childCount; at++) start += node.child(at).nodeSize
  return start
}

/**
 * Places the caret at the end of a cell. If a merged cell covers this cell, the caret is placed at the end of
 * the merged cell.
 */
export function placeCaretInCell(
  tr: Transaction,
  position: number,
  row: number,
  column: number,
): Transaction {
  const table = tr.doc.nodeAt(position)
  if (table?.type.name !== 'table') return tr
  const layout = computeTableLayout(table)
  const drawn = layout.slots[Math.min(row, layout.height - 1)]?.[Math.min(column, layout.width - 1)]
  const inside = drawn && table.maybeChild(drawn.row)
  if (!drawn || !inside) return tr
  const at = Math.min(drawn.column, inside.childCount - 1)
  const start = cellStart(table, position, drawn.row, at)
  const end = start + inside.child(at).nodeSize - 1
  return tr.setSelection(Selection.near(tr.doc.resolve(end), -1)).scrollIntoView()
}

/** Selects the cells of a rectangle, from the first displayed cell to the last. */
export function selectCells(tr: Transaction, position: number, rect: CellRect): Transaction {
  const table = tr.doc.nodeAt(position)
  if (table?.type.name !== 'table') return tr
  const cells = cellsInRect({ table, position, layout: computeTableLayout(table) }, rect)
  const first = cells[0]
  // The selection ends in the last cell in reading order. If it ended in a merged cell that extends further,
  // the selection would be too large.
  const last = cells.at(-1)
  if (!first || !last) return tr
  const $from = Selection.near(tr.doc.resolve(first.from + 1), 1).$from
  const $to = Selection.near(tr.doc.resolve(last.from + last.cell.nodeSize - 1), -1).$to
  return tr.setSelection(TextSelection.between($from, $to))
}
