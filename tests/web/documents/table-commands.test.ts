import type { ResolvedPos } from '@tiptap/pm/model'
import { EditorState, TextSelection } from '@tiptap/pm/state'
import { expect, test } from 'vitest'
import { nodeFromHtml } from '#api/documents/content/parse-html.ts'
import { renderNode } from '#common/documents/content/render.ts'
import { cellRangeOfSelection, cellsInRect, selectedCells } from '#web/documents/editor/tables/cell-range.ts'
import {
  cellColor,
  colorCells,
  duplicateColumns,
  duplicateRows,
  toggleHeaders,
} from '#web/documents/editor/tables/table-commands.ts'
import {
  caretForArrowKey,
  cellsInNextRow,
  expandCellSelection,
  extendSelectionByRow,
  isEdgeBlockOfCell,
  moveCaretByRow,
  type VerticalDirection,
} from '#web/documents/editor/tables/table-moves.ts'

const row = (...cells: string[]) => `<tr>${cells.join('')}</tr>`
const td = (text: string, color?: string) =>
  `<td${color ? ` data-background-color="${color}"` : ''}><p>${text}</p></td>`
const table = (...rows: string[]) => `<table><tbody>${rows.join('')}</tbody></table>`

/** Creates an editor state with the caret in the cell with this text. */
function stateOf(html: string, text: string): EditorState {
  const doc = nodeFromHtml(html)
  let at = 0
  doc.descendants((node, position) => {
    if (node.text === text) at = position
  })
  return EditorState.create({ doc, selection: TextSelection.create(doc, at) })
}

const two = table(row(td('a', 'pink'), td('b')), row(td('c'), td('d', 'green')))

test('duplicates a row below with its colors', () => {
  const tr = duplicateRows(stateOf(two, 'a'))
  expect(tr && renderNode(tr.doc).html).toBe(
    table(row(td('a', 'pink'), td('b')), row(td('a', 'pink'), td('b')), row(td('c'), td('d', 'green'))),
  )
})

test('duplicates a column beside with its colors', () => {
  const tr = duplicateColumns(stateOf(two, 'd'))
  expect(tr && renderNode(tr.doc).html).toBe(
    table(row(td('a', 'pink'), td('b'), td('b')), row(td('c'), td('d', 'green'), td('d', 'green'))),
  )
})

test('changes and removes the color of a cell and keeps it in a header', () => {
  const state = stateOf(two, 'b')
  const colored = state.apply(colorCells(state, 'purple') ?? state.tr)
  const place = cellRangeOfSelection(colored)
  expect(place && cellColor(place)).toBe('purple')
  const header = toggleHeaders(colored, 'row')
  expect(header && renderNode(header.doc).html).toContain('<th data-background-color="purple"><p>b</p></th>')
  const cleared = colorCells(colored, null)
  expect(cleared && renderNode(cleared.doc).html).toBe(two)
})

const letters = (rows: string[]) =>
  table(...rows.map((cells) => row(...[...cells].map((letter) => td(letter)))))
const textAt = (place: ResolvedPos) => place.parent.textContent
const byRow = (state: EditorState, direction: VerticalDirection) =>
  moveCaretByRow(state, caretForArrowKey(state.selection, direction), direction)

test('arrow keys move within a column and out of the table', () => {
  const state = stateOf(`<p>over</p>${letters(['abc', 'def'])}<p>below</p>`, 'b')
  const after = (from: EditorState, direction: VerticalDirection) =>
    from.apply(byRow(from, direction) ?? from.tr)
  const down = after(state, 'down')
  expect(textAt(down.selection.$head)).toBe('e')
  expect(textAt(after(down, 'up').selection.$head)).toBe('b')
  expect(textAt(after(down, 'down').selection.$head)).toBe('below')
  expect(textAt(after(state, 'up').selection.$head)).toBe('over')
})

test('an arrow key below a table at the end adds a paragraph', () => {
  const plain = byRow(stateOf(letters(['ab']), 'a'), 'down')
  expect(plain && renderNode(plain.doc).html).toBe(`${letters(['ab'])}<p></p>`)
  const column = (content: string) => `<div data-type="column">${content}</div>`
  const columns = `<div data-type="columns">${column(letters(['ab']))}${column('<p>beside</p>')}</div>`
  const state = stateOf(`${columns}<p>below</p>`, 'a')
  const moved = byRow(state, 'down')
  expect(moved && textAt(moved.selection.$head)).toBe('below')
  // At the start of the document, moving the caret up inserts no paragraph above the columns.
  expect(byRow(state, 'up')?.docChanged).toBe(false)
})

test('a wide cell has several cells below it, and they share one above', () => {
  const state = stateOf(
    table(
      '<tr><td colspan="2"><p>wide</p></td><td></td><td><p>c</p></td></tr>',
      row(td('d'), td('e'), td('f')),
    ),
    'wide',
  )
  const { $head } = state.selection
  expect(cellsInNextRow($head, 'down').map(({ from }) => state.doc.nodeAt(from)?.textContent)).toEqual([
    'd',
    'e',
  ])
  const moved = moveCaretByRow(state, $head, 'down', 1)
  expect(moved && textAt(moved.selection.$head)).toBe('e')
  const back = moved && byRow(state.apply(moved), 'up')
  expect(back && textAt(back.selection.$head)).toBe('wide')
})

test('Shift and an arrow key extend the selection to the next cell', () => {
  let state = stateOf(letters(['abc', 'def', 'ghi']), 'b')
  const selected = () => {
    const range = selectedCells(state)
    return (
      range &&
      cellsInRect(range, range.rect)
        .map(({ cell }) => cell.textContent)
        .join('')
    )
  }
  for (const [direction, expected] of [
    ['down', 'be'],
    ['down', 'beh'],
    ['down', 'beh'],
    ['up', 'be'],
    ['up', null],
  ] as const) {
    state = state.apply(extendSelectionByRow(state, direction) ?? state.tr)
    expect(selected()).toBe(expected)
  }
})

test('Select all selects first the cell, then the table, then the text', () => {
  let state = stateOf(`<p>over</p>${letters(['ab', 'cd'])}<p>below</p>`, 'b')
  const steps = [0, 1, 2].map(() => {
    state = state.apply(expandCellSelection(state) ?? state.tr)
    return state.doc.textBetween(state.selection.from, state.selection.to)
  })
  expect(steps).toEqual(['b', 'abcd', 'overabcdbelow'])
  expect(expandCellSelection(state)).toBeNull()
})

test('detects the first and last block of a cell', () => {
  const state = stateOf(
    table('<tr><td><p>one</p><ul><li><p>two</p></li><li><p>end</p></li></ul></td></tr>'),
    'two',
  )
  const edges = ['one', 'two', 'end'].map((text) => {
    let at = 0
    state.doc.descendants((node, position) => {
      if (node.text === text) at = position
    })
    const $place = state.doc.resolve(at)
    return [isEdgeBlockOfCell($place, 'up'), isEdgeBlockOfCell($place, 'down')]
  })
  expect(edges).toEqual([
    [true, false],
    [false, false],
    [false, true],
  ])
})
