import { EditorState, TextSelection } from '@tiptap/pm/state'
import { expect, test } from 'vitest'
import { nodeFromHtml } from '#api/documents/content/parse-html.ts'
import { nodeToHtml } from '#common/documents/content/html.ts'
import { indentBlocks } from '#web/documents/editor/indent-blocks.ts'

/**
 * Selects everything and applies Tab (1) or Shift+Tab (-1). Returns the new text, or null if nothing
 * changes.
 */
function after(html: string, by: 1 | -1): string | null {
  const doc = nodeFromHtml(html)
  const selection = TextSelection.between(doc.resolve(0), doc.resolve(doc.content.size))
  const indented = indentBlocks(EditorState.create({ doc, selection }), by)
  return indented === null ? null : nodeToHtml(indented.doc)
}

test('indents and outdents paragraphs and headings', () => {
  expect(after('<p>a</p><h2>b</h2>', 1)).toBe('<p data-indent="1">a</p><h2 data-indent="1">b</h2>')
  expect(after('<p data-indent="2">a</p><p data-indent="1">b</p>', -1)).toBe(
    '<p data-indent="1">a</p><p>b</p>',
  )
})

test('stops at the first and the deepest level', () => {
  expect(after('<p>a</p>', -1)).toBeNull()
  expect(after('<p data-indent="8">a</p>', 1)).toBeNull()
})

test('leaves items of lists and cells of tables', () => {
  expect(after('<ul><li><p>a</p></li></ul>', 1)).toBeNull()
  expect(after('<table><tbody><tr><td><p>a</p></td></tr></tbody></table>', 1)).toBeNull()
})

test('stores no invalid indentation', () => {
  expect(nodeToHtml(nodeFromHtml('<p data-indent="9">a</p><p data-indent="x">b</p>'))).toBe(
    '<p>a</p><p>b</p>',
  )
})
