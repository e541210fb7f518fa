import type { Node } from '@tiptap/pm/model'
import { escapeHtml } from '../../platform/escape-html.ts'
import { parseTextAlignment, type TextAlignment } from './alignments.ts'
import { nearestCalloutKind } from './callout-kinds.ts'
import { validCalloutAttributes } from './callouts.ts'
import { parseColumnWidth } from './columns.ts'
import { embedUrlOfNode } from './embed-node.ts'
import { fileOfNode } from './file-node.ts'
import { fileLinkTitle } from './files.ts'
import { texOfNode } from './formula-nodes.ts'
import { parseIndent } from './indents.ts'
import { liveBlockOfNode } from './live-block-node.ts'
import { liveBlockHtmlAttributes } from './live-blocks.ts'
import { escapeMarkdown } from './markdown-escape.ts'
import {
  escapeMarkdownAttribute,
  inlineContentToMarkdown,
  type MarkdownLabels,
  singleLineFormula,
  singleLineHtml,
  singleLineMarkdown,
} from './markdown-inline.ts'
import { pictureOfNode } from './picture-node.ts'
import { syncedBlockIdOfNode, syncedReferenceOfNode } from './synced-block-nodes.ts'
import { syncedBlockHtmlAttributes, syncedReferenceHtmlAttributes } from './synced-blocks.ts'
import { type CellWithSpans, displayedCellRows } from './tables.ts'

/**
 * Renders a document or a single block as GitHub-flavored Markdown that Tandem's own parser can read.
 * Callouts become alerts, toggles become `details`, and files become links with a descriptive title. Colors,
 * alignment and columns become HTML. Empty paragraphs are left out, because Markdown has none.
 */
export function documentToMarkdown(node: Node, words: MarkdownLabels = {}): string {
  const isBlock = node.type.name !== 'doc'
  return blocksToMarkdown(isBlock ? [node] : node.children, words)
}

/** Renders consecutive blocks with an empty line between them. */
export function blocksToMarkdown(blocks: readonly Node[], words: MarkdownLabels): string {
  const written: string[] = []
  let before: Node | null = null
  let isOther = false
  for (const block of blocks) {
    // If two lists directly follow each other, write the second list with a different marker. Otherwise,
    // Markdown would merge the two lists.
    isOther = isList(block) && before !== null && markerOf(before) === markerOf(block) && !isOther
    const markdown = blockMarkdown(block, words, isOther)
    if (markdown === null) continue
    written.push(markdown)
    before = block
  }
  return written.join('\n\n')
}

/** Renders a block. Returns null for a block without any output. */
function blockMarkdown(block: Node, words: MarkdownLabels, isOther: boolean): string | null {
  switch (block.type.name) {
    case 'paragraph':
      return aligned(inlineContentToMarkdown(block, words), block) || null
    case 'heading':
      return aligned(headingMarkdown(block, words), block)
    case 'codeBlock':
      return codeMarkdown(block)
    case 'horizontalRule':
      return '---'
    case 'blockMath':
      return formulaMarkdown(texOfNode(block) ?? '')
    case 'video':
      return embedMarkdown(block)
    case 'liveBlock':
      return liveBlockMarkdown(block)
    case 'syncedBlock':
      return syncedBlockMarkdown(block, words)
    case 'syncedReference':
      return syncedReferenceMarkdown(block)
    case 'imageComponent':
      return pictureMarkdown(block, words)
    case 'fileComponent':
      return fileMarkdown(block, words)
    case 'bulletList':
    case 'orderedList':
    case 'taskList':
      return listMarkdown(block, words, isOther)
    case 'table':
      return tableMarkdown(block, words)
    case 'callout':
      return calloutMarkdown(block, words)
    case 'blockquote':
      return quoted(blocksToMarkdown(block.children, words))
    case 'details':
      return toggleMarkdown(block, words)
    case 'columns':
      return columnsMarkdown(block, words)
    case 'detailsSummary':
      return `<summary>${singleLineHtml(block, words)}</summary>`
    default:
      return block.isTextblock
        ? inlineContentToMarkdown(block, words)
        : blocksToMarkdown(block.children, words)
  }
}

/** Writes the alignment and the indentation of a block as elements around it. */
function aligned(markdown: string, { attrs }: Node): string {
  const box = inBox(markdown, parseTextAlignment(attrs.textAlign))
  const indent = parseIndent(attrs.indent)
  return indent === null || box === '' ? box : `<div data-indent="${indent}">\n\n${box}\n\n</div>`
}

function inBox(markdown: string, alignment: TextAlignment | null): string {
  if (alignment === null || markdown === '') return markdown
  return `<div align="${alignment}">\n\n${markdown}\n\n</div>`
}

function headingMarkdown(block: Node, words: MarkdownLabels): string {
  const text = singleLineMarkdown(block, words)
  // Markdown would remove `#` signs at the end of a heading, so escape them.
  return `${'#'.repeat(block.attrs.level)} ${text.replace(/(^|\s)(#+)$/, '$1\\$2')}`.trimEnd()
}

function codeMarkdown(block: Node): string {
  const code = block.textContent
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  const { language } = block.attrs
  const name = typeof language === 'string' && /^[\w+#.-]{1,40}$/.test(language) ? language : ''
  return `${fence}${name}\n${code}${code === '' ? '' : '\n'}${fence}`
}

/**
 * Writes a block formula. A formula that contains `$$` is written as an HTML element, because `$$` would end
 * it. Returns null for an empty formula.
 */
function formulaMarkdown(tex: string): string | null {
  if (tex === '') return null
  if (!tex.includes('$$')) return `$$\n${tex}\n$$`
  return `<div data-type="block-math" data-latex="${escapeMarkdownAttribute(tex)}"></div>`
}

/** Returns embedded content as a Markdown link to its page at the host. Returns null for an invalid embed. */
function embedMarkdown(block: Node): string | null {
  const address = embedUrlOfNode(block)
  return address === null ? null : `<${address}>`
}

/**
 * Returns a live block as an HTML element, because Markdown has no syntax for live blocks. Returns null for an invalid
 * block.
 */
function liveBlockMarkdown(block: Node): string | null {
  const live = liveBlockOfNode(block)
  return live && `${divTag(liveBlockHtmlAttributes(live))}</div>`
}

/** Returns the original of a synced block as an HTML element around its content, like columns. */
function syncedBlockMarkdown(block: Node, words: MarkdownLabels): string {
  const content = blocksToMarkdown(block.children, words)
  const tag = divTag(syncedBlockHtmlAttributes(syncedBlockIdOfNode(block)))
  return `${tag}\n\n${content}${content === '' ? '' : '\n\n'}</div>`
}

/** Returns a reference to a synced block as an HTML element. Returns null for an invalid reference. */
function syncedReferenceMarkdown(block: Node): string | null {
  const reference = syncedReferenceOfNode(block)
  return reference && `${divTag(syncedReferenceHtmlAttributes(reference))}</div>`
}

function divTag(attributes: Record<string, string>): string {
  return `<div${Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('')}>`
}

function pictureMarkdown(block: Node, { pictureAddress = (id) => id }: MarkdownLabels): string | null {
  const picture = pictureOfNode(block)
  if (picture?.id == null) return null
  const { alt, caption, width, alignment } = picture
  const address = pictureAddress(picture.id)
  const words = { alt: oneLine(alt), title: oneLine(caption), width: width === null ? '' : `${width}%` }
  const title = words.title === '' ? '' : ` "${words.title.replace(/["\\]/g, '\\$&')}"`
  const attributeTexts = Object.entries(words).flatMap(([name, value]) =>
    value === '' ? [] : [` ${name}="${escapeHtml(value)}"`],
  )
  const written =
    width === null
      ? `![${escapeMarkdown(words.alt, { before: '', after: ']', hasLinks: true, hasFormulas: true })}](${address}${title})`
      : `<img src="${escapeHtml(address)}"${attributeTexts.join('')}>`
  return inBox(written, alignment)
}

function fileMarkdown(block: Node, { pictureAddress = (id) => id }: MarkdownLabels): string | null {
  const file = fileOfNode(block)
  if (file?.id == null) return null
  const name = escapeMarkdown(file.name, { before: '', after: ']', hasLinks: true, hasFormulas: true })
  return `[${name}](${pictureAddress(file.id)} "${fileLinkTitle(file)}")`
}

function oneLine(text: string | null): string {
  return (text ?? '').replace(/\s+/g, ' ')
}

function isList({ type }: Node): boolean {
  return markerOf({ type } as Node) !== null
}

/**
 * Returns the usual marker of a list, such as `-`, or null for other blocks. Two consecutive lists need different
 * markers, because Markdown would merge lists with the same marker.
 */
function markerOf({ type }: Pick<Node, 'type'>): string | null {
  if (type.name === 'orderedList') return '.'
  return type.name === 'bulletList' || type.name === 'taskList' ? '-' : null
}

function listMarkdown(list: Node, words: MarkdownLabels, isOther: boolean): string {
  const start = Number(list.attrs.start ?? 1)
  return list.children
    .map((item, at) => {
      const number = `${start + at}${isOther ? ')' : '.'}`
      const marker = list.type.name === 'orderedList' ? number : isOther ? '*' : '-'
      return itemMarkdown(item, words, marker)
    })
    .join('\n')
}

function itemMarkdown(item: Node, words: MarkdownLabels, marker: string): string {
  const box = item.type.name === 'taskItem' ? `[${item.attrs.checked ? 'x' : ' '}] ` : ''
  const [first, ...rest] = item.children
  const isLine = first?.type.name === 'paragraph'
  const below = isLine ? rest : item.children
  const others = blocksToMarkdown(below, words)
  const line = isLine ? aligned(inlineContentToMarkdown(first, words), first) : ''
  // Write `<br>` for an empty first line, because most parsers do not recognize an item that begins with a
  // block.
  const head = `${box}${line === '' && others !== '' ? '<br>' : line}`
  // Write a nested list directly after the line of its item, unless parsers would then read it differently.
  const isDirect = /^[^<]/.test(line) && below[0] && isList(below[0]) && /^([-*]|1[.)]) \S/.test(others)
  const text = others === '' ? head : `${head}${isDirect ? '\n' : '\n\n'}${others}`
  return indented(`${marker} `, text).trimEnd()
}

function indented(marker: string, text: string): string {
  const margin = ' '.repeat(marker.length)
  return text
    .split('\n')
    .map((line, at) => (at === 0 ? `${marker}${line}` : line === '' ? '' : `${margin}${line}`))
    .join('\n')
}

function quoted(markdown: string): string {
  return markdown
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')
}

function calloutMarkdown(block: Node, words: MarkdownLabels): string {
  const marker = `[!${nearestCalloutKind(validCalloutAttributes(block.attrs)).toUpperCase()}]`
  const content = blocksToMarkdown(block.children, words)
  const [first] = block.children
  const isText =
    first?.type.name === 'paragraph' &&
    /^[^<]/.test(inlineContentToMarkdown(first, words)) &&
    !content.startsWith('<div')
  return quoted(`${marker}${content === '' ? '' : isText ? '\n' : '\n\n'}${content}`)
}

/**
 * Writes a toggle. The summary follows the opening tag directly. The content follows after an empty line,
 * because Markdown parsers read the lines after an empty line as Markdown again.
 */
function toggleMarkdown(block: Node, words: MarkdownLabels): string {
  const [first, ...rest] = block.children
  const hasLine = first?.type.name === 'detailsSummary'
  const line = hasLine ? `\n${blockMarkdown(first, words, false)}` : ''
  const content = blocksToMarkdown(hasLine ? rest : block.children, words)
  return `<details>${line}\n\n${content}${content === '' ? '' : '\n\n'}</details>`
}

/**
 * Writes columns as `div` elements. Programs that do not know columns show the contents of the columns one
 * below the other.
 */
function columnsMarkdown(block: Node, words: MarkdownLabels): string {
  const columns = block.children.map((column) => {
    const width = parseColumnWidth(column.attrs.width)
    const content = blocksToMarkdown(column.children, words)
    return `<div data-type="column"${width === null ? '' : ` data-width="${width}"`}>\n\n${content}${content === '' ? '' : '\n\n'}</div>`
  })
  return ['<div data-type="columns">', ...columns, '</div>'].join('\n\n')
}

function tableMarkdown(table: Node, words: MarkdownLabels): string {
  if (!isPlain(table)) return tableHtml(table, words)
  const rows = table.children.map((row) => row.children)
  const width = Math.max(...rows.map((cells) => cells.length))
  const hasHead = rows[0]?.every((cell) => cell.type.name === 'tableHeader') === true
  const texts = rows.map((cells) => Array.from({ length: width }, (_, at) => cellMarkdown(cells[at], words)))
  const sides = Array.from({ length: width }, (_, at) => sideOf(rows.map((cells) => cells[at])))
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const head = hasHead ? (texts.shift() ?? []) : sides.map(() => '')
  return [line(head), line(sides), ...texts.map(line)].join('\n')
}

/**
 * Returns true if the table can be written in Markdown: without merged cells, cells with several blocks, and
 * header cells outside of the first row.
 */
function isPlain(table: Node): boolean {
  const hasHead = table.firstChild?.children.every((cell) => cell.type.name === 'tableHeader') === true
  const isUsual = (cell: Node, y: number) =>
    (cell.type.name === 'tableHeader') === (hasHead && y === 0) && isLine(cell)
  return (
    displayedCellRows(table).every((cells) =>
      cells.every(({ attributes }) => !attributes.colspan && !attributes.rowspan),
    ) && table.children.every((row, y) => row.children.every((cell) => isUsual(cell, y)))
  )
}

/**
 * Returns true if the cell contains only one paragraph, picture, file or video. A cell with a list, code or several
 * blocks does not fit into one line of Markdown.
 */
function isLine(cell: Node): boolean {
  const shown = ['paragraph', 'imageComponent', 'fileComponent', 'video']
  return cell.childCount === 1 && shown.includes(cell.firstChild?.type.name ?? '')
}

/**
 * Writes the table as HTML. In an HTML table, the content of a cell is parsed as Markdown after an empty
 * line.
 */
function tableHtml(table: Node, words: MarkdownLabels): string {
  const cellHtml = ({ tag, attributes, cell }: CellWithSpans) => {
    const attributeTexts = Object.entries(attributes).flatMap(([name, value]) =>
      value === null ? [] : [` ${name}="${escapeHtml(value)}"`],
    )
    const content = cell === null ? '' : blocksToMarkdown(cell.children, words)
    return `<${tag}${attributeTexts.join('')}>${content === '' ? '' : `\n\n${content}\n\n`}</${tag}>`
  }
  const rows = displayedCellRows(table).map((cells) => ['<tr>', ...cells.map(cellHtml), '</tr>'].join('\n'))
  return ['<table>', ...rows, '</table>'].join('\n')
}

/**
 * Returns the delimiter of a column, such as `:-:`. Markdown aligns only whole columns, so the alignment is
 * written only if all cells have the same alignment.
 */
function sideOf(cells: readonly (Node | undefined)[]): string {
  const texts = cells.flatMap((cell) => (cell?.textContent ? [cell.firstChild?.attrs.textAlign] : []))
  const side = texts.every((each) => each === texts[0]) ? parseTextAlignment(texts[0]) : null
  return { left: ':--', center: ':-:', right: '--:', none: '---' }[side ?? 'none']
}

/** Joins the blocks of a cell with `<br>`, because a cell of a Markdown table has only one line. */
function cellMarkdown(cell: Node | undefined, words: MarkdownLabels): string {
  const lines: string[] = []
  cell?.descendants((block, _, parent) => {
    if (block.isAtom) lines.push(...atomLine(block, words))
    if (!block.isTextblock) return
    const isItem = parent?.type.name.endsWith('Item') === true && parent.firstChild === block
    const text = block.type.spec.code ? codeLines(block) : singleLineMarkdown(block, words)
    if (text !== '') lines.push(isItem ? `• ${text}` : text)
    return false
  })
  return lines.join('<br>').replaceAll('|', '\\|')
}

/** Writes a block without text, such as a picture, on one line. Returns an empty list for all other blocks. */
function atomLine(block: Node, words: MarkdownLabels): string[] {
  const picture = pictureMarkdown(block, words) ?? fileMarkdown(block, words)
  const tex = texOfNode(block)
  const embed = embedMarkdown(block) ?? liveBlockMarkdown(block) ?? syncedReferenceMarkdown(block)
  if (tex !== null) return [singleLineFormula(tex)]
  if (embed !== null) return [embed]
  return picture === null ? [] : [picture.replace(/<\/?div[^>]*>|\n/g, '')]
}

function codeLines(block: Node): string {
  return block.textContent
    .split('\n')
    .map((line) => (line.trim() === '' ? '' : `\`${line.replaceAll('`', "'")}\``))
    .join('<br>')
}
