import { Extension } from '@tiptap/core'
import { type EditorState, Plugin, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { pressedKey } from '../../platform/ui/pressed-key.ts'
import { indentBlocks } from './indent-blocks.ts'

/**
 * Keeps the focus in the text on Tab, because the next letters would otherwise trigger shortcuts. In code,
 * Tab indents the lines, and elsewhere the paragraphs and headings. Escape followed by Tab leaves the text. In a dialog, Tab moves through the form, because
 * Escape closes the dialog and shortcuts are inactive.
 */
export const tabKeymap = Extension.create({
  name: 'tabKey',
  // Must run after all other handlers of Tab. Tiptap treats 0 as unset and would use its default of 100.
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
            // This listener runs before the keyboard shortcuts of the editor. It must see every key press,
            // because any key other than Shift ends the effect of Escape.
            keydown(_view, { key }) {
              if (key === 'Shift') return
              wasLeaving = isLeaving
              stay()
            },
            mousedown: stay,
            blur: stay,
          },
          handleKeyDown(view, event) {
            // An Escape that closes a list or a toolbar is handled earlier, so this handler sees only an
            // Escape that may leave the text.
            if (pressedKey(event) === 'Escape') isLeaving = true
            if (wasLeaving || !isTab(event) || !isStaying(view, event)) return false
            const by = event.shiftKey ? -1 : 1
            const indented = indentCode(view.state, by) ?? indentBlocks(view.state, by)
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

/**
 * Returns true if Tab must keep the focus in the text. Returns false in read-only texts, in dialogs, and on
 * buttons and fields inside the text. There, Tab moves the focus as usual.
 */
function isStaying({ dom, editable }: EditorView, { target }: KeyboardEvent): boolean {
  return editable && target === dom && dom.closest('[data-modal]') === null
}

const indent = '  '

/**
 * Indents code at the caret or in the selected lines. With `by` -1, it removes one level of indentation.
 * Returns null if the caret is not in a code block, and if the selection extends beyond the code block.
 */
export function indentCode({ selection, tr }: EditorState, by: 1 | -1): Transaction | null {
  const { $from, $to, empty } = selection
  if (!$from.parent.type.spec.code || !$from.sameParent($to)) return null
  if (by === 1 && empty) return tr.insertText(indent).scrollIntoView()
  const text = $from.parent.textContent
  // The loop starts from the last line, so that the offsets of the lines before it remain valid.
  for (const line of linesBetween(text, $from.parentOffset, $to.parentOffset).toReversed()) {
    const at = $from.start() + line
    if (by === 1) tr.insertText(indent, at)
    else tr.delete(at, at + (/^(?:\t| {1,2})/.exec(text.slice(line))?.[0].length ?? 0))
  }
  return tr.scrollIntoView()
}

/** Returns the offsets at which the selected lines start. */
function linesBetween(text: string, from: number, to: number): number[] {
  const first = text.slice(0, from).lastIndexOf('\n') + 1
  const lines = [first]
  for (let end = text.indexOf('\n', first); end !== -1 && end + 1 < to; end = text.indexOf('\n', end + 1))
    lines.push(end + 1)
  return lines
}
