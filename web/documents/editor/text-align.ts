import { Extension } from '@tiptap/core'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import { alignmentOf, type TextAlignment } from '#common/documents/content/alignments.ts'

/** Paragraphs and headings at the left, in the middle or at the right. */
export const textAlign = Extension.create({
  name: 'textAlignKeys',
  addKeyboardShortcuts() {
    const set = (alignment: TextAlignment) => () => {
      const { view } = this.editor
      const transaction = setAlignment(view.state, alignment)
      if (transaction) view.dispatch(transaction)
      // The browser has other things to do by these keys, which are not meant here even where nothing can be aligned.
      return true
    }
    return { 'Mod-Shift-l': set('left'), 'Mod-Shift-e': set('center'), 'Mod-Shift-r': set('right') }
  },
})

/** Left is where a text stands that is read from there, which is not said then. */
export function setAlignment(
  { doc, selection, tr }: EditorState,
  alignment: TextAlignment,
): Transaction | null {
  doc.nodesBetween(selection.from, selection.to, (node, position) => {
    if (!('textAlign' in node.attrs)) return
    tr.setNodeAttribute(
      position,
      'textAlign',
      alignment === 'left' && !isFromRight(node.textContent) ? null : alignment,
    )
  })
  return tr.docChanged ? tr : null
}

/** Of the first block that is selected. */
export function alignmentAt({ selection: { $from } }: EditorState): TextAlignment {
  return (
    alignmentOf($from.parent.attrs['textAlign']) ?? (isFromRight($from.parent.textContent) ? 'right' : 'left')
  )
}

/** As the browser decides it: by the first letter that is read from a side. */
function isFromRight(text: string): boolean {
  return /^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(
    text,
  )
}
