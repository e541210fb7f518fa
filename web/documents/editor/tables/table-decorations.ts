import type { Node } from '@tiptap/pm/model'
import { Decoration } from '@tiptap/pm/view'
import {
  computeTableLayout,
  isCellVisible,
  isRectangularTable,
  type TableLayout,
} from '#common/documents/content/table-layout.ts'

interface Found {
  table: Node
  /**
   * The offset of the table from the start of its top-level block. The offset does not change when other
   * blocks change.
   */
  offset: number
}

/**
 * Returns the decorations of irregular tables: spans of merged cells, covered cells, and placeholders for
 * missing cells.
 */
export function tableDecorations(doc: Node): Decoration[] {
  const shapes: Decoration[] = []
  let position = 0
  for (const block of doc.children) {
    for (const { table, offset } of unevenIn(block)) shapes.push(...shapesOf(table, position + offset))
    position += block.nodeSize
  }
  return shapes
}

const known = new WeakMap<Node, readonly Found[]>()

function unevenIn(block: Node): readonly Found[] {
  if (block.isTextblock) return none
  const before = known.get(block)
  if (before) return before
  const found: Found[] =
    block.type.name === 'table' && !isRectangularTable(block) ? [{ table: block, offset: 0 }] : []
  let offset = 1
  for (const child of block.children) {
    for (const each of unevenIn(child)) found.push({ table: each.table, offset: offset + each.offset })
    offset += child.nodeSize
  }
  known.set(block, found)
  return found
}

const none: readonly Found[] = []

function shapesOf(table: Node, position: number): Decoration[] {
  const layout = computeTableLayout(table)
  const shapes: Decoration[] = []
  let start = position + 1
  for (const [y, row] of table.children.entries()) {
    let from = start + 1
    for (const [x, cell] of row.children.entries()) {
      const attributes = attributesOf(layout, y, x)
      if (attributes) shapes.push(Decoration.node(from, from + cell.nodeSize, attributes))
      from += cell.nodeSize
    }
    for (let x = row.childCount; x < layout.width; x++)
      if (isCellVisible(layout, y, x))
        shapes.push(Decoration.widget(from, missingCell, { key: `${x}`, side: x }))
    start += row.nodeSize
  }
  return shapes
}

function attributesOf(layout: TableLayout, y: number, x: number): Record<string, string> | null {
  if (!isCellVisible(layout, y, x)) return { class: 'cell-hidden' }
  const drawn = layout.slots[y]?.[x]
  if (!drawn || drawn.wide * drawn.high === 1) return null
  return { colspan: `${drawn.wide}`, rowspan: `${drawn.high}` }
}

function missingCell(): HTMLElement {
  const cell = document.createElement('td')
  cell.className = 'cell-missing'
  cell.contentEditable = 'false'
  return cell
}
