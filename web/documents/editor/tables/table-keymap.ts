import { Extension } from '@tiptap/core'
import { type DOMOutputSpec, DOMSerializer, Fragment, type Node, type Schema, Slice } from '@tiptap/pm/model'
import { type EditorState, Plugin, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { nodeToHtml } from '#common/documents/content/html.ts'
import { computeTableLayout, isCellVisible } from '#common/documents/content/table-layout.ts'
import { addCopyMarkToSerializer } from '../paste/own-copies.ts'
import { collapseSelectionToClick } from '../preserve-selection.ts'
import { markAsTyped } from '../typed-text.ts'
import { cellPositionAtCaret, cellsInRect, placeCaretInCell, selectedCells } from './cell-range.ts'
import { selectCellsOnFirstDrag } from './select-cells-on-first-drag.ts'
import {
  clearSelectedCells,
  clearTableCells,
  fillShortRows,
  moveCaretByCell,
  pasteTableCells,
  selectedCellsAsTable,
} from './table-commands.ts'
import { tableDecorations } from './table-decorations.ts'

/**
 * Tab moves between cells. A selection across several cells selects the cells as a whole: they are highlighted and
 * copied as a table, and deleting or typing clears their content but does not remove them. A table pasted into a
 * table fills its cells.
 */
export const tableKeymap = Extension.create({
  name: 'tableKeys',
  addKeyboardShortcuts() {
    const move = (step: 1 | -1) => () => {
      const { editor } = this
      if (cellPositionAtCaret(editor.state) === null || isInList(editor.state)) return false
      return apply(editor.view, moveCaretByCell(editor.state, step))
    }
    const empty = () => apply(this.editor.view, clearSelectedCells(this.editor.state))
    return {
      Tab: move(1),
      'Shift-Tab': move(-1),
      Backspace: empty,
      'Mod-Backspace': empty,
      Delete: empty,
      'Mod-Delete': empty,
      'Alt-F10': () => {
        const bar = this.editor.view.dom.querySelector('.has-caret > .block-handle')
        // In a code block, the shortcut focuses the language button, although it is the last control, because
        // users need it most often.
        const button =
          bar?.querySelector<HTMLElement>('button.code-language') ?? bar?.querySelector<HTMLElement>('button')
        if (!button || !this.editor.state.selection.empty) return false
        button.focus()
        return true
      },
    }
  },
  addProseMirrorPlugins() {
    return [pluginOf(this.editor.schema)]
  },
})

function pluginOf(schema: Schema): Plugin {
  return new Plugin({
    appendTransaction: (_transactions, _before, state) => caretInSight(state),
    props: {
      handleTextInput(view, _from, _to, text) {
        const emptied = clearSelectedCells(view.state)
        return emptied !== null && apply(view, markAsTyped(emptied.insertText(text)))
      },
      handlePaste(view, _event, { content }) {
        const copied = content.childCount === 1 ? content.firstChild : null
        return copied !== null && apply(view, pasteTableCells(view.state, copied))
      },
      transformCopied(slice, { state }) {
        const copied = selectedCellsAsTable(state)
        return copied ? new Slice(Fragment.from(copied), 0, 0) : slice
      },
      clipboardSerializer: serializerOf(schema),
      handleDOMEvents: {
        cut(view, event) {
          const cleared = view.editable && selectedCells(view.state) ? clearTableCells(view.state) : null
          if (cleared === null || event.clipboardData === null) return false
          const { dom, text } = view.serializeForClipboard(view.state.selection.content())
          event.clipboardData.setData('text/html', dom.innerHTML)
          event.clipboardData.setData('text/plain', text)
          event.preventDefault()
          return apply(view, cleared)
        },
        mousedown(view, event) {
          // A click on selected cells collapses the selection, because browsers would otherwise drag the text
          // of the cells.
          if (selectedCells(view.state)) collapseSelectionToClick(view, event)
          selectCellsOnFirstDrag(view, event)
          return fillMissing(view, event)
        },
        // Dragging of selected cells is prevented, because dropping them would insert a new table into the
        // target cell.
        dragstart(view, event) {
          if (selectedCells(view.state) === null) return false
          event.preventDefault()
          return true
        },
      },
      decorations: decorate,
    },
  })
}

function apply(view: EditorView, transaction: Transaction | null): boolean {
  if (transaction === null) return false
  view.dispatch(transaction)
  return true
}

/** Returns true if Tab would nest a list item, which takes precedence over moving to the next cell. */
function isInList({ selection: { $head } }: EditorState): boolean {
  for (let depth = $head.depth; depth > 0; depth--) {
    const { name } = $head.node(depth).type
    if (name === 'listItem' || name === 'taskItem') return $head.index(depth - 1) > 0
    if (name === 'tableRow') return false
  }
  return false
}

/**
 * Moves the caret into the merged cell if somebody has merged the cell that contained the caret. Returns null
 * if the cell that contains the caret is still displayed.
 */
function caretInSight(state: EditorState): Transaction | null {
  const caretCell = state.selection.empty ? cellPositionAtCaret(state) : null
  if (
    caretCell === null ||
    isCellVisible(computeTableLayout(caretCell.table), caretCell.row, caretCell.column)
  )
    return null
  const drawn = computeTableLayout(caretCell.table).slots[caretCell.row]?.[caretCell.column]
  return drawn ? placeCaretInCell(state.tr, caretCell.position, drawn.row, drawn.column) : null
}

/**
 * Handles a click on the placeholder of a missing cell: adds the missing cells to the rows of the table. Concurrent
 * edits can result in rows with too few cells.
 */
function fillMissing(view: EditorView, event: MouseEvent): boolean {
  const { target } = event
  if (!(target instanceof HTMLElement) || !target.classList.contains('cell-missing') || !view.editable)
    return false
  const inside = view.posAtDOM(target.parentElement ?? target, 0)
  const $row = view.state.doc.resolve(inside)
  if ($row.parent.type.name !== 'tableRow') return false
  event.preventDefault()
  return apply(view, fillShortRows(view.state, $row.before(-1), $row.index(-1)))
}

/** Returns a serializer that copies tables as displayed. */
function serializerOf(schema: Schema): DOMSerializer {
  const { nodes, marks } = DOMSerializer.fromSchema(schema)
  const table = (node: Node): DOMOutputSpec => {
    const html = nodeToHtml(schema.topNodeType.create(null, node))
    return new DOMParser().parseFromString(html, 'text/html').body.firstElementChild ?? ['table']
  }
  return addCopyMarkToSerializer(new DOMSerializer({ ...nodes, table }, marks))
}

function decorate(state: EditorState): DecorationSet {
  const { doc } = state
  return DecorationSet.create(doc, [...tableDecorations(doc), ...selected(state), ...blockWithCaret(state)])
}

function selected(state: EditorState): Decoration[] {
  const range = selectedCells(state)
  if (!range) return []
  const { table, position, rect } = range
  return [
    Decoration.node(position, position + table.nodeSize, { class: 'has-cells' }),
    ...cellsInRect(range, rect).map(({ from, cell }) =>
      Decoration.node(from, from + cell.nodeSize, { class: 'cell-selected' }),
    ),
  ]
}

const blocksWithMenu = new Set(['table', 'codeBlock', 'callout', 'columns', 'syncedBlock'])

/**
 * Marks the table, code block, callout, columns or synced block that contain the caret, so that the menu button of the
 * block is visible.
 */
function blockWithCaret({ selection: { $head } }: EditorState): Decoration[] {
  for (let depth = $head.depth; depth > 0; depth--) {
    const { name } = $head.node(depth).type
    if (blocksWithMenu.has(name))
      return [Decoration.node($head.before(depth), $head.after(depth), { class: 'has-caret' })]
  }
  return []
}
