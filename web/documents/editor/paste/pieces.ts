import { DOMParser, type Node, type Schema } from '@tiptap/pm/model'

/** Consecutive blocks of a long text that are inserted in one step. */
export interface PastedFragment {
  blocks: readonly Node[]
  /**
   * True if the first block continues the last block of the previous piece, such as the rows of a table or
   * the rest of a long line.
   */
  continues: boolean
}

/**
 * Maximum number of characters of a piece. Parsing, rendering and storing such a piece takes about ten
 * milliseconds.
 */
export const maxPastedPieceLength = 4_000
/** The cost of inserting a block regardless of its length, expressed in characters. */
const costOfBlock = 80

/** Converts the lines of a plain text to paragraphs. */
export function* splitTextIntoPieces(schema: Schema, text: string): Iterable<PastedFragment> {
  const { paragraph } = schema.nodes
  if (!paragraph) return
  let blocks: Node[] = []
  let size = 0
  for (const line of text.split(/(?:\r\n?|\n)+/)) {
    const [start = '', ...rest] = splitLongText(line)
    blocks.push(paragraph.create(null, linked(schema, start)))
    size += start.length + costOfBlock
    if (size <= maxPastedPieceLength && rest.length === 0) continue
    yield { blocks, continues: false }
    for (const part of rest) yield { blocks: [paragraph.create(null, linked(schema, part))], continues: true }
    blocks = []
    size = 0
  }
  if (blocks.length > 0) yield { blocks, continues: false }
}

function linked(schema: Schema, text: string): Node[] {
  const { link } = schema.marks
  return text
    .split(/(https?:\/\/[^\s<>"]+[^\s<>"'.,;:!?)\]])/)
    .flatMap((part, at) =>
      part === '' ? [] : schema.text(part, at % 2 === 1 && link ? [link.create({ href: part })] : []),
    )
}

/**
 * Converts pasted and parsed HTML to blocks. Long tables, lists and lines are split and continue in the next piece.
 */
export function* splitHtmlIntoPieces(schema: Schema, root: Element): Iterable<PastedFragment> {
  const parser = DOMParser.fromSchema(schema)
  for (const { elements, continues } of groupsOf(root)) {
    const box = root.ownerDocument.createElement('div')
    box.append(...elements)
    if (!box.textContent?.trim() && box.childElementCount === 0) continue
    const { content } = parser.parse(box)
    yield { blocks: content.content, continues }
  }
}

interface Group {
  elements: ChildNode[]
  continues: boolean
}

function* groupsOf(root: Element): Iterable<Group> {
  let elements: ChildNode[] = []
  let size = 0
  for (const child of [...root.childNodes]) {
    const cost = costOf(child)
    if (size + cost > maxPastedPieceLength && elements.length > 0) {
      yield { elements, continues: false }
      elements = []
      size = 0
    }
    if (cost <= maxPastedPieceLength) {
      elements.push(child)
      size += cost
    } else if (
      isElement(child) &&
      /^(div|section|article|main|center|header|footer|body)$/.test(child.localName)
    )
      yield* groupsOf(child)
    else yield* parts(child)
  }
  if (elements.length > 0) yield { elements, continues: false }
}

/** Splits one element into several elements of the same kind. */
function* parts(child: ChildNode): Iterable<Group> {
  const children = isElement(child) ? contentOf(child) : [child]
  let continues = false
  let taken: ChildNode[] = []
  let size = 0
  const part = (): Group => {
    const group = {
      elements: [isElement(child) ? shellOf(child, taken, continues) : shell(child, taken)],
      continues,
    }
    continues = true
    taken = []
    size = 0
    return group
  }
  for (const each of children.flatMap(cutText)) {
    const cost = costOf(each)
    if (taken.length > 0 && size + cost > maxPastedPieceLength) yield part()
    taken.push(each)
    size += cost
  }
  if (taken.length > 0) yield part()
}

/** Returns the parts of an element: the rows of a table, the text of a code block, or the child nodes. */
function contentOf(element: Element): ChildNode[] {
  if (element.localName === 'table')
    return [...element.querySelectorAll('tr')].filter((row) => row.closest('table') === element)
  const inner = element.localName === 'pre' ? element.querySelector('code') : null
  return [...(inner ?? element).childNodes]
}

function shellOf(element: Element, content: ChildNode[], continues: boolean): Element {
  const copy = element.cloneNode(false) as Element
  if (continues) copy.removeAttribute('data-id')
  const code = element.localName === 'pre' ? element.querySelector('code')?.cloneNode(false) : null
  if (code) copy.append(code)
  ;((code as Element | null | undefined) ?? copy).append(...content)
  return copy
}

function shell(child: ChildNode, content: ChildNode[]): Element {
  const copy = (child.ownerDocument as Document).createElement('p')
  copy.append(...content)
  return copy
}

function cutText(node: ChildNode): ChildNode[] {
  const text = node.nodeType === 3 ? (node.textContent ?? '') : ''
  if (text.length <= maxPastedPieceLength) return [node]
  return splitLongText(text).map((part) => (node.ownerDocument as Document).createTextNode(part))
}

/**
 * Splits a long text. Each cut is inside a word, because the HTML parser drops a space at the end of a part.
 * Surrogate pairs are not split.
 */
export function splitLongText(text: string): string[] {
  const parts: string[] = []
  let start = 0
  while (text.length - start > maxPastedPieceLength) {
    const near = /(\S)\S/u.exec(text.slice(start + maxPastedPieceLength, start + maxPastedPieceLength + 200))
    const end = start + maxPastedPieceLength + (near ? near.index + (near[1]?.length ?? 1) : 1)
    const isHalf = /[\uD800-\uDBFF]/.test(text[end - 1] ?? '')
    parts.push(text.slice(start, isHalf ? end + 1 : end))
    start = isHalf ? end + 1 : end
  }
  return [...parts, text.slice(start)]
}

function costOf(node: ChildNode): number {
  const blocks = isElement(node) ? node.querySelectorAll('p, li, td, th, h1, h2, h3, br, a').length + 1 : 0
  return (node.textContent?.length ?? 0) + blocks * costOfBlock
}

function isElement(node: ChildNode): node is ChildNode & Element {
  return node.nodeType === 1
}
