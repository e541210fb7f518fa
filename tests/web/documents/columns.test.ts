import { EditorState, TextSelection, type Transaction } from '@tiptap/pm/state'
import { describe, expect, test } from 'vitest'
import { nodeFromHtml } from '#api/documents/content/parse-html.ts'
import { parseColumnWidth } from '#common/documents/content/columns.ts'
import { renderNode } from '#common/documents/content/render.ts'
import {
  addLayoutColumn,
  findColumnAtCaret,
  insertColumns,
  makeColumnsEqual,
  removeColumn,
  resizeAdjacentColumns,
  unwrapColumns,
} from '#web/documents/editor/columns/column-commands.ts'

const column = (content: string, width?: number) =>
  `<div data-type="column"${width === undefined ? '' : ` data-width="${width}"`}>${content}</div>`
const columns = (...all: string[]) => `<div data-type="columns">${all.join('')}</div>`

/** Creates an editor state with the caret after the first letter of a text. */
function stateOf(html: string, text: string): EditorState {
  const doc = nodeFromHtml(html)
  let at = 0
  doc.descendants((node, position) => {
    if (node.text === text) at = position
  })
  return EditorState.create({ doc, selection: TextSelection.create(doc, at + 1) })
}

/** Renders the document with a bar at the caret. */
function resultOf(transaction: Transaction | null): string | null {
  if (transaction === null) return null
  transaction.insertText('|', transaction.selection.head)
  transaction.doc.check()
  return renderNode(transaction.doc).html
}

describe('columns', () => {
  test('wrap the block with the caret but are not nested', () => {
    expect(resultOf(insertColumns(stateOf('<p>a</p><p>b</p>', 'a'), 3))).toBe(
      `${columns(column('<p>a|</p>'), column('<p></p>'), column('<p></p>'))}<p>b</p>`,
    )
    expect(insertColumns(stateOf(columns(column('<p>a</p>'), column('<p>b</p>')), 'b'), 2)).toBeNull()
  })

  test('can be added on either side, up to five', () => {
    const two = columns(column('<p>a</p>', 1.5), column('<p>b</p>'))
    expect(resultOf(addLayoutColumn(stateOf(two, 'a'), 'after'))).toBe(
      columns(column('<p>a</p>', 1.5), column('<p>|</p>'), column('<p>b</p>')),
    )
    expect(resultOf(addLayoutColumn(stateOf(two, 'a'), 'before'))).toBe(
      columns(column('<p>|</p>'), column('<p>a</p>', 1.5), column('<p>b</p>')),
    )
    const five = columns(...['a', 'b', 'c', 'd', 'e'].map((each) => column(`<p>${each}</p>`)))
    expect(addLayoutColumn(stateOf(five, 'c'), 'after')).toBeNull()
  })

  test('can be deleted, and a single remaining column is unwrapped', () => {
    const three = columns(column('<p>a</p>'), column('<p>b</p>'), column('<p>c</p>'))
    expect(resultOf(removeColumn(stateOf(three, 'b')))).toBe(columns(column('<p>a|</p>'), column('<p>c</p>')))
    const two = columns(column('<p>a</p>', 0.5), column('<p>b</p><ul><li><p>c</p></li></ul>', 1.5))
    expect(resultOf(removeColumn(stateOf(`<p>x</p>${two}<p>y</p>`, 'a')))).toBe(
      '<p>x</p><p>|b</p><ul><li><p>c</p></li></ul><p>y</p>',
    )
    // Concurrent deletions by two people can leave a layout with a single column. Deleting this column deletes the
    // layout.
    expect(resultOf(removeColumn(stateOf(columns(column('<p>a</p>')), 'a')))).toBe('<p>|</p>')
  })

  test('can be unwrapped in order without moving the caret', () => {
    const many = columns(...['a', 'b', 'c', 'd', 'e', 'f'].map((each) => column(`<p>${each}</p>`)))
    expect(resultOf(unwrapColumns(stateOf(`<p>x</p>${many}`, 'c')))).toBe(
      '<p>x</p><p>a</p><p>b</p><p>c|</p><p>d</p><p>e</p><p>f</p>',
    )
  })

  test('share the width of two columns, whatever the other widths', () => {
    const state = stateOf(columns(column('<p>a</p>'), column('<p>b</p>'), column('<p>c</p>', 3)), 'b')
    const start = findColumnAtCaret(state)?.start ?? 0
    const wide = resizeAdjacentColumns(state, start, 0.75)
    expect(renderNode(wide.doc).html).toBe(
      columns(column('<p>a</p>', 1.5), column('<p>b</p>', 0.5), column('<p>c</p>', 3)),
    )
    const even = makeColumnsEqual(state.apply(wide))
    expect(even && renderNode(even.doc).html).toBe(
      columns(column('<p>a</p>'), column('<p>b</p>'), column('<p>c</p>')),
    )
  })

  test.each([
    ['2', 2],
    [0.333, 0.33],
    [900, 5],
    [0.01, 0.2],
    [1, null],
    [-1, null],
    ['', null],
    ['red', null],
    [Number.NaN, null],
    [null, null],
  ])('normalizes the width %j to %j', (written, width) => expect(parseColumnWidth(written)).toBe(width))
})
