import { type Editor, Extension } from '@tiptap/core'
import type { ResolvedPos } from '@tiptap/pm/model'
import { type EditorState, Selection, TextSelection, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { type ColumnInLayout, findColumnAtCaret, removeColumn } from './column-commands.ts'

/**
 * The keyboard shortcuts to move between columns and out of them. They prevent Backspace and Delete from
 * merging columns by accident.
 */
export const columnKeyboardShortcuts = Extension.create({
  name: 'columnKeys',
  // Must run after the shortcuts of toggles and the arrow keys of tables, which a column can contain, and before the
  // shortcuts of all other blocks.
  priority: 1_005,
  addKeyboardShortcuts() {
    const { editor } = this
    return {
      Tab: () => apply(editor, moveToAdjacentColumn(editor.state, 1)),
      'Shift-Tab': () => apply(editor, moveToAdjacentColumn(editor.state, -1)),
      Backspace: () => apply(editor, back(editor.state)),
      Delete: () => apply(editor, forward(editor.state)),
      Enter: () => apply(editor, leave(editor.state)),
      ArrowUp: () => apply(editor, moveCaretOutOfColumns(editor.view, 'up')),
      ArrowDown: () => apply(editor, moveCaretOutOfColumns(editor.view, 'down')),
    }
  },
})

function apply({ view }: Editor, transaction: Transaction | null): boolean {
  if (transaction === null) return false
  view.dispatch(transaction)
  return true
}

/**
 * Moves the caret to the adjacent column. Returns null if there is no such column, and if the caret is in a
 * list, code or a table. Tab is then left to other handlers.
 */
function moveToAdjacentColumn(state: EditorState, by: 1 | -1): Transaction | null {
  const columnPosition = findColumnAtCaret(state)
  const { $head } = state.selection
  if (columnPosition === null || $head.depth > columnPosition.depth + 1 || $head.parent.type.spec.code)
    return null
  const { columns, at, start, column } = columnPosition
  const next = columns.maybeChild(at + by)
  if (next === null) return null
  const inside = by === 1 ? start + column.nodeSize + 1 : start - next.nodeSize + 1
  return moveCaret(state.tr, inside, 1)
}

function back(state: EditorState): Transaction | null {
  const $caret = caretAt(state, 'start')
  if ($caret === null) return null
  const columnPosition = findColumnAtCaret(state)
  if (columnPosition && $caret.depth === columnPosition.depth + 1 && $caret.index(columnPosition.depth) === 0)
    return backFromColumn(state, columnPosition)
  const index = $caret.index(-1)
  const before = index > 0 ? $caret.node(-1).child(index - 1) : null
  if (before?.type.name !== 'columns') return null
  return toEdge(state, $caret, $caret.before(), -1)
}

/**
 * Handles Backspace at the start of a column. An empty column is removed. Otherwise the caret moves to the end of the
 * preceding text. In the first column, an empty paragraph before the columns is removed instead. If nothing precedes
 * the columns, nothing changes.
 */
function backFromColumn(state: EditorState, { column, columns, at, start, position }: ColumnInLayout) {
  const isBlank = column.childCount === 1 && column.firstChild?.content.size === 0
  if (isBlank && column.firstChild?.type.name === 'paragraph') return removeColumn(state)
  if (at > 0) return moveCaret(state.tr, start - 1, -1)
  const before = state.doc.resolve(position).nodeBefore
  if (before?.type.name === 'paragraph' && before.content.size === 0)
    return state.tr.delete(position - before.nodeSize, position)
  return before === null && columns.childCount > 0 ? state.tr : moveCaret(state.tr, position, -1)
}

function forward(state: EditorState): Transaction | null {
  const $caret = caretAt(state, 'end')
  if ($caret === null) return null
  const columnPosition = findColumnAtCaret(state)
  if (
    columnPosition &&
    $caret.depth === columnPosition.depth + 1 &&
    $caret.index(columnPosition.depth) === columnPosition.column.childCount - 1
  )
    return moveCaret(state.tr, columnPosition.start + columnPosition.column.nodeSize, 1)
  const after = $caret.node(-1).maybeChild($caret.index(-1) + 1)
  if (after?.type.name !== 'columns') return null
  return toEdge(state, $caret, $caret.after(), 1)
}

/**
 * Moves the caret to `edge`, the boundary of the adjacent block or column. If the caret leaves an empty
 * paragraph, the paragraph is removed.
 */
function toEdge(state: EditorState, $caret: ResolvedPos, edge: number, side: 1 | -1): Transaction {
  const { tr } = state
  const { parent } = $caret
  if (parent.type.name !== 'paragraph' || parent.content.size > 0) return moveCaret(tr, edge, side)
  tr.delete($caret.before(), $caret.after())
  return moveCaret(tr, side === 1 ? $caret.before() : edge, side)
}

/**
 * Handles Enter on an empty line at the end of the last column: the line moves below the columns. Returns
 * null if the caret is elsewhere.
 */
function leave(state: EditorState): Transaction | null {
  const $caret = caretAt(state, 'start')
  const columnPosition = findColumnAtCaret(state)
  if ($caret === null || columnPosition === null || $caret.depth !== columnPosition.depth + 1) return null
  const { columns, column, at, position } = columnPosition
  const isLast = at === columns.childCount - 1 && $caret.index(columnPosition.depth) === column.childCount - 1
  if (!isLast || column.childCount === 1 || $caret.parent.content.size > 0) return null
  if ($caret.parent.type.name !== 'paragraph') return null
  const { tr } = state
  tr.delete($caret.before(), $caret.after())
  const end = tr.mapping.map(position + columns.nodeSize)
  tr.insert(end, $caret.parent.type.create())
  return tr.setSelection(TextSelection.create(tr.doc, end + 1)).scrollIntoView()
}

/**
 * Moves the caret out of the columns: from the first line of a column to the text above, or from the last line
 * to the text below. If there is no text there, a paragraph is inserted. Returns null if the caret is in
 * another line or not in a column, and if text is selected.
 */
function moveCaretOutOfColumns(view: EditorView, direction: 'up' | 'down'): Transaction | null {
  const { state } = view
  const columnPosition = findColumnAtCaret(state)
  const { $head, empty } = state.selection
  if (columnPosition === null || !empty || !isAtEdge($head, columnPosition, direction)) return null
  if (!view.endOfTextblock(direction)) return null
  const { position, columns } = columnPosition
  const isDown = direction === 'down'
  const edge = isDown ? position + columns.nodeSize : position
  const $edge = state.doc.resolve(edge)
  const { paragraph } = state.schema.nodes
  const beside = isDown ? $edge.nodeAfter : $edge.nodeBefore
  if (beside !== null || !paragraph) return moveCaret(state.tr, edge, isDown ? 1 : -1)
  return moveCaret(state.tr.insert(edge, paragraph.create()), edge, 1)
}

function isAtEdge($head: ResolvedPos, { depth }: ColumnInLayout, direction: 'up' | 'down'): boolean {
  for (let at = depth; at < $head.depth; at++) {
    const last = direction === 'up' ? 0 : $head.node(at).childCount - 1
    if ($head.index(at) !== last) return false
  }
  return true
}

function moveCaret(tr: Transaction, position: number, side: 1 | -1): Transaction {
  const $place = tr.doc.resolve(position)
  const found = Selection.findFrom($place, side) ?? Selection.near($place, side)
  return tr.setSelection(found).scrollIntoView()
}

/**
 * Returns the caret position if the caret is at the given edge of a text block. Returns null otherwise, and if text
 * is selected.
 */
function caretAt({ selection }: EditorState, edge: 'start' | 'end'): ResolvedPos | null {
  const { $from, empty } = selection
  if (!empty || !$from.parent.isTextblock || $from.depth === 0) return null
  return $from.parentOffset === (edge === 'start' ? 0 : $from.parent.content.size) ? $from : null
}
