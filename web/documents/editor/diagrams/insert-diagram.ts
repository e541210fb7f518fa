import { type EditorState, TextSelection, type Transaction } from '@tiptap/pm/state'

export const diagramLanguage = 'mermaid'

/**
 * Converts the block at the caret to a diagram. An empty block gets a sample diagram. Returns null if the
 * text accepts no code blocks.
 */
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
