import type { Fragment, Mark, Node } from '@tiptap/pm/model'
import { escapeHtml } from '../../platform/escape-html.ts'
import { isSafeHref } from './links.ts'
import { displayedCellRows } from './tables.ts'

/**
 * Renders a document as HTML without a DOM. The result is safe: it contains only elements from `toDOM` of the
 * schema, escaped texts and attributes, and addresses that `isSafeHref` accepts.
 */
export function nodeToHtml(node: Node): string {
  return node.isTextblock || node.inlineContent
    ? inlineHtml(childrenOf(node.content), 0)
    : childrenOf(node.content).map(nodeHtml).join('')
}

function nodeHtml(node: Node): string {
  if (node.isText) return escapeHtml(node.text ?? '')
  const toDom = node.type.spec.toDOM
  if (!toDom) return nodeToHtml(node)
  if (node.type.name === 'table') return specHtml(toDom(node), rowsHtml(node))
  return specHtml(toDom(node), node.isLeaf ? '' : nodeToHtml(node))
}

/**
 * Renders the rows of a table as they are displayed. A cell is not rendered alone, because the area that a
 * merged cell covers depends on the other cells.
 */
function rowsHtml(table: Node): string {
  const rows = displayedCellRows(table).map((cells) =>
    cells.map(({ tag, attributes, cell }) =>
      specHtml([tag, attributes, 0], cell === null ? '<p></p>' : nodeToHtml(cell)),
    ),
  )
  return rows.map((cells) => `<tr>${cells.join('')}</tr>`).join('')
}

/** Renders inline nodes. Adjacent nodes with the same mark are rendered in one element, as in the editor. */
function inlineHtml(nodes: Node[], depth: number): string {
  let html = ''
  for (let at = 0; at < nodes.length; ) {
    const node = nodes[at]
    const mark = node?.marks[depth]
    let end = at + 1
    if (node && !mark) html += nodeHtml(node)
    if (mark) {
      while (nodes[end]?.marks[depth]?.eq(mark)) end++
      html += markHtml(mark, inlineHtml(nodes.slice(at, end), depth + 1))
    }
    at = end
  }
  return html
}

function markHtml(mark: Mark, content: string): string {
  const toDom = mark.type.spec.toDOM
  if (!toDom) return content
  const spec: unknown = toDom(mark, true)
  // In the array that `toDOM` returns, the number 0 marks the position of the content. If the array has no 0,
  // append it, as ProseMirror does for marks.
  return specHtml(isList(spec) && !hasHole(spec) ? [...spec, 0] : spec, content)
}

function hasHole(spec: unknown): boolean {
  return spec === 0 || (isList(spec) && spec.some(hasHole))
}

/** Names of the elements that have no end tag. */
export const voidTags = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'track',
  'wbr',
])

function specHtml(spec: unknown, content: string): string {
  if (typeof spec === 'string') return escapeHtml(spec)
  if (!isList(spec)) throw new Error('toDOM must describe its element, it cannot make one here')
  const [tag, ...rest] = spec
  if (typeof tag !== 'string' || !/^[a-z][a-z0-9-]*$/i.test(tag)) throw new Error('toDOM names no element')
  const hasAttributes = isAttributes(rest[0])
  const children = hasAttributes ? rest.slice(1) : rest
  const open = `<${tag}${hasAttributes ? attributesHtml(rest[0]) : ''}>`
  if (voidTags.has(tag)) return open
  return `${open}${children.map((child) => (child === 0 ? content : specHtml(child, content))).join('')}</${tag}>`
}

function attributesHtml(attributes: unknown): string {
  let html = ''
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || !/^[a-z][a-z0-9_:-]*$/i.test(name) || /^on/i.test(name))
      continue
    if ((name === 'href' || name === 'src') && !isSafeHref(value)) continue
    html += ` ${name}="${escapeHtml(String(value))}"`
  }
  return html
}

function childrenOf(fragment: Fragment): Node[] {
  return [...fragment.content]
}

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value)
}

function isAttributes(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
