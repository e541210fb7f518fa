import { EditorState, TextSelection } from '@tiptap/pm/state'
import { expect, test } from 'vitest'
import { nodeFromHtml } from '#api/documents/parse-html.ts'
import { renderNode } from '#common/document/render.ts'
import { cellRange } from '#web/editor/tables/cell-range.ts'
import {
  cellColor,
  colorCells,
  duplicateColumns,
  duplicateRows,
  toggleHeaders,
} from '#web/editor/tables/table-commands.ts'

const row = (...cells: string[]) => `<tr>${cells.join('')}</tr>`
const td = (text: string, color?: string) =>
  `<td${color ? ` data-background-color="${color}"` : ''}><p>${text}</p></td>`
const table = (...rows: string[]) => `<table><tbody>${rows.join('')}</tbody></table>`

/** With the caret in the cell that says so. */
function stateOf(html: string, text: string): EditorState {
  const doc = nodeFromHtml(html)
  let at = 0
  doc.descendants((node, position) => {
    if (node.text === text) at = position
  })
  return EditorState.create({ doc, selection: TextSelection.create(doc, at) })
}

const two = table(row(td('a', 'pink'), td('b')), row(td('c'), td('d', 'green')))

test('a row is duplicated below with its colours', () => {
  const tr = duplicateRows(stateOf(two, 'a'))
  expect(tr && renderNode(tr.doc).html).toBe(
    table(row(td('a', 'pink'), td('b')), row(td('a', 'pink'), td('b')), row(td('c'), td('d', 'green'))),
  )
})

test('a column is duplicated beside with its colours', () => {
  const tr = duplicateColumns(stateOf(two, 'd'))
  expect(tr && renderNode(tr.doc).html).toBe(
    table(row(td('a', 'pink'), td('b'), td('b')), row(td('c'), td('d', 'green'), td('d', 'green'))),
  )
})

test('a cell gets a colour and loses it, and becomes a header with it', () => {
  const state = stateOf(two, 'b')
  const colored = state.apply(colorCells(state, 'purple') ?? state.tr)
  const place = cellRange(colored)
  expect(place && cellColor(place)).toBe('purple')
  const header = toggleHeaders(colored, 'row')
  expect(header && renderNode(header.doc).html).toContain('<th data-background-color="purple"><p>b</p></th>')
  const cleared = colorCells(colored, null)
  expect(cleared && renderNode(cleared.doc).html).toBe(two)
})
