import { TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { selectedCells } from './cell-range.ts'

/**
 * Works around a bug in Chromium: if a drag that starts on the text of a cell also gives the editor the
 * focus, Chromium selects nothing. If nothing is selected when the mouse is released in another cell, this
 * function selects all cells between the two cells of the drag.
 */
export function selectCellsOnFirstDrag(view: EditorView, event: Press): void {
  const { button, shiftKey, target } = event
  const isOfCell = target instanceof Element && target.closest('td, th') !== null
  const from = button === 0 && !shiftKey && isOfCell ? placeOf(view, event) : null
  if (from === null || view.hasFocus()) return
  const { doc } = view.state
  const { ownerDocument } = view.dom
  const over = new AbortController()
  const { signal } = over
  const select = (up: Press) => {
    const to = view.isDestroyed ? null : placeOf(view, up)
    if (to === null || view.state.doc !== doc || !view.state.selection.empty) return
    const selection = TextSelection.between(doc.resolve(from), doc.resolve(to))
    if (selectedCells({ selection })) view.dispatch(view.state.tr.setSelection(selection))
  }
  ownerDocument.addEventListener(
    'mouseup',
    (up) => {
      over.abort()
      // The browser updates its own selection only after this event, so `select` runs in a later task.
      setTimeout(() => select(up))
    },
    { signal },
  )
  // A drag-and-drop operation must not select cells, so the listeners are removed.
  ownerDocument.addEventListener('dragstart', () => over.abort(), { signal })
}

type Press = Pick<MouseEvent, 'button' | 'shiftKey' | 'target' | 'clientX' | 'clientY'>

function placeOf(view: EditorView, { clientX, clientY }: Pick<Press, 'clientX' | 'clientY'>): number | null {
  return view.posAtCoords({ left: clientX, top: clientY })?.pos ?? null
}
