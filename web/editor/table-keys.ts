import { Extension } from '@tiptap/core'
import { type EditorState, Plugin, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { emptyCells, fillCells, moveByCell, tablePlace } from './table-commands.ts'

/** Tab goes from cell to cell, what is deleted or typed over leaves the borders of cells, and a table pasted into one fills it. */
export const tableKeys = Extension.create({
  name: 'tableKeys',
  addKeyboardShortcuts() {
    const move = (step: 1 | -1) => () => {
      const { editor } = this
      if (tablePlace(editor.state) === null || isInList(editor.state)) return false
      return apply(editor.view, moveByCell(editor.state, step))
    }
    const empty = () => apply(this.editor.view, emptyCells(this.editor.state))
    return {
      Tab: move(1),
      'Shift-Tab': move(-1),
      Backspace: empty,
      'Mod-Backspace': empty,
      Delete: empty,
      'Mod-Delete': empty,
      'Alt-F10': () => {
        const button = this.editor.view.dom.querySelector<HTMLElement>('.has-caret > .block-handle button')
        if (button === null || !this.editor.state.selection.empty) return false
        button.focus()
        return true
      },
    }
  },
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleTextInput(view, _from, _to, text) {
          const emptied = emptyCells(view.state)
          return emptied !== null && apply(view, emptied.insertText(text))
        },
        handlePaste(view, _event, { content }) {
          const copied = content.childCount === 1 ? content.firstChild : null
          return copied !== null && apply(view, fillCells(view.state, copied))
        },
        handleDOMEvents: {
          cut(view, event) {
            const emptied = view.editable ? emptyCells(view.state) : null
            if (emptied === null || event.clipboardData === null) return false
            const { dom, text } = view.serializeForClipboard(view.state.selection.content())
            event.clipboardData.setData('text/html', dom.innerHTML)
            event.clipboardData.setData('text/plain', text)
            event.preventDefault()
            return apply(view, emptied)
          },
        },
        decorations: blockWithCaret,
      },
    }),
  ],
})

function apply(view: EditorView, transaction: Transaction | null): boolean {
  if (transaction === null) return false
  view.dispatch(transaction)
  return true
}

/** In a list, Tab makes a point one of the point above. */
function isInList({ selection: { $head } }: EditorState): boolean {
  for (let depth = $head.depth; depth > 0; depth--) {
    const { name } = $head.node(depth).type
    if (name === 'listItem' || name === 'taskItem') return $head.index(depth - 1) > 0
    if (name === 'tableRow') return false
  }
  return false
}

/** The table, code or callout in which one writes shows its handle. */
function blockWithCaret({ doc, selection: { $head } }: EditorState): DecorationSet {
  for (let depth = $head.depth; depth > 0; depth--) {
    const { name } = $head.node(depth).type
    if (name === 'table' || name === 'codeBlock' || name === 'callout')
      return DecorationSet.create(doc, [
        Decoration.node($head.before(depth), $head.after(depth), { class: 'has-caret' }),
      ])
  }
  return DecorationSet.empty
}
