import { EditorState, TextSelection } from '@tiptap/pm/state'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nodeFromHtml } from '#api/documents/content/parse-html.ts'
import { renderNode } from '#common/documents/content/render.ts'
import { documentSchema } from '#common/documents/content/schema.ts'
import {
  deleteBlocks,
  duplicateBlocks,
  moveBlocks,
  shiftSelectedBlocks,
} from '#web/documents/editor/moves/block-moves.ts'
import { blockRangeAt, selectedBlocks } from '#web/documents/editor/moves/block-range.ts'
import { arbitraryDocumentJson } from '../../support/arbitrary-document-json.ts'

/** Creates an editor state. The text between two bars is selected, or the caret is at a single bar. */
function stateOf(html: string): EditorState {
  const marked = nodeFromHtml(html)
  const places: number[] = []
  marked.descendants((node, position) => {
    for (const { index } of node.isText ? (node.text ?? '').matchAll(/\|/g) : [])
      places.push(position + index)
  })
  const state = EditorState.create({ doc: marked })
  const { tr } = state
  for (const place of places.toReversed()) tr.delete(place, place + 1)
  const [anchor = 0, head = anchor + 1] = places
  return state.apply(tr.setSelection(TextSelection.create(tr.doc, anchor, head - 1)))
}

const stepped = (html: string, by: 1 | -1) => {
  const tr = shiftSelectedBlocks(stateOf(html), by)
  return tr && renderNode(tr.doc).html
}

const columns = (...contents: string[]) =>
  `<div data-type="columns">${contents.map((each) => `<div data-type="column">${each}</div>`).join('')}</div>`
const li = (text: string) => `<li><p>${text}</p></li>`

test.each([
  ['a paragraph', '<p>a</p><p>b|</p>', '<p>b</p><p>a</p>'],
  ['two that are selected', '<p>a</p><p>b|b</p><h2>c|</h2>', '<p>bb</p><h2>c</h2><p>a</p>'],
  [
    'a point with what is below it',
    `<ul>${li('a')}<li><p>b|</p><ul>${li('c')}</ul></li></ul>`,
    `<ul><li><p>b</p><ul>${li('c')}</ul></li>${li('a')}</ul>`,
  ],
  [
    'a table, from a cell, stays where it is',
    '<p>a</p><table><tbody><tr><td><p>b|</p></td></tr></tbody></table>',
    null,
  ],
  [
    'a toggle by its line',
    '<p>a</p><details><summary>b|</summary><p>c</p></details>',
    '<details><summary>b</summary><p>c</p></details><p>a</p>',
  ],
  [
    'what a toggle folds, out of it',
    '<details><summary>a</summary><p>b|</p><p>c</p></details>',
    '<p>b</p><details><summary>a</summary><p>c</p></details>',
  ],
  [
    'a quote by its first line',
    '<p>x</p><blockquote><p>b|</p><p>c</p></blockquote>',
    '<blockquote><p>b</p><p>c</p></blockquote><p>x</p>',
  ],
  [
    'what else a quote has, in it',
    '<p>x</p><blockquote><p>b</p><p>c|</p></blockquote>',
    '<p>x</p><blockquote><p>c</p><p>b</p></blockquote>',
  ],
  [
    'a point of an inner list',
    `<ul><li><p>a</p><ul>${li('b|')}</ul></li></ul>`,
    `<ul>${li('b')}${li('a')}</ul>`,
  ],
  [
    'the first one in a column, out of the columns',
    `<p>x</p>${columns('<p>a|</p><p>b</p>', '<p>c</p>')}`,
    `<p>x</p><p>a</p>${columns('<p>b</p>', '<p>c</p>')}`,
  ],
  [
    'the only block in one of two columns, which removes the columns',
    columns('<p>b</p><p>c</p>', '<p>a|</p>'),
    '<p>a</p><p>b</p><p>c</p>',
  ],
  ['nothing above', '<p>a|</p><p>b</p>', null],
])('%s moves up', (_, before, after) => expect(stepped(before, -1)).toBe(after))

test('a block that moves down keeps its caret and selection', () => {
  const state = stateOf('<p>o|n|e</p><p>two</p>')
  const tr = shiftSelectedBlocks(state, 1)
  expect(tr && renderNode(tr.doc).html).toBe('<p>two</p><p>one</p>')
  const { from = 0, to = 0 } = tr?.selection ?? {}
  expect(tr?.doc.textBetween(from, to)).toBe('n')
})

/** Moves the block that contains the bars before or after the block that contains `text`. */
function moved(html: string, text: string, side: 'before' | 'behind') {
  const state = stateOf(html)
  const range = selectedBlocks(state)
  let at = 0
  state.doc.descendants((node, position) => {
    if (node.text === text) at = position
  })
  const target = blockRangeAt(state.doc, at, true)
  if (!range || !target) return null
  const tr = moveBlocks(state, range, side === 'before' ? target.from : target.to)
  tr?.doc.check()
  return tr && renderNode(tr.doc).html
}

test.each([
  [
    'a point out of its list',
    `<ul>${li('a|')}${li('b')}</ul><p>c</p>`,
    'c',
    'behind',
    `<ul>${li('b')}</ul><p>c</p><ul>${li('a')}</ul>`,
  ],
  [
    'a paragraph among points',
    `<p>a|</p><ul>${li('b')}</ul>`,
    'b',
    'behind',
    `<ul>${li('b')}${li('a')}</ul>`,
  ],
  [
    'a point among tasks',
    `<ul>${li('a|')}</ul><ul data-type="taskList"><li data-type="taskItem" data-checked="true"><label></label><div><p>b</p></div></li></ul>`,
    'b',
    'before',
    '<ul data-type="taskList"><li data-checked="false" data-type="taskItem"><label><input type="checkbox"><span></span></label><div><p>a</p></div></li><li data-checked="true" data-type="taskItem"><label><input type="checkbox" checked="checked"><span></span></label><div><p>b</p></div></li></ul>',
  ],
  ['a heading among points', `<h2>a|</h2><ul>${li('b')}</ul>`, 'b', 'before', null],
  [
    'a block into a quote',
    '<p>a|</p><blockquote><p>b</p></blockquote>',
    'b',
    'behind',
    '<blockquote><p>b</p><p>a</p></blockquote>',
  ],
  [
    'a quote with what is in it',
    '<blockquote><p>a|</p></blockquote><p>b</p>',
    'b',
    'behind',
    '<p>b</p><blockquote><p>a</p></blockquote>',
  ],
  [
    'a block beside a table',
    '<p>a|</p><table><tbody><tr><td><p>b</p></td></tr></tbody></table>',
    'b',
    'behind',
    '<table><tbody><tr><td><p>b</p></td></tr></tbody></table><p>a</p>',
  ],
  [
    'a block into a column',
    `<p>a|</p>${columns('<p>b</p>', '<p>c</p>')}`,
    'c',
    'behind',
    columns('<p>b</p>', '<p>c</p><p>a</p>'),
  ],
  [
    'a block into the other of two columns',
    columns('<p>a|</p>', '<p>b</p><p>c</p>'),
    'b',
    'behind',
    '<p>b</p><p>a</p><p>c</p>',
  ],
  [
    'a toggle into a column',
    `<details><summary>a|</summary><p>x</p></details>${columns('<p>b</p>', '<p>c</p>')}`,
    'c',
    'before',
    columns('<p>b</p>', '<details><summary>a</summary><p>x</p></details><p>c</p>'),
  ],
  ['a block to where it is', '<p>a|</p><p>b</p>', 'b', 'before', null],
] as const)('%s', (_, html, text, side, after) => expect(moved(html, text, side)).toBe(after))

test('duplicates and deletes blocks', () => {
  const state = stateOf('<p data-id="x1">a|</p>')
  const range = selectedBlocks(state) ?? { from: 0, to: 0 }
  expect(renderNode(duplicateBlocks(state, range).doc).html).toBe('<p data-id="x1">a</p><p>a</p>')
  expect(renderNode(deleteBlocks(state, range).doc).html).toBe('<p></p>')
  const list = stateOf(`<p>x</p><ul>${li('a|')}</ul>`)
  expect(renderNode(deleteBlocks(list, selectedBlocks(list) ?? range).doc).html).toBe('<p>x</p>')
})

test('no move loses a letter or violates the schema', () => {
  const places = fc.tuple(fc.nat(), fc.nat(), fc.nat())
  fc.assert(
    fc.property(arbitraryDocumentJson(), places, (json, [one, other, third]) => {
      const doc = documentSchema().nodeFromJSON(json)
      const at = (place: number) => place % (doc.content.size + 1)
      const state = EditorState.create({
        doc,
        selection: TextSelection.between(doc.resolve(at(one)), doc.resolve(at(other))),
      })
      const range = selectedBlocks(state)
      const target = blockRangeAt(doc, at(third), true)
      const moves = [shiftSelectedBlocks(state, 1), shiftSelectedBlocks(state, -1)]
      if (range && target)
        moves.push(moveBlocks(state, range, target.from), moveBlocks(state, range, target.to))
      for (const tr of moves) {
        if (tr === null) continue
        tr.doc.check()
        expect([...tr.doc.textContent].sort()).toEqual([...doc.textContent].sort())
      }
    }),
    { numRuns: 500 },
  )
})
