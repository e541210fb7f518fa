import { type Editor, Extension } from '@tiptap/core'
import { type EditorState, NodeSelection, Plugin, TextSelection } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'

/**
 * Highlights the selection while the focus is elsewhere, and restores it when the focus returns by keyboard. A click into the text starts a
 * new selection. Tiptap's own extension would restore the old selection even then, and typing would overwrite it.
 */
export const keptSelection = Extension.create({
  name: 'keptSelection',
  addProseMirrorPlugins() {
    return [pluginOf(this.editor)]
  },
})

function pluginOf(editor: Editor): Plugin {
  return new Plugin({
    props: {
      decorations(state) {
        if (!isKept(state, editor) || editor.isFocused || editor.view.dragging) return null
        const { from, to } = state.selection
        return DecorationSet.create(state.doc, [
          Decoration.inline(from, to, { class: 'document-kept-selection' }),
        ])
      },
      handleDOMEvents: {
        mousedown(view, event) {
          if (view.hasFocus() || !isKept(view.state, editor)) return false
          beginAnew(view, event)
          return false
        },
        blur(view) {
          if (isKept(view.state, editor)) view.dom.ownerDocument.getSelection()?.removeAllRanges()
          return false
        },
        focus(view) {
          if (!isKept(view.state, editor)) return false
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
export function beginAnew(view: EditorView, { button, shiftKey, clientX, clientY }: MouseEvent): void {
  const place = button === 0 && !shiftKey ? view.posAtCoords({ left: clientX, top: clientY }) : null
  if (place === null) return
  const { tr, doc } = view.state
  view.dispatch(tr.setSelection(TextSelection.near(doc.resolve(place.pos))))
}

function isKept({ selection }: EditorState, editor: Editor): boolean {
  return editor.isEditable && !selection.empty && !(selection instanceof NodeSelection)
}
