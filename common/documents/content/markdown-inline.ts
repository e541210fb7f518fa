import type { Mark, Node } from '@tiptap/pm/model'
import { parseColorName } from '../../platform/colors.ts'
import { escapeHtml } from '../../platform/escape-html.ts'
import { dateOfNode } from './date.ts'
import { emojiOfNode } from './emoji-node.ts'
import { texOfNode } from './formula-nodes.ts'
import { canPrecedeFormula, dollarFormulaPattern } from './formulas.ts'
import { isSafeHref } from './links.ts'
import { escapeLineStart, escapeMarkdown, escapeMarkdownExceptUrls } from './markdown-escape.ts'
import { mentionedIdOfNode } from './mention.ts'

/**
 * Functions that return the names of users and the addresses of pictures, because the document contains only
 * ids.
 */
export interface MarkdownLabels {
  /** Returns the display name of a user. */
  personName?: (id: string) => string | undefined
  /** Returns the address of a picture by the id of its file. */
  pictureAddress?: (id: string) => string
}

/** Renders the content of a text block as Markdown. Hard breaks become line breaks. */
export function inlineContentToMarkdown(block: Node, words: MarkdownLabels): string {
  const nodes = trimmed(block.children)
  const written = renderInline(nodes, { ...markdown, words, ...blockContext(block) }, 0)
  return trimBreaks(written)
    .split('\n')
    .map((line) => escapeLineStart(line.replace(/^ +/, '')))
    .join('\n')
}

/** Removes spaces and line breaks at both ends, in linear time. */
function trimBreaks(text: string): string {
  let rest = text.replace(/^(?:\s|<br>)+/, '').trimEnd()
  while (rest.endsWith('<br>') && !rest.endsWith('\\<br>')) rest = rest.slice(0, -4).trimEnd()
  return rest
}

/** Renders the content as Markdown on a single line, for headings and table cells. */
export function singleLineMarkdown(block: Node, words: MarkdownLabels): string {
  const written = renderInline(
    trimmed(block.children),
    { ...markdown, breaks: '<br>', words, ...blockContext(block) },
    0,
  )
  return written.trim()
}

/**
 * Renders the content as HTML on a single line, for elements in which Markdown is not parsed, such as the
 * summary of a toggle.
 */
export function singleLineHtml(block: Node, words: MarkdownLabels): string {
  return renderInline(trimmed(block.children), { ...html, words, ...blockContext(block) }, 0).trim()
}

function blockContext(block: Node) {
  const hasLinks = block.children.some(({ marks }) => marks.some(({ type }) => type.name === 'link'))
  const dollars = block.children.reduce((sum, node) => sum + dollarsIn(node), 0)
  return { before: '', after: '', hasLinks, hasFormulas: dollars > 1 }
}

/**
 * Counts the texts of a node that contain a dollar sign: its own text and the addresses of its links. A formula
 * counts twice. If a block contains two such texts, a formula could start in the first text and end in the second.
 */
function dollarsIn(node: Node): number {
  if (texOfNode(node) !== null) return 2
  const texts = [node.text ?? '', ...node.marks.map(({ attrs }) => String(attrs.href ?? ''))]
  return texts.filter((text) => text.includes('$')).length
}

interface Style {
  text: (
    text: string,
    context: Pick<InlineContext, 'before' | 'after' | 'hasLinks' | 'hasFormulas'>,
  ) => string
  mark: (mark: Mark, content: string, context: InlineContext) => string
  breaks: string
}

interface InlineContext extends Style {
  words: MarkdownLabels
  /** True if the block contains links, so that brackets must be escaped. */
  hasLinks: boolean
  /** True if the block contains several dollar signs, which could be read as a formula. */
  hasFormulas: boolean
  /**
   * The characters directly before and after a text or mark. At the start or end of the block, the character is an
   * empty string.
   */
  before: string
  after: string
}

const html: Style = {
  text: escapeHtml,
  mark: (mark, content) => {
    const [open, close] = tagsOf(mark)
    return `${open}${content}${close}`
  },
  breaks: '<br>',
}

const markdown: Style = {
  text: escapeMarkdown,
  mark: markMarkdown,
  breaks: '  \n',
}

function renderInline(nodes: readonly Node[], context: InlineContext, depth: number): string {
  let written = ''
  for (let at = 0; at < nodes.length; ) {
    const node = nodes[at]
    if (!node) break
    const mark = node.marks[depth]
    let end = at + 1
    const before = written.at(-1) ?? context.before
    if (mark) while (nodes[end]?.marks[depth]?.eq(mark)) end++
    const after = beginningOf(nodes[end], depth) ?? context.after
    const inner = { ...context, before, after }
    written += mark
      ? renderMarked(mark, nodes.slice(at, end), inner, depth)
      : renderLeaf(node, inner, nodes[end])
    at = end
  }
  return written
}

function renderMarked(mark: Mark, nodes: readonly Node[], context: InlineContext, depth: number): string {
  if (mark.type.name === 'code') return codeOf(nodes, context)
  const own = autolinkOf(mark, nodes, context)
  if (own !== null) return own
  // Move spaces out of the mark, because Markdown does not recognize marks with spaces directly inside their
  // delimiters.
  const content = renderInline(nodes, { ...context, before: '(', after: ')' }, depth + 1)
  const inner = content.trim()
  if (inner === '') return content
  const left = content.slice(0, content.length - content.trimStart().length)
  const right = content.slice(content.trimEnd().length)
  const around = { before: left.at(-1) ?? context.before, after: right[0] ?? context.after }
  return `${left}${context.mark(mark, inner, { ...context, ...around })}${right}`
}

/**
 * Returns the beginning of the Markdown that a node becomes: its first character, or the whole text of a text node.
 * The escaping of the text before the node depends on it.
 */
function beginningOf(node: Node | undefined, depth: number): string | undefined {
  if (node === undefined) return
  const name = node.marks[depth]?.type.name
  if (name === 'link') return '['
  if (name !== undefined) return '*'
  if (texOfNode(node) !== null) return '$'
  if (dateOfNode(node) !== null) return '<'
  return node.isText ? node.text : node.type.name === 'hardBreak' ? '\n' : (emojiOfNode(node) ?? '@')
}

function renderLeaf(node: Node, context: InlineContext, next: Node | undefined): string {
  const { before, words, text } = context
  if (node.isText) {
    const content = (node.text ?? '').replace(/\s+/g, (space) => (space.includes('\n') ? ' ' : space))
    const isLink = node.marks.some(({ type }) => type.name === 'link')
    return text === escapeMarkdown && !isLink
      ? escapeMarkdownExceptUrls(content, context)
      : text(content, context)
  }
  const person = mentionedIdOfNode(node)
  if (person !== null) return text(`@${words.personName?.(person) ?? ''}`, context)
  const emoji = emojiOfNode(node)
  if (emoji !== null) return text(emoji, context)
  const tex = texOfNode(node)
  if (tex !== null) return inlineFormula(tex, context)
  const date = dateOfNode(node)
  if (date !== null) return `<time datetime="${date}">${date}</time>`
  if (node.type.name !== 'hardBreak') return ''
  // Write the second of two adjacent line breaks as HTML, because an empty line would end the paragraph.
  const isAgain = next?.type.name === 'hardBreak' || before === '\n' || before === ''
  return isAgain ? '<br>' : context.breaks
}

/** Writes a formula in dollar signs if Markdown parsers will recognize it, otherwise as an HTML element. */
function inlineFormula(tex: string, { before, after, text, hasLinks, breaks }: InlineContext): string {
  if (tex === '') return ''
  const dollars = `$${tex}$`
  const isSafe =
    text === escapeMarkdown &&
    dollarFormulaPattern.exec(dollars)?.[1] === tex &&
    canPrecedeFormula(before) &&
    !/^[\p{L}\p{N}$]/u.test(after) &&
    !(hasLinks && /[[\]]/.test(tex)) &&
    !(breaks === '<br>' && tex.includes('|'))
  return isSafe
    ? dollars
    : `<span data-type="inline-math" data-latex="${escapeMarkdownAttribute(tex)}"></span>`
}

/** Writes a block formula for a table cell, which can contain only inline content. */
export function singleLineFormula(tex: string): string {
  const context = { ...markdown, breaks: '<br>', before: '', after: '', hasLinks: true, hasFormulas: false }
  return inlineFormula(tex.replace(/\s+/g, ' '), { ...context, words: {} })
}

/** Encodes every character that could have a meaning in Markdown as an HTML entity. */
export function escapeMarkdownAttribute(text: string): string {
  return text.replace(/[^\p{L}\p{N} .,:;=+/(){}-]/gu, (sign) => `&#${sign.codePointAt(0)};`)
}

function markMarkdown(mark: Mark, content: string, context: InlineContext): string {
  const [open, close] = tagsOf(mark)
  const tagged = `${open}${content}${close}`
  if (mark.type.name === 'link') return open === '' ? content : `[${content}](${addressOf(mark)})`
  const delimiter = { bold: '**', strike: '~~', italic: '_' }[mark.type.name]
  if (delimiter === undefined) return tagged
  if (fits(delimiter, content, context)) return `${delimiter}${content}${delimiter}`
  return delimiter === '_' && !content.includes('*') && fits('*', content, context) ? `*${content}*` : tagged
}

/**
 * Returns true if Markdown parsers recognize the delimiters of the mark next to the adjacent text. Few parsers
 * accept delimiters in the middle of a word.
 */
function fits(delimiter: string, content: string, { before, after }: InlineContext): boolean {
  const [mark = ''] = delimiter
  if (before === mark || after.startsWith(mark)) return false
  if (content.startsWith(mark) || content.endsWith(mark)) return false
  const isWithin = !isBorder(before) || !isBorder(after)
  if (delimiter === '_') return !isWithin
  const isWord = /^[\p{L}\p{N}]/u.test(content) && /[\p{L}\p{N}]$/u.test(content)
  return isWord ? !(delimiter === '*' && /^[*_]/.test(after)) : !isWithin
}

/** Returns true if all Markdown parsers treat this character as a word boundary. */
function isBorder(text: string): boolean {
  return /^(?:$|[\s!-/:-@[-`{-~])/.test(text)
}

/** Returns the HTML tags for a mark that Markdown cannot express, or cannot express at this position. */
function tagsOf(mark: Mark): [string, string] {
  const { name } = mark.type
  const color = parseColorName(mark.attrs.color)
  if (name === 'textColor' && color !== null) return [`<span data-text-color="${color}">`, '</span>']
  if (name === 'backgroundColor' && color !== null)
    return [`<span data-background-color="${color}">`, '</span>']
  if (name === 'link' && isSafeHref(mark.attrs.href))
    return [`<a href="${escapeHtml(mark.attrs.href)}">`, '</a>']
  const tag = { bold: 'strong', italic: 'em', strike: 's', underline: 'u', code: 'code' }[name]
  return tag === undefined ? ['', ''] : [`<${tag}>`, `</${tag}>`]
}

function addressOf(mark: Mark): string {
  const href = String(mark.attrs.href).replace(/[<>\n\r\t\\]/g, (sign) => encodeURIComponent(sign))
  return /[\s()]/.test(href) ? `<${href}>` : href
}

/**
 * Writes a link whose text is its address as `<address>`. Returns null if the link cannot be written in this
 * way.
 */
function autolinkOf(mark: Mark, nodes: readonly Node[], { text }: InlineContext): string | null {
  const { href } = mark.attrs
  const [node] = nodes
  const isOwn = nodes.length === 1 && node?.marks.length === 1 && node.text === href
  return isOwn && text === escapeMarkdown && isSafeHref(href) && /^https?:\/\/[^\s<>"]+$/.test(href)
    ? `<${href}>`
    : null
}

function codeOf(nodes: readonly Node[], { text }: InlineContext): string {
  const code = nodes
    .map((node) => node.textContent)
    .join('')
    .replace(/\n/g, ' ')
  if (text === escapeHtml) return `<code>${escapeHtml(code)}</code>`
  const longest = Math.max(0, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  const isPadded = /^`|`$/.test(code) || (/^ .* $/.test(code) && code.trim() !== '')
  return isPadded ? `${fence} ${code} ${fence}` : `${fence}${code}${fence}`
}

/** Removes hard breaks at the beginning and end, where they are invisible. */
function trimmed(nodes: readonly Node[]): readonly Node[] {
  const isBreak = (node: Node | undefined) => node?.type.name === 'hardBreak'
  const first = nodes.findIndex((node) => !isBreak(node))
  const last = nodes.findLastIndex((node) => !isBreak(node))
  return first === -1 ? [] : nodes.slice(first, last + 1)
}
