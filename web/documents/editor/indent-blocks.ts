import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import { maxIndent, parseIndent } from '#common/documents/content/indents.ts'

/**
 * Indents the selected paragraphs and headings by one level, or removes one level if `by` is -1. Does not indent
 * items of lists and cells of tables, because Tab has another meaning there. Returns null if nothing changes.
 */
export function indentBlocks({ doc, selection, tr }: EditorState, by: 1 | -1): Transaction | null {
  doc.nodesBetween(selection.from, selection.to, (node, position) => {
    if (!('indent' in node.attrs)) return !/^(listItem|taskItem|table)$/.test(node.type.name)
    const indent = Math.min(maxIndent, indentOf(node) + by)
    if (indent >= 0 && indent !== indentOf(node))
      tr.setNodeAttribute(position, 'indent', indent === 0 ? null : indent)
    return false
  })
  return tr.docChanged ? tr : null
}

/** Removes one level of indentation with Backspace at the start of a block, before blocks are joined. */
export const indentKeymap = Extension.create({
  name: 'indentKeys',
  priority: 200,
  addKeyboardShortcuts() {
    const outdent = () => {
      const { state, view } = this.editor
      const { $from, empty } = state.selection
      if (!empty || $from.parentOffset > 0 || indentOf($from.parent) === 0) return false
      // If an input rule has just replaced typed characters, Backspace undoes this replacement first.
      if (this.editor.commands.undoInputRule()) return true
      const outdented = indentBlocks(state, -1)
      if (outdented) view.dispatch(outdented)
      return outdented !== null
    }
    return { Backspace: outdent, 'Mod-Backspace': outdent }
  },
})

function indentOf(node: Node): number {
  return parseIndent(node.attrs['indent']) ?? 0
}
