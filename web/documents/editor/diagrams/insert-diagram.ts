import { type EditorState, TextSelection, type Transaction } from '@tiptap/pm/state'

export const diagramLanguage = 'mermaid'

/** Makes code of the block with the caret whose language draws a diagram; an empty one begins with a sample. */
export function insertDiagram({ schema, tr }: EditorState, sample: string): Transaction | null {
  const { codeBlock } = schema.nodes
  const { $from } = tr.selection
  if (!codeBlock || $from.depth === 0) return null
  const isEmpty = $from.parent.content.size === 0
  tr.setBlockType($from.pos, $from.pos, codeBlock, { language: diagramLanguage })
  if (isEmpty) {
    tr.insertText(sample)
    tr.setSelection(TextSelection.create(tr.doc, tr.mapping.map($from.pos)))
  }
  return tr.scrollIntoView()
}
