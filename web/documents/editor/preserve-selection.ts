import { type Editor, Extension } from '@tiptap/core'
import { type EditorState, NodeSelection, Plugin, TextSelection } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'

/**
 * Highlights the selection while the focus is outside the text, and restores the selection when the focus
 * returns by keyboard. A click into the text starts a new selection. Tiptap's own extension would restore the
 * old selection even after a click, and typing would overwrite the selected text.
 */
export const preserveSelection = Extension.create({
  name: 'preserveSelection',
  addProseMirrorPlugins() {
    return [pluginOf(this.editor)]
  },
})

function pluginOf(editor: Editor): Plugin {
  return new Plugin({
    props: {
      decorations(state) {
        if (!isPreserved(state, editor) || editor.isFocused || editor.view.dragging) return null
        const { from, to } = state.selection
        return DecorationSet.create(state.doc, [
          Decoration.inline(from, to, { class: 'document-preserved-selection' }),
        ])
      },
      handleDOMEvents: {
        mousedown(view, event) {
          if (view.hasFocus() || !isPreserved(view.state, editor)) return false
          collapseSelectionToClick(view, event)
          return false
        },
        blur(view) {
          if (isPreserved(view.state, editor)) view.dom.ownerDocument.getSelection()?.removeAllRanges()
          return false
        },
        focus(view) {
          if (!isPreserved(view.state, editor)) return false
          requestAnimationFrame(() => {
            if (!editor.isDestroyed && view.hasFocus()) view.focus()
          })
          return false
        },
      },
    },
  })
}

/** Collapses the selection to the clicked position, unless the click extends the selection. */
export function collapseSelectionToClick(
  view: EditorView,
  { button, shiftKey, clientX, clientY }: MouseEvent,
): void {
  const clicked = button === 0 && !shiftKey ? view.posAtCoords({ left: clientX, top: clientY }) : null
  if (clicked === null) return
  const { tr, doc } = view.state
  view.dispatch(tr.setSelection(TextSelection.near(doc.resolve(clicked.pos))))
}

function isPreserved({ selection }: EditorState, editor: Editor): boolean {
  return editor.isEditable && !selection.empty && !(selection instanceof NodeSelection)
}
