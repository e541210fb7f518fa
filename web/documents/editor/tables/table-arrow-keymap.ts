import { Extension } from '@tiptap/core'
import type { ResolvedPos } from '@tiptap/pm/model'
import { TextSelection, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { cellPositionAtCaret, selectedCells } from './cell-range.ts'
import {
  caretForArrowKey,
  cellsInNextRow,
  expandCellSelection,
  extendSelectionByRow,
  isEdgeBlockOfCell,
  moveCaretByRow,
  type VerticalDirection,
} from './table-moves.ts'

/**
 * The arrow keys up and down move the caret to the cell above or below. Without this extension, browsers
 * would move it to the next cell of the row. Ctrl+A or ⌘ A selects the cell first, then the table, then the
 * whole text.
 */
export const tableArrowKeymap = Extension.create({
  name: 'tableArrows',
  // Must run before the shortcuts of columns, which can contain a table.
  priority: 1_006,
  addKeyboardShortcuts() {
    const { editor } = this
    const apply = (transaction: Transaction | null) => {
      if (transaction === null) return false
      editor.view.dispatch(transaction)
      return true
    }
    return {
      ArrowUp: () => apply(move(editor.view, 'up')),
      ArrowDown: () => apply(move(editor.view, 'down')),
      'Shift-ArrowUp': () => apply(extend(editor.view, 'up')),
      'Shift-ArrowDown': () => apply(extend(editor.view, 'down')),
      'Mod-a': () => apply(expandCellSelection(editor.state)),
    }
  },
})

function move(view: EditorView, direction: VerticalDirection): Transaction | null {
  const { state } = view
  if (cellPositionAtCaret(state) === null) return null
  const isSeveral = selectedCells(state) !== null
  const $start = isSeveral ? state.selection.$head : caretForArrowKey(state.selection, direction)
  if (!isSeveral && !isLastLine(view, $start, direction)) return null
  const { left } = view.coordsAtPos($start.pos)
  const column = cellsInNextRow($start, direction).findIndex(({ from }) => left < rightOf(view, from))
  const moved = moveCaretByRow(state, $start, direction, column)
  return moved && atLeft(view, moved, left)
}

function extend(view: EditorView, direction: VerticalDirection): Transaction | null {
  const { state } = view
  if (cellPositionAtCaret(state) === null) return null
  const canExtend = selectedCells(state) !== null || isLastLine(view, state.selection.$head, direction)
  return canExtend ? extendSelectionByRow(state, direction) : null
}

/**
 * Returns true if the caret is in the first line of its cell (`up`) or in the last line (`down`). Also returns true
 * if the caret is at a block without text at this end of the cell.
 */
function isLastLine(view: EditorView, $place: ResolvedPos, direction: VerticalDirection): boolean {
  if (!isEdgeBlockOfCell($place, direction)) return false
  if (!$place.parent.isTextblock) return true
  const caretBox = view.coordsAtPos($place.pos)
  if (direction === 'up') return caretBox.top < view.coordsAtPos($place.start()).bottom
  return caretBox.bottom > view.coordsAtPos($place.end()).top
}

function rightOf(view: EditorView, cellStart: number): number {
  const dom = view.nodeDOM(cellStart)
  return dom instanceof Element ? dom.getBoundingClientRect().right : 0
}

/** Moves the caret along its new line to the horizontal position that it had before. */
function atLeft(view: EditorView, moved: Transaction, left: number): Transaction {
  const { $head } = moved.selection
  if (moved.docChanged || !$head.parent.isTextblock) return moved
  const { top, bottom } = view.coordsAtPos($head.pos)
  const found = view.posAtCoords({ left, top: (top + bottom) / 2 })
  const $found = found && moved.doc.resolve(found.pos)
  return $found?.sameParent($head) ? moved.setSelection(TextSelection.create(moved.doc, $found.pos)) : moved
}
