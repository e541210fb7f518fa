import { type Extensions, Node } from '@tiptap/core'
import type { Node as DocumentNode } from '@tiptap/pm/model'
import { type ColorName, parseColorName } from '../../platform/colors.ts'
import {
  computeTableLayout,
  isCellVisible,
  parseCellSpan,
  parseTableColumnWidth,
  type VisibleCell,
} from './table-layout.ts'

/**
 * The nodes of tables. In the document, every cell takes one column and one row, even if it is displayed over
 * several. The cells that it covers remain in the document. The result of concurrent edits, which Yjs merges,
 * is therefore still a valid table. `table-layout.ts` computes the display.
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
          parseHTML: (element) => parseTableColumnWidth(element.getAttribute('colwidth')),
        },
      }
    },
    parseHTML: () => [{ tag }],
    // The attribute is not called `background` as in Plane, because browsers would load its value as an
    // image.
    renderHTML: ({ node }) => [tag, { 'data-background-color': parseColorName(node.attrs.background) }, 0],
  })
}

/**
 * Returns the color of a cell. Clients of Plane write the color as a CSS variable of that product. Returns
 * null for a cell without a color.
 */
function backgroundIn(element: Element): ColorName | null {
  const written = element.getAttribute('data-background-color') ?? element.getAttribute('background') ?? ''
  const named = /^var\(--editor-colors-([a-z-]+)-background\)$/.exec(written)?.[1] ?? written
  return parseColorName(named)
}

/** A cell as written in HTML. If a row is shorter than the others, `cell` is null for its missing cells. */
export interface CellWithSpans {
  tag: 'td' | 'th'
  attributes: Record<string, string | null>
  cell: DocumentNode | null
}

/** Returns the displayed cells with their spans, row by row. Covered cells are left out. */
export function displayedCellRows(table: DocumentNode): CellWithSpans[][] {
  const layout = computeTableLayout(table)
  return table.children.map((row, y) =>
    (layout.slots[y] ?? []).flatMap((drawn, x) =>
      isCellVisible(layout, y, x) ? [writtenCell(row, drawn)] : [],
    ),
  )
}

function writtenCell(row: DocumentNode, { column, wide, high }: VisibleCell): CellWithSpans {
  const found = row.maybeChild(column)
  const isHead = (found ? [found] : row.children).every(({ type }) => type.name === 'tableHeader')
  const widths = Array.from({ length: wide }, (_, at) =>
    parseTableColumnWidth(row.maybeChild(column + at)?.attrs.colwidth),
  )
  return {
    tag: isHead ? 'th' : 'td',
    attributes: {
      'data-background-color': parseColorName(found?.attrs.background),
      colwidth: widths.some((width) => width !== null) ? widths.map((width) => width ?? 0).join(',') : null,
      colspan: wide > 1 ? `${wide}` : null,
      rowspan: high > 1 ? `${high}` : null,
    },
    cell: found,
  }
}

/**
 * Maximum number of empty cells that are added to the tables of one text. Spans that exceed it are ignored. The
 * next constant is the maximum number of cells in a row.
 */
const mostAdded = 20_000
const widestRow = 1_000

/**
 * Adds the covered cells beside cells that span several columns or rows, and fills up all rows of a table to
 * the same length. `root` is an element of the browser or of the server's parser.
 */
export function makeTablesRectangular(root: Element): void {
  const room = { left: mostAdded }
  for (const table of root.querySelectorAll('table')) {
    const rows = rowsOf(table)
    if (rows.length === 0) table.replaceWith(...table.childNodes)
    const grid = gridOf(rows, room)
    const width = widthOf(grid)
    const missing = grid.reduce((sum, cells) => sum + width - cells.length, 0)
    for (const found of grid.flat()) if (found) setSpans(found)
    if (missing > room.left) continue
    room.left -= missing
    for (const [y, row] of rows.entries()) square(row, grid[y] ?? [], width)
  }
}

/** Returns the column widths of a table in stored HTML, or null if no column has a width. */
export function columnWidthsOfElement(table: Element): (number | null)[] | null {
  const grid = gridOf(rowsOf(table), { left: mostAdded })
  const widths: (number | null)[] = Array.from({ length: widthOf(grid) }, () => null)
  for (const row of grid)
    for (const [x, found] of row.entries())
      for (const [at, written] of (found?.element.getAttribute('colwidth') ?? '').split(',').entries())
        if (x + at < widths.length) widths[x + at] ??= parseTableColumnWidth(written)
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
    const written = found.getAttribute('colwidth')
    if (written !== null) widths = written.split(',')
    const width = widths.shift()
    if (width !== undefined && width !== written) found.setAttribute('colwidth', width)
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

/**
 * A row of the grid. A cell is stored at its first position; null marks further positions that the cell
 * covers, and undefined marks free positions.
 */
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

/**
 * Returns how many columns and rows a cell spans. Returns 1 for both numbers if the spans exceed the limits.
 */
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

/**
 * Attribute of the empty cells that `makeTablesRectangular` adds below merged cells. A second run removes these
 * cells before it adds new ones.
 */
const below = 'data-below'

function cellsOf(row: Element): Element[] {
  for (const each of [...row.children]) if (each.hasAttribute(below)) each.remove()
  return [...row.children].filter(({ localName }) => localName === 'td' || localName === 'th')
}

function setSpans({ element, wide, high }: GridCell): void {
  for (const [name, span] of [
    ['colspan', wide],
    ['rowspan', high],
  ] as const)
    if (span > 1) element.setAttribute(name, `${span}`)
    else element.removeAttribute(name)
}

function spanOf(each: Element, name: string): number | null {
  const span = parseCellSpan(Number.parseInt(each.getAttribute(name) ?? '1', 10))
  return span > 1 ? span : null
}

function asHeader(found: Element): Element {
  const header = found.ownerDocument.createElement('th')
  for (const { name, value } of found.attributes) header.setAttribute(name, value)
  header.append(...found.childNodes)
  found.remove()
  return header
}
