import { Extension } from '@tiptap/core'
import { Plugin, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { isFromRight } from './text-align.ts'

/**
 * Places the caret at the end of a line on a double click beside the line. Browsers would select the invisible line
 * break, and typed text would then merge the line with the next one.
 */
export const doubleClickExtension = Extension.create({
  name: 'doubleClick',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleDoubleClick(view, position, { clientX }) {
          if (!isBesideEnd(view, position, clientX)) return false
          view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, position)))
          return true
        },
      },
    }),
  ],
})

/** Returns true if the position is the end of a text block, and the point is beside the last line of this block. */
export function isBesideEnd(
  view: Pick<EditorView, 'state' | 'coordsAtPos'>,
  position: number,
  x: number,
): boolean {
  const { parent, parentOffset } = view.state.doc.resolve(position)
  if (!parent.isTextblock || parentOffset !== parent.content.size) return false
  const { left, right } = view.coordsAtPos(position, -1)
  return isFromRight(parent.textContent) ? x < left : x > right
}
