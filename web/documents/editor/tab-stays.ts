import { Extension } from '@tiptap/core'
import { type EditorState, Plugin, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { pressedKey } from '../../platform/ui/pressed-key.ts'

/**
 * Tab stays in the text: out of it, the letters that are typed next would be shortcuts. In code it indents. Escape and then Tab leave.
 * In a dialog Tab goes on through the form, since Escape closes the dialog and no shortcut works there.
 */
export const tabStays = Extension.create({
  name: 'tabStays',
  // After all blocks that have a use for the key. With 0 it would have the default, 100.
  priority: 1,
  addProseMirrorPlugins() {
    let isLeaving = false
    let wasLeaving = false
    const stay = () => {
      isLeaving = false
    }
    return [
      new Plugin({
        props: {
          handleDOMEvents: {
            // Before anybody handles the key.
            keydown(_view, { key }) {
              if (key === 'Shift') return
              wasLeaving = isLeaving
              stay()
            },
            mousedown: stay,
            blur: stay,
          },
          handleKeyDown(view, event) {
            // An Escape that closes a list or a bar is handled before and does not arrive here.
            if (pressedKey(event) === 'Escape') isLeaving = true
            if (wasLeaving || !isTab(event) || !isStaying(view, event)) return false
            const indented = indentCode(view.state, event.shiftKey ? -1 : 1)
            if (indented) view.dispatch(indented)
            return true
          },
        },
      }),
    ]
  },
})

function isTab(event: KeyboardEvent): boolean {
  return pressedKey(event) === 'Tab' && !event.ctrlKey && !event.altKey && !event.metaKey
}

/** The buttons and fields within a text are gone through as anywhere else. */
function isStaying({ dom, editable }: EditorView, { target }: KeyboardEvent): boolean {
  return editable && target === dom && dom.closest('[data-modal]') === null
}

const indent = '  '

/** Indents at the caret, or the selected lines; backwards the lines of either. Null outside of code. */
export function indentCode({ selection, tr }: EditorState, by: 1 | -1): Transaction | null {
  const { $from, $to, empty } = selection
  if (!$from.parent.type.spec.code || !$from.sameParent($to)) return null
  if (by === 1 && empty) return tr.insertText(indent).scrollIntoView()
  const text = $from.parent.textContent
  // From the end, so that the lines before stay where they are.
  for (const line of linesBetween(text, $from.parentOffset, $to.parentOffset).toReversed()) {
    const at = $from.start() + line
    if (by === 1) tr.insertText(indent, at)
    else tr.delete(at, at + (/^(?:\t| {1,2})/.exec(text.slice(line))?.[0].length ?? 0))
  }
  return tr.scrollIntoView()
}

/** Answers the offsets at which the selected lines begin. */
function linesBetween(text: string, from: number, to: number): number[] {
  const first = text.slice(0, from).lastIndexOf('\n') + 1
  const lines = [first]
  for (let end = text.indexOf('\n', first); end !== -1 && end + 1 < to; end = text.indexOf('\n', end + 1))
    lines.push(end + 1)
  return lines
}
