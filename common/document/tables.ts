import { type Extensions, Node } from '@tiptap/core'
import { type ColorName, colorNamed } from '../colors.ts'

/**
 * Rows of cells, as HTML and other editors have them; the cells of a header row are `tableHeader`. A cell spans one column and one row:
 * two people may add to a table at the same time, and what merges by Yjs is then still a table that can be shown and edited, whose
 * rows need not be of one length.
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
      return { background: { default: null, rendered: false, parseHTML: backgroundIn } }
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

/** Cells that may be added to one text, and in one row; what claims to span more is read as it stands. */
const mostAdded = 20_000
const widest = 1_000

/**
 * Makes every cell of the tables below `root` one column wide and one row high, with empty ones beside it where it spanned more, and all rows
 * of a table as long as the longest. `root` is of a browser or of the server's parser.
 */
export function squareTables(root: Element): void {
  const room = { left: mostAdded }
  for (const table of root.querySelectorAll('table')) {
    const rows = [...table.querySelectorAll('tr')].filter((row) => row.closest('table') === table)
    if (rows.length === 0) table.replaceWith(...table.childNodes)
    const grid = gridOf(rows, room)
    const width = grid.reduce((most, cells) => Math.max(most, cells.length), 0)
    const missing = grid.reduce((sum, cells) => sum + width - cells.length, 0)
    if (missing > room.left) continue
    room.left -= missing
    for (const [y, row] of rows.entries()) square(row, grid[y] ?? [], width)
  }
}

function square(row: Element, cells: GridRow, width: number): void {
  const isHead =
    row.parentElement?.localName === 'thead' || cells.every((each) => !each || each.localName === 'th')
  for (let x = 0; x < width; x++) {
    const found = cells[x] ?? row.ownerDocument.createElement(isHead ? 'th' : 'td')
    row.append(isHead && found.localName === 'td' ? asHeader(found) : found)
  }
}

/** Each cell at its first place, null where it reaches besides, undefined where none does. */
type GridRow = (Element | null | undefined)[]

function gridOf(rows: Element[], room: { left: number }): GridRow[] {
  const grid: GridRow[] = rows.map(() => [])
  for (const [y, row] of rows.entries()) {
    let x = 0
    for (const each of cellsOf(row)) {
      while (grid[y]?.[x] !== undefined) x++
      const [wide, high] = spansOf(each, x, rows.length - y, room)
      for (const below of grid.slice(y, y + high)) for (let at = x; at < x + wide; at++) fill(below, at, null)
      fill(grid[y], x, each)
      x += wide
    }
  }
  return grid
}

/** How many columns and rows it is over; one each where there is no room for more. */
function spansOf(each: Element, x: number, most: number, room: { left: number }): [number, number] {
  const wide = spanOf(each, 'colspan')
  const high = Math.min(spanOf(each, 'rowspan'), most)
  const besides = wide * high - 1
  if (x + wide > widest || besides > room.left) return [1, 1]
  room.left -= besides
  return [wide, high]
}

function fill(row: GridRow | undefined, at: number, value: Element | null): void {
  if (row === undefined) return
  while (row.length < at) row.push(undefined)
  row[at] = value
}

function cellsOf(row: Element): Element[] {
  return [...row.children].filter(({ localName }) => localName === 'td' || localName === 'th')
}

function spanOf(each: Element, name: string): number {
  const asked = Number.parseInt(each.getAttribute(name) ?? '1', 10)
  each.removeAttribute(name)
  return Math.max(asked || 1, 1)
}

function asHeader(found: Element): Element {
  const header = found.ownerDocument.createElement('th')
  for (const { name, value } of found.attributes) header.setAttribute(name, value)
  header.append(...found.childNodes)
  found.remove()
  return header
}
