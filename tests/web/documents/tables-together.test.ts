import type { Node } from '@tiptap/pm/model'
import { EditorState, TextSelection, type Transaction } from '@tiptap/pm/state'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { nodeFromHtml } from '#api/documents/content/parse-html.ts'
import { nodeFromYDoc, renderNode } from '#common/documents/content/render.ts'
import { replaceContent } from '#common/documents/content/replace-content.ts'
import {
  computeTableLayout,
  isCellVisible,
  isEmptyCell,
  visibleCells,
} from '#common/documents/content/table-layout.ts'
import { placeCaretInCell, selectCells } from '#web/documents/editor/tables/cell-range.ts'
import {
  addColumn,
  addRow,
  clearTableCells,
  deleteColumns,
  deleteRows,
  duplicateRows,
  mergeCells,
  shiftRowsOrColumns,
  splitCells,
  toggleHeaders,
} from '#web/documents/editor/tables/table-commands.ts'

type Command = (state: EditorState) => Transaction | null

const commands: Command[] = [
  mergeCells,
  mergeCells,
  mergeCells,
  splitCells,
  clearTableCells,
  deleteRows,
  deleteColumns,
  duplicateRows,
  (state) => addRow(state, 'above'),
  (state) => addRow(state, 'below'),
  (state) => addColumn(state, 'left'),
  (state) => addColumn(state, 'right'),
  (state) => shiftRowsOrColumns(state, 'row', 1),
  (state) => shiftRowsOrColumns(state, 'row', -1),
  (state) => shiftRowsOrColumns(state, 'column', 1),
  (state) => shiftRowsOrColumns(state, 'column', -1),
  (state) => toggleHeaders(state, 'column'),
  (state) => state.tr.insertText('x'),
]

const act = fc.record({
  command: fc.nat(commands.length - 1),
  from: fc.tuple(fc.nat(4), fc.nat(4)),
  to: fc.tuple(fc.nat(4), fc.nat(4)),
})

/** Applies a change by one editor, at a caret or across several cells. */
function apply(ydoc: Y.Doc, { command, from, to }: { command: number; from: number[]; to: number[] }): void {
  const doc = nodeFromYDoc(ydoc)
  const at = tableIn(doc)
  if (at === null) return
  const { width, height } = computeTableLayout(doc.child(at.index))
  const [top = 0, left = 0] = [Math.min(from[0] ?? 0, height - 1), Math.min(from[1] ?? 0, width - 1)]
  const rect = {
    top,
    left,
    bottom: Math.max(top, Math.min(to[0] ?? 0, height - 1)),
    right: Math.max(left, Math.min(to[1] ?? 0, width - 1)),
  }
  let state = EditorState.create({ doc })
  state = state.apply(placeCaretInCell(state.tr, at.position, top, left))
  const isText = command === commands.length - 1
  if (!isText) state = state.apply(selectCells(state.tr, at.position, rect))
  const transaction = commands[command]?.(state)
  if (!transaction) return
  transaction.doc.check()
  replaceContent(ydoc, transaction.doc)
}

function tableIn(doc: Node): { index: number; position: number } | null {
  let position = 0
  for (const [index, block] of doc.children.entries()) {
    if (block.type.name === 'table') return { index, position }
    position += block.nodeSize
  }
  return null
}

function expectDrawn(doc: Node): void {
  const at = tableIn(doc)
  if (at === null) return
  const table = doc.child(at.index)
  const layout = computeTableLayout(table)
  // Each position of the grid shows exactly one cell, and each merged cell is a rectangle.
  const area = visibleCells(layout).reduce((sum, { wide, high }) => sum + wide * high, 0)
  expect(area).toBe(layout.width * layout.height)
  for (const cell of visibleCells(layout))
    for (let y = cell.row; y < cell.row + cell.high; y++)
      for (let x = cell.column; x < cell.column + cell.wide; x++) expect(layout.slots[y]?.[x]).toBe(cell)
  // Every cell with text is displayed, so that no letter is hidden.
  for (const [y, row] of table.children.entries())
    for (const [x, cell] of row.children.entries())
      expect(isEmptyCell(cell) || isCellVisible(layout, y, x)).toBe(true)
}

const start = `<table>${['abc', 'def', 'ghi']
  .map((row) => `<tr>${[...row].map((letter) => `<td>${letter}</td>`).join('')}</tr>`)
  .join('')}</table><p></p>`

describe('two editors of one table', () => {
  test('converge to the same rectangular table after any concurrent changes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.array(act, { maxLength: 3 }), fc.array(act, { maxLength: 3 })), {
          maxLength: 4,
        }),
        (rounds) => {
          const [one, other] = [new Y.Doc(), new Y.Doc()]
          replaceContent(one, nodeFromHtml(start))
          Y.applyUpdate(other, Y.encodeStateAsUpdate(one))
          for (const [ours, theirs] of rounds) {
            for (const each of ours) apply(one, each)
            for (const each of theirs) apply(other, each)
            Y.applyUpdate(other, Y.encodeStateAsUpdate(one))
            Y.applyUpdate(one, Y.encodeStateAsUpdate(other))
            const [doc, same] = [nodeFromYDoc(one), nodeFromYDoc(other)]
            expect(same.eq(doc)).toBe(true)
            expectDrawn(doc)
            // The HTML of the document describes the same table and is stored unchanged.
            const { html } = renderNode(doc)
            expect(renderNode(nodeFromHtml(html)).html).toBe(html)
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  test('reveal text that the other wrote into a merged cell', () => {
    const [one, other] = [new Y.Doc(), new Y.Doc()]
    replaceContent(one, nodeFromHtml('<table><tr><td>a</td><td></td><td>c</td></tr></table>'))
    Y.applyUpdate(other, Y.encodeStateAsUpdate(one))
    apply(one, { command: 0, from: [0, 0], to: [0, 1] })
    expect(renderNode(nodeFromYDoc(one)).html).toContain('<td colspan="2"><p>a</p></td>')
    apply(other, { command: commands.length - 1, from: [0, 1], to: [0, 1] })
    Y.applyUpdate(one, Y.encodeStateAsUpdate(other))
    expect(renderNode(nodeFromYDoc(one)).html).toContain(
      '<td><p>a</p></td><td><p>x</p></td><td><p>c</p></td>',
    )
  })
})

describe('merged cells', () => {
  const table = (...rows: string[]) =>
    `<table><tbody>${rows.map((row) => `<tr>${row}</tr>`).join('')}</tbody></table>`
  const td = (text: string, over = '') => `<td${over}><p>${text}</p></td>`

  /**
   * Runs a command with a selection from the text `from` to the text `to`. If both are the same, the
   * selection is a caret in this text. Returns the new HTML, or null if the command does not apply.
   */
  function changed(html: string, command: Command, from: string, to = from): string | null {
    const doc = nodeFromHtml(html)
    const places: Record<string, number> = {}
    doc.descendants((node, position) => {
      if (node.text) places[node.text] = position
    })
    const state = EditorState.create({
      doc,
      selection: TextSelection.create(doc, places[from] ?? 0, (places[to] ?? 0) + (from === to ? 0 : 1)),
    })
    const transaction = command(state)
    transaction?.doc.check()
    return transaction && renderNode(transaction.doc).html
  }

  const three = table(td('a') + td('b') + td('c'), td('d') + td('e') + td('f'), td('g') + td('h') + td('i'))
  const joined = table(
    `<td colspan="2" rowspan="2"><p>a</p><p>b</p><p>d</p><p>e</p></td>${td('c')}`,
    td('f'),
    td('g') + td('h') + td('i'),
  )

  test('contain the whole content, and are empty after a split', () => {
    expect(changed(three, mergeCells, 'a', 'e')).toBe(joined)
    expect(changed(joined, splitCells, 'a')).toBe(
      table(
        `<td><p>a</p><p>b</p><p>d</p><p>e</p></td>${td('')}${td('c')}`,
        td('') + td('') + td('f'),
        td('g') + td('h') + td('i'),
      ),
    )
    // The merged cell also includes cells that the selection covers only partly.
    expect(changed(joined, mergeCells, 'e', 'f')).toBe(
      table(
        '<td colspan="3" rowspan="2"><p>a</p><p>b</p><p>d</p><p>e</p><p>c</p><p>f</p></td>',
        '',
        td('g') + td('h') + td('i'),
      ),
    )
  })

  test('grow when a row is inserted in them and shrink when one is deleted', () => {
    expect(changed(joined, (state) => addRow(state, 'above'), 'f')).toBe(
      table(
        `<td colspan="2" rowspan="3"><p>a</p><p>b</p><p>d</p><p>e</p></td>${td('c')}`,
        td(''),
        td('f'),
        td('g') + td('h') + td('i'),
      ),
    )
    const lower = '<td colspan="2"><p>a</p><p>b</p><p>d</p><p>e</p></td>'
    expect(changed(joined, deleteRows, 'f')).toBe(table(lower + td('c'), td('g') + td('h') + td('i')))
    // The content of cells that span several rows is preserved when the first of these rows is deleted.
    expect(changed(joined, deleteRows, 'c')).toBe(table(lower + td('f'), td('g') + td('h') + td('i')))
    expect(changed(joined, (state) => deleteColumns(state), 'h')).toBe(
      table(`<td rowspan="2"><p>a</p><p>b</p><p>d</p><p>e</p></td>${td('c')}`, td('f'), td('g') + td('i')),
    )
  })

  test('move as a whole, and other rows move past them', () => {
    const moved = table(
      td('g') + td('h') + td('i'),
      `<td colspan="2" rowspan="2"><p>a</p><p>b</p><p>d</p><p>e</p></td>${td('c')}`,
      td('f'),
    )
    expect(changed(joined, (state) => shiftRowsOrColumns(state, 'row', -1), 'h')).toBe(moved)
    expect(changed(joined, (state) => shiftRowsOrColumns(state, 'row', 1), 'f')).toBe(moved)
  })
})

test('a header row and a header column are independent', () => {
  const state = (html: string) => {
    const doc = nodeFromHtml(html)
    const created = EditorState.create({ doc })
    return created.apply(placeCaretInCell(created.tr, 0, 1, 1))
  }
  const html = (transaction: Transaction | null) => (transaction ? renderNode(transaction.doc).html : '')
  const plain = '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>'
  const column = html(toggleHeaders(state(plain), 'column'))
  expect(column).toContain('<tr><th><p>a</p></th><td><p>b</p></td></tr><tr><th><p>c</p></th><td>')
  const both = html(toggleHeaders(state(column), 'row'))
  expect(both).toContain('<tr><th><p>a</p></th><th><p>b</p></th></tr><tr><th><p>c</p></th><td>')
  expect(html(toggleHeaders(state(both), 'row'))).toBe(column)
  // A new row gets a header cell in the header column. If another row is moved to the top, it becomes the
  // header row.
  expect(html(addRow(state(both), 'below'))).toContain('<tr><th><p></p></th><td><p></p></td></tr></tbody>')
  expect(html(shiftRowsOrColumns(state(both), 'row', -1))).toContain(
    '<tr><th><p>c</p></th><th><p>d</p></th></tr><tr><th><p>a</p></th><td><p>b</p></td></tr>',
  )
})
