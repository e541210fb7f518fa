import { Extension } from '@tiptap/core'
import { readDomSelection } from '../sync-caret.ts'
import { shiftSelectedBlocks } from './block-moves.ts'
import { dispatchMove } from './dispatch-move.ts'

/** Moves the selected blocks or the block at the caret with Alt and an arrow key. */
export const blockMoveKeymap = Extension.create({
  name: 'moveKeys',
  addKeyboardShortcuts() {
    const step = (by: 1 | -1) => () => {
      const { view } = this.editor
      // Directly after a click, ProseMirror may not know the new caret position yet.
      readDomSelection()
      dispatchMove(view, shiftSelectedBlocks(view.state, by))
      // Returns true even if the block cannot move further, because the browser would otherwise move the caret.
      return view.editable
    }
    return { 'Alt-ArrowUp': step(-1), 'Alt-ArrowDown': step(1) }
  },
})
