import { Extension } from '@tiptap/core'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import { parseTextAlignment, type TextAlignment } from '#common/documents/content/alignments.ts'

/** The keyboard shortcuts to align paragraphs and headings. */
export const textAlignKeymap = Extension.create({
  name: 'textAlignKeys',
  addKeyboardShortcuts() {
    const set = (alignment: TextAlignment) => () => {
      const { view } = this.editor
      const transaction = setAlignment(view.state, alignment)
      if (transaction) view.dispatch(transaction)
      // Returns true even if no block can be aligned, because the browser would otherwise run its own action for
      // these keys.
      return true
    }
    return { 'Mod-Shift-l': set('left'), 'Mod-Shift-e': set('center'), 'Mod-Shift-r': set('right') }
  },
})

/**
 * Aligns the selected blocks. In left-to-right text, left is the default and is stored as null. Returns null
 * if nothing changes.
 */
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

/** Returns the alignment of the first selected block. */
export function getTextAlignment({ selection: { $from } }: EditorState): TextAlignment {
  return (
    parseTextAlignment($from.parent.attrs['textAlign']) ??
    (isFromRight($from.parent.textContent) ? 'right' : 'left')
  )
}

/**
 * Returns true if the text is right-to-left. Like browsers, it decides by the first letter with a strong
 * direction.
 */
export function isFromRight(text: string): boolean {
  return /^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(
    text,
  )
}
