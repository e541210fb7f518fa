import { Extension } from '@tiptap/core'
import { readSelection } from '../caret-in-time.ts'
import { stepBlocks } from './block-moves.ts'
import { dispatchMove } from './dispatch-move.ts'

/** Alt with an arrow moves the blocks that are selected, or the one with the caret. */
export const moveKeys = Extension.create({
  name: 'moveKeys',
  addKeyboardShortcuts() {
    const step = (by: 1 | -1) => () => {
      const { view } = this.editor
      // Pressed right after a click, it means the block that was clicked.
      readSelection()
      dispatchMove(view, stepBlocks(view.state, by))
      // At the edge too: a caret that jumps instead would be a surprise.
      return view.editable
    }
    return { 'Alt-ArrowUp': step(-1), 'Alt-ArrowDown': step(1) }
  },
})
