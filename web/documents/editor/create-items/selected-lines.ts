import type { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import { findItemKeys } from '../item-keys.ts'

/** The content of a text block that is part of the selection. */
export interface SelectedLine {
  from: number
  to: number
  text: string
}

/**
 * Returns the selected lines that can become work items: paragraphs, headings and list entries with text, without
 * lines that consist of the key of a work item, and without code and tables.
 */
export function selectedLines({ doc, selection }: EditorState): SelectedLine[] {
  const lines: SelectedLine[] = []
  doc.nodesBetween(selection.from, selection.to, (node, position) => {
    if (node.type.spec.code || node.type.name === 'table') return false
    if (!node.isTextblock) return true
    const text = textOf(node)
    const [key] = findItemKeys(text)
    if (text !== '' && key?.key !== text)
      lines.push({ from: position + 1, to: position + node.nodeSize - 1, text })
    return false
  })
  return lines
}

function textOf(line: Node): string {
  return line.textContent.replace(/\s+/g, ' ').trim()
}

/**
 * Follows the positions of lines while other people edit the text. Returns a function that replaces lines by keys of
 * work items. Lines whose text has changed since stay unchanged.
 */
export function trackLines(editor: Editor, lines: readonly SelectedLine[]) {
  let tracked = lines
  const follow = ({ transaction: { mapping, docChanged } }: { transaction: Transaction }) => {
    if (docChanged)
      tracked = tracked.map((line) => ({
        ...line,
        from: mapping.map(line.from, 1),
        to: mapping.map(line.to, -1),
      }))
  }
  editor.on('transaction', follow)
  return {
    replace(keys: readonly (string | undefined)[]) {
      const { tr, doc, schema } = editor.state
      for (const [at, { from, to, text }] of [...tracked.entries()].reverse()) {
        const key = keys[at]
        const isSame = from < to && to <= doc.content.size && textOf(doc.resolve(from).parent) === text
        if (key !== undefined && isSame) tr.replaceWith(from, to, schema.text(key))
      }
      if (tr.docChanged) editor.view.dispatch(tr)
    },
    release: () => void editor.off('transaction', follow),
  }
}
