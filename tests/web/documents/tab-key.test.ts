import { EditorState, TextSelection } from '@tiptap/pm/state'
import { expect, test } from 'vitest'
import { nodeFromHtml } from '#api/documents/content/parse-html.ts'
import { indentCode } from '#web/documents/editor/tab-key.ts'

/** Returns the code after Tab (1) or Shift+Tab (-1). In `marked`, a `|` marks each end of the selection. */
function after(marked: string, by: 1 | -1): string {
  const from = marked.indexOf('|')
  const to = marked.lastIndexOf('|')
  const code = marked.replaceAll('|', '')
  const doc = nodeFromHtml(`<pre><code>${code}</code></pre>`)
  const selection = TextSelection.create(doc, from + 1, to === from ? from + 1 : to)
  return indentCode(EditorState.create({ doc, selection }), by)?.doc.textContent ?? 'nothing'
}

test('Tab indents code at the caret', () => {
  expect(after('a\nb|c', 1)).toBe('a\nb  c')
  expect(after('|\na', 1)).toBe('  \na')
})

test('Tab indents each selected line of code', () => {
  expect(after('a\nb|b\nc|c\nd', 1)).toBe('a\n  bb\n  cc\nd')
  // A selection that ends at the start of a line does not include that line.
  expect(after('|a\nb\n|c', 1)).toBe('  a\n  b\nc')
})

test('Shift+Tab unindents each line', () => {
  expect(after('  a\n    b|b', -1)).toBe('  a\n  bb')
  expect(after('  |a\n\tb\n c|c\nd', -1)).toBe('a\nb\ncc\nd')
  expect(after('|\n  a', -1)).toBe('\n  a')
})

test('does nothing outside of code', () => {
  const doc = nodeFromHtml('<p>a</p><pre><code>b</code></pre>')
  const state = EditorState.create({ doc, selection: TextSelection.create(doc, 1) })
  expect(indentCode(state, 1)).toBeNull()
  const both = EditorState.create({ doc, selection: TextSelection.create(doc, 1, 5) })
  expect(indentCode(both, 1)).toBeNull()
})
