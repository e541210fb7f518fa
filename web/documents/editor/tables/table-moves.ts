import type { ResolvedPos } from '@tiptap/pm/model'
import {
  AllSelection,
  type EditorState,
  NodeSelection,
  Selection,
  TextSelection,
  type Transaction,
} from '@tiptap/pm/state'
import type { VisibleCell } from '#common/documents/content/table-layout.ts'
import {
  type CellRange,
  cellRangeOfSelection,
  cellsInRect,
  placeCaretInCell,
  selectCells,
} from './cell-range.ts'

export type VerticalDirection = 'up' | 'down'

/**
 * Returns the end of the selection from which an arrow key moves the caret: the start for up, and the end for down.
 */
export function caretForArrowKey(selection: Selection, direction: VerticalDirection): ResolvedPos {
  if (selection instanceof NodeSelection) return selection.$from
  if (selection.empty) return selection.$head
  return direction === 'up' ? selection.$from : selection.$to
}

/**
 * Returns true if the cell has no further block in this direction. Returns false if the selection is not in a
 * table.
 */
export function isEdgeBlockOfCell($place: ResolvedPos, direction: VerticalDirection): boolean {
  for (let depth = $place.depth; depth > 0; depth--) {
    const node = $place.node(depth)
    if (node.type.name === 'tableRow') return true
    const edge = direction === 'up' ? 0 : node.childCount - 1
    if (!node.isTextblock && $place.index(depth) !== edge) return false
  }
  return false
}

/**
 * Returns the cells of the next row that touch the current cell, which can be several below a wide cell.
 * Returns an empty list at the edge of the table.
 */
export function cellsInNextRow(
  $place: ResolvedPos,
  direction: VerticalDirection,
): { cell: VisibleCell; from: number }[] {
  const range = rangeAt($place)
  return range === null
    ? []
    : drawnBeside(range, direction).flatMap((cell) => {
        const [found] = cellsInRect(range, rectOf(cell))
        return found ? [{ cell, from: found.from }] : []
      })
}

/**
 * Moves the caret to a cell above or below, or out of the table. If several cells of the next row touch the current
 * cell, the caret moves to the cell at index `column` of `cellsInNextRow`. Returns null if the selection is not in a
 * table.
 */
export function moveCaretByRow(
  state: EditorState,
  $place: ResolvedPos,
  direction: VerticalDirection,
  column = 0,
): Transaction | null {
  const range = rangeAt($place)
  if (range === null) return null
  const cells = drawnBeside(range, direction)
  const target = cells[column] ?? cells[0]
  if (target === undefined) return moveCaretOutOfTable(state, range, $place, direction)
  const tr = placeCaretInCell(state.tr, range.position, target.row, target.column)
  const [found] = direction === 'down' ? cellsInRect(range, rectOf(target)) : []
  return found ? tr.setSelection(Selection.near(tr.doc.resolve(found.from + 1), 1)) : tr
}

/**
 * Extends the selection to the cell above or below. At the edge of the table, extends it to the start or end of the
 * current cell. Returns null unless the whole selection is in one table.
 */
export function extendSelectionByRow(state: EditorState, direction: VerticalDirection): Transaction | null {
  const { $anchor, $head } = state.selection
  const range = rangeAt($head)
  if (range === null || cellRangeOfSelection(state)?.position !== range.position) return null
  const [target] = drawnBeside(range, direction)
  const [own] = cellsInRect(range, range.rect)
  if (own === undefined) return null
  const $end = target
    ? placeCaretInCell(state.tr, range.position, target.row, target.column).selection.$head
    : insideOf(state, own)[direction === 'up' ? '$from' : '$to']
  return state.tr.setSelection(TextSelection.between($anchor, $end)).scrollIntoView()
}

/** Selects the cell, then the table, then the whole text. Returns null if the selection is not in a table. */
export function expandCellSelection(state: EditorState): Transaction | null {
  const range = cellRangeOfSelection(state)
  if (range === null) return null
  const { height, width } = range.layout
  const whole = { top: 0, left: 0, bottom: height - 1, right: width - 1 }
  const cells = range.isSeveral ? [] : cellsInRect(range, range.rect)
  const steps = [
    ...cells.map((cell) => insideOf(state, cell)),
    selectCells(state.tr, range.position, whole).selection,
  ]
  const { from, to } = state.selection
  const next = steps.find((step) => step.from < from || step.to > to)
  return state.tr.setSelection(next ?? new AllSelection(state.doc))
}

function rangeAt($place: ResolvedPos): CellRange | null {
  return cellRangeOfSelection({ selection: { $anchor: $place, $head: $place } })
}

function drawnBeside({ rect, layout }: CellRange, direction: VerticalDirection): VisibleCell[] {
  const row = layout.slots[direction === 'down' ? rect.bottom + 1 : rect.top - 1]
  return [...new Set(row?.slice(rect.left, rect.right + 1))]
}

function rectOf({ row, column }: VisibleCell) {
  return { top: row, bottom: row, left: column, right: column }
}

function insideOf(
  { doc }: EditorState,
  { cell, from }: { cell: { nodeSize: number }; from: number },
): Selection {
  const $start = Selection.near(doc.resolve(from + 1), 1).$from
  const $end = Selection.near(doc.resolve(from + cell.nodeSize - 1), -1).$to
  return TextSelection.between($start, $end)
}

/**
 * Moves the caret to the text above or below the table. If no text follows the table, a paragraph is inserted
 * below it. If no text precedes the table, the caret moves to the start of the cell.
 */
function moveCaretOutOfTable(
  { doc, schema, tr }: EditorState,
  { table, position, rect, layout }: CellRange,
  $place: ResolvedPos,
  direction: VerticalDirection,
): Transaction {
  const side = direction === 'down' ? 1 : -1
  let $edge = doc.resolve(direction === 'down' ? position + table.nodeSize : position)
  // Continues with the parent while the position is between columns or cells, because their next sibling is beside
  // them and not below them.
  while ($edge.depth > 0 && (isSideBySide($edge) || besideOf($edge, direction) === null))
    $edge = doc.resolve(direction === 'down' ? $edge.after() : $edge.before())
  const found = besideOf($edge, direction) && Selection.findFrom($edge, side)
  if (found) return tr.setSelection(found).scrollIntoView()
  if (direction === 'down') {
    tr.insert($edge.pos, schema.node('paragraph'))
    return tr.setSelection(TextSelection.create(tr.doc, $edge.pos + 1)).scrollIntoView()
  }
  const [own] = cellsInRect({ table, position, layout }, rect)
  return tr.setSelection(Selection.near(own ? doc.resolve(own.from + 1) : $place, 1)).scrollIntoView()
}

function isSideBySide({ parent }: ResolvedPos): boolean {
  return parent.type.name === 'columns' || parent.type.name === 'tableRow'
}

function besideOf($edge: ResolvedPos, direction: VerticalDirection) {
  return direction === 'down' ? $edge.nodeAfter : $edge.nodeBefore
}
