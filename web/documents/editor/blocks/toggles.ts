import { Extension, InputRule } from '@tiptap/core'
import { type EditorState, Plugin, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { pressedKey } from '../../../platform/ui/pressed-key.ts'
import {
  convertBlockToToggle,
  findToggleSummaryAtCaret,
  moveCaretIntoToggle,
  unwrapToggle,
} from './toggle-commands.ts'
import { isToggleOpen, setToggleOpen } from './toggle-view.ts'

/**
 * The keyboard shortcuts of toggles. The extension also expands the toggle that contains the caret. `>> ` at
 * the beginning of a paragraph creates a toggle.
 */
export const toggleExtension = Extension.create({
  name: 'toggles',
  // Must run before the shortcuts of other blocks, which also handle Enter and Backspace.
  priority: 1_010,
  addKeyboardShortcuts() {
    const apply = (command: (state: EditorState) => Transaction | null) => () => {
      const { view } = this.editor
      const transaction = command(view.state)
      if (transaction) view.dispatch(transaction)
      return transaction !== null
    }
    return {
      Enter: apply(moveCaretIntoToggle),
      Backspace: apply(unwrapToggle),
      'Mod-Enter': () => turnOver(this.editor.view),
    }
  },
  addInputRules() {
    return [
      new InputRule({
        find: /^>>\s$/,
        handler: ({ state, range }) => {
          state.tr.delete(range.from, range.to)
          return convertBlockToToggle(state) === null ? null : undefined
        },
      }),
    ]
  },
  addProseMirrorPlugins: () => [
    new Plugin({
      props: { handleDOMEvents: { keydown: (view, event) => readCaret(view, event) } },
      view: () => ({
        update(view, before) {
          if (!view.state.selection.eq(before.selection) && view.hasFocus()) expandTogglesAround(view)
        },
      }),
    }),
  ],
})

/** Expands all toggles around a position in the text, except when the position is in the visible summary. */
export function expandTogglesAround(view: EditorView, $place = view.state.selection.$head): void {
  for (let depth = 1; depth <= $place.depth; depth++) {
    if ($place.node(depth).type.name !== 'details' || $place.index(depth) === 0) continue
    const dom = view.nodeDOM($place.before(depth))
    if (dom instanceof HTMLElement && !isToggleOpen(dom)) setToggleOpen(dom, true)
  }
}

/**
 * Reads the caret from the browser, because browsers report a moved caret only in a later task. With an
 * outdated caret at the start of a line, ProseMirror would leave Backspace to the browser, which would delete
 * the collapsed content.
 */
function readCaret(view: EditorView, event: KeyboardEvent): false {
  const key = pressedKey(event)
  if (key === 'Backspace' || key === 'Enter') {
    const { domObserver } = view as unknown as { domObserver: { flush: () => void } }
    domObserver.flush()
  }
  return false
}

function turnOver(view: EditorView): boolean {
  const $line = findToggleSummaryAtCaret(view.state)
  const dom = $line && view.nodeDOM($line.before(-1))
  if (!(dom instanceof HTMLElement)) return false
  setToggleOpen(dom, !isToggleOpen(dom))
  return true
}
