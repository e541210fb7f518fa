import { type Extensions, Node } from '@tiptap/core'
import type { Node as DocumentNode } from '@tiptap/pm/model'
import { type ColorName, colorNamed } from '../../platform/colors.ts'
import { type DrawnCell, isDrawn, layoutOf, spanIn, widthIn } from './table-layout.ts'

/**
 * Rows of cells, as HTML and other editors have them; header cells are `tableHeader`. However a cell is drawn, in the document it is
 * one of one column and one row, with the cells that it is drawn over beside it: two people may change a table at the same time, and what merges by Yjs is
 * then still a table that can be shown and edited. `table-layout.ts` says how it is drawn.
 */
export function tableNodes(): Extensions {
  return [
    Node.create({
      name: 'table',
      group: 'block',
      content: 'tableRow+',
      isolating: true,
      parseHTML: () => [{ tag: 'table' }],
      renderHTML: ({ HTMLAttributes }) => ['table', HTMLAttributes, ['tbody', 0]],
    }),
    Node.create({
      name: 'tableRow',
      content: '(tableCell | tableHeader)+',
      parseHTML: () => [{ tag: 'tr' }],
      renderHTML: () => ['tr', 0],
    }),
    cell('tableCell', 'td'),
    cell('tableHeader', 'th'),
  ]
}

function cell(name: string, tag: string) {
  return Node.create({
    name,
    content: 'block+',
    isolating: true,
    addAttributes() {
      return {
        background: { default: null, rendered: false, parseHTML: backgroundIn },
        colspan: { default: null, rendered: false, parseHTML: (element) => spanOf(element, 'colspan') },
        rowspan: { default: null, rendered: false, parseHTML: (element) => spanOf(element, 'rowspan') },
        colwidth: {
          default: null,
          rendered: false,
          parseHTML: (element) => widthIn(element.getAttribute('colwidth')),
        },
      }
    },
    parseHTML: () => [{ tag }],
    // Not as `background`, by which the reference says it: there a browser looks for the address of a picture.
    renderHTML: ({ node }) => [tag, { 'data-background-color': colorNamed(node.attrs.background) }, 0],
  })
}

/** The reference names a colour by the variable that its own theme has for it. */
function backgroundIn(element: Element): ColorName | null {
  const written = element.getAttribute('data-background-color') ?? element.getAttribute('background') ?? ''
  const named = /^var\(--editor-colors-([a-z-]+)-background\)$/.exec(written)?.[1] ?? written
  return colorNamed(named)
}

/** A cell as HTML says it; null where a row is shorter than others. */
export interface WrittenCell {
  tag: 'td' | 'th'
  attributes: Record<string, string | null>
  cell: DocumentNode | null
}

/** The cells that are drawn, row by row, with what they are over; what they hide is left out. */
export function writtenRows(table: DocumentNode): WrittenCell[][] {
  const layout = layoutOf(table)
  return table.children.map((row, y) =>
    (layout.slots[y] ?? []).flatMap((drawn, x) => (isDrawn(layout, y, x) ? [writtenCell(row, drawn)] : [])),
  )
}

function writtenCell(row: DocumentNode, { column, wide, high }: DrawnCell): WrittenCell {
  const found = row.maybeChild(column)
  const isHead = (found ? [found] : row.children).every(({ type }) => type.name === 'tableHeader')
  const widths = Array.from({ length: wide }, (_, at) => widthIn(row.maybeChild(column + at)?.attrs.colwidth))
  return {
    tag: isHead ? 'th' : 'td',
    attributes: {
      'data-background-color': colorNamed(found?.attrs.background),
      colwidth: widths.some((width) => width !== null) ? widths.map((width) => width ?? 0).join(',') : null,
      colspan: wide > 1 ? `${wide}` : null,
      rowspan: high > 1 ? `${high}` : null,
    },
    cell: found,
  }
}

/** Cells that may be added to one text, and in one row; what claims to span more is read as it stands. */
const mostAdded = 20_000
const widestRow = 1_000

/**
 * Puts empty cells beside those that span more columns or rows than one, which keep saying so, and makes all rows of a table as long
 * as the longest. `root` is of a browser or of the server's parser.
 */
export function squareTables(root: Element): void {
  const room = { left: mostAdded }
  for (const table of root.querySelectorAll('table')) {
    const rows = rowsOf(table)
    if (rows.length === 0) table.replaceWith(...table.childNodes)
    const grid = gridOf(rows, room)
    const width = widthOf(grid)
    const missing = grid.reduce((sum, cells) => sum + width - cells.length, 0)
    for (const found of grid.flat()) if (found) tellSpans(found)
    if (missing > room.left) continue
    room.left -= missing
    for (const [y, row] of rows.entries()) square(row, grid[y] ?? [], width)
  }
}

/** The width that is said for each column of a table of the stored HTML; null where none is. */
export function widthsIn(table: Element): (number | null)[] | null {
  const grid = gridOf(rowsOf(table), { left: mostAdded })
  const widths: (number | null)[] = Array.from({ length: widthOf(grid) }, () => null)
  for (const row of grid)
    for (const [x, found] of row.entries())
      for (const [at, said] of (found?.element.getAttribute('colwidth') ?? '').split(',').entries())
        if (x + at < widths.length) widths[x + at] ??= widthIn(said)
  return widths.some((width) => width !== null) ? widths : null
}

function rowsOf(table: Element): Element[] {
  return [...table.querySelectorAll('tr')].filter((row) => row.closest('table') === table)
}

function widthOf(grid: readonly GridRow[]): number {
  return grid.reduce((most, cells) => Math.max(most, cells.length), 0)
}

function square(row: Element, cells: GridRow, length: number): void {
  const isHead = isHeadRow(row, cells)
  let widths: string[] = []
  for (let x = 0; x < length; x++) {
    const cell = cells[x]
    const found = cell?.element ?? row.ownerDocument.createElement(isHead ? 'th' : 'td')
    const said = found.getAttribute('colwidth')
    if (said !== null) widths = said.split(',')
    const width = widths.shift()
    if (width !== undefined && width !== said) found.setAttribute('colwidth', width)
    if (cell === null) found.setAttribute(below, '')
    row.append(isHead && found.localName === 'td' ? asHeader(found) : found)
  }
}

function isHeadRow(row: Element, cells: GridRow): boolean {
  const own = cells.filter((each) => each != null)
  const isAll = own.length > 0 && own.every(({ element }) => element.localName === 'th')
  return isAll || row.parentElement?.localName === 'thead'
}

interface GridCell {
  element: Element
  wide: number
  high: number
}

/** Each cell at its first place, null where it reaches besides, undefined where none does. */
type GridRow = (GridCell | null | undefined)[]

function gridOf(rows: Element[], room: { left: number }): GridRow[] {
  const grid: GridRow[] = rows.map(() => [])
  for (const [y, row] of rows.entries()) {
    let x = 0
    for (const each of cellsOf(row)) {
      while (grid[y]?.[x] !== undefined) x++
      const [wide, high] = spansOf(each, x, rows.length - y, room)
      for (const below of grid.slice(y, y + high)) for (let at = x; at < x + wide; at++) fill(below, at, null)
      fill(grid[y], x, { element: each, wide, high })
      x += wide
    }
  }
  return grid
}

/** How many columns and rows it is over; one each where there is no room for more. */
function spansOf(each: Element, x: number, most: number, room: { left: number }): [number, number] {
  const wide = spanOf(each, 'colspan') ?? 1
  const high = Math.min(spanOf(each, 'rowspan') ?? 1, most)
  const besides = wide * high - 1
  if (x + wide > widestRow || besides > room.left) return [1, 1]
  room.left -= besides
  return [wide, high]
}

function fill(row: GridRow | undefined, at: number, value: GridCell | null): void {
  if (row === undefined) return
  while (row.length < at) row.push(undefined)
  row[at] = value
}

/** Says of an empty cell that another is drawn over it, for what has been squared already. */
const below = 'data-below'

function cellsOf(row: Element): Element[] {
  for (const each of [...row.children]) if (each.hasAttribute(below)) each.remove()
  return [...row.children].filter(({ localName }) => localName === 'td' || localName === 'th')
}

function tellSpans({ element, wide, high }: GridCell): void {
  for (const [name, span] of [
    ['colspan', wide],
    ['rowspan', high],
  ] as const)
    if (span > 1) element.setAttribute(name, `${span}`)
    else element.removeAttribute(name)
}

function spanOf(each: Element, name: string): number | null {
  const span = spanIn(Number.parseInt(each.getAttribute(name) ?? '1', 10))
  return span > 1 ? span : null
}

function asHeader(found: Element): Element {
  const header = found.ownerDocument.createElement('th')
  for (const { name, value } of found.attributes) header.setAttribute(name, value)
  header.append(...found.childNodes)
  found.remove()
  return header
}
