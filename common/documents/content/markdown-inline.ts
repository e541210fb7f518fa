import type { Mark, Node } from '@tiptap/pm/model'
import { colorNamed } from '../../platform/colors.ts'
import { escapeHtml } from '../../platform/escape-html.ts'
import { dateIn } from './date.ts'
import { emojiIn } from './emoji-node.ts'
import { texIn } from './formula-nodes.ts'
import { dollarFormula, mayPrecedeFormula } from './formulas.ts'
import { isSafeHref } from './links.ts'
import { escapeLineStart, escapeMarkdown, escapeWithAddresses } from './markdown-escape.ts'
import { personIn } from './mention.ts'

/** What a document does not say itself. */
export interface MarkdownWords {
  /** What a person is called, by their id. */
  personName?: (id: string) => string | undefined
  /** Where a picture is read, by the id of its file. */
  pictureAddress?: (id: string) => string
}

/** The content of a block of text as Markdown, with line ends where it breaks. */
export function inlineMarkdown(block: Node, words: MarkdownWords): string {
  const nodes = trimmed(block.children)
  const written = run(nodes, { ...markdown, words, ...alone(block) }, 0)
  return written
    .replace(/^(?:\s|<br>)+|(?:\s|(?<!\\)<br>)+$/g, '')
    .split('\n')
    .map((line) => escapeLineStart(line.replace(/^ +/, '')))
    .join('\n')
}

/** The same on one line, as headings and cells need it. */
export function lineMarkdown(block: Node, words: MarkdownWords): string {
  const written = run(trimmed(block.children), { ...markdown, breaks: '<br>', words, ...alone(block) }, 0)
  return written.trim()
}

/** The same as HTML on one line, for where Markdown is not read: what is folded has its line in an element. */
export function lineHtml(block: Node, words: MarkdownWords): string {
  return run(trimmed(block.children), { ...html, words, ...alone(block) }, 0).trim()
}

function alone(block: Node) {
  const hasLinks = block.children.some(({ marks }) => marks.some(({ type }) => type.name === 'link'))
  const dollars = block.children.reduce((sum, node) => sum + dollarsIn(node), 0)
  return { before: '', after: '', hasLinks, hasFormulas: dollars > 1 }
}

/** Places where a dollar sign stands, in which one could begin a formula that ends in another. */
function dollarsIn(node: Node): number {
  if (texIn(node) !== null) return 2
  const texts = [node.text ?? '', ...node.marks.map(({ attrs }) => String(attrs.href ?? ''))]
  return texts.filter((text) => text.includes('$')).length
}

interface Style {
  text: (text: string, place: Pick<Place, 'before' | 'after' | 'hasLinks' | 'hasFormulas'>) => string
  mark: (mark: Mark, content: string, place: Place) => string
  breaks: string
}

interface Place extends Style {
  words: MarkdownWords
  /** Whether there are links in the block, for which a bracket could be taken. */
  hasLinks: boolean
  /** Whether several dollar signs stand in the block, which could be taken for those of a formula. */
  hasFormulas: boolean
  /** The signs beside what is written: a letter of a text or the sign of a mark, empty at the ends. */
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

function run(nodes: readonly Node[], place: Place, depth: number): string {
  let written = ''
  for (let at = 0; at < nodes.length; ) {
    const node = nodes[at]
    if (!node) break
    const mark = node.marks[depth]
    let end = at + 1
    const before = written.at(-1) ?? place.before
    if (mark) while (nodes[end]?.marks[depth]?.eq(mark)) end++
    const after = beginningOf(nodes[end], depth) ?? place.after
    const here = { ...place, before, after }
    written += mark ? marked(mark, nodes.slice(at, end), here, depth) : leaf(node, here, nodes[end])
    at = end
  }
  return written
}

function marked(mark: Mark, nodes: readonly Node[], place: Place, depth: number): string {
  if (mark.type.name === 'code') return codeOf(nodes, place)
  const own = autolinkOf(mark, nodes, place)
  if (own !== null) return own
  // Blanks within the signs of a mark would be read as no mark.
  const content = run(nodes, { ...place, before: '(', after: ')' }, depth + 1)
  const [, left = '', inner = '', right = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(content) ?? []
  if (inner === '') return content
  const around = { before: left.at(-1) ?? place.before, after: right[0] ?? place.after }
  return `${left}${place.mark(mark, inner, { ...place, ...around })}${right}`
}

/** The sign that something begins with, as far as it matters for what stands before it. */
function beginningOf(node: Node | undefined, depth: number): string | undefined {
  if (node === undefined) return
  const name = node.marks[depth]?.type.name
  if (name === 'link') return '['
  if (name !== undefined) return '*'
  if (texIn(node) !== null) return '$'
  if (dateIn(node) !== null) return '<'
  return node.isText ? node.text : node.type.name === 'hardBreak' ? '\n' : (emojiIn(node) ?? '@')
}

function leaf(node: Node, place: Place, next: Node | undefined): string {
  const { before, words, text } = place
  if (node.isText) {
    const content = (node.text ?? '').replace(/\s*\n\s*/g, ' ')
    const isLink = node.marks.some(({ type }) => type.name === 'link')
    return text === escapeMarkdown && !isLink ? escapeWithAddresses(content, place) : text(content, place)
  }
  const person = personIn(node)
  if (person !== null) return text(`@${words.personName?.(person) ?? ''}`, place)
  const emoji = emojiIn(node)
  if (emoji !== null) return text(emoji, place)
  const tex = texIn(node)
  if (tex !== null) return inlineFormula(tex, place)
  const date = dateIn(node)
  if (date !== null) return `<time datetime="${date}">${date}</time>`
  if (node.type.name !== 'hardBreak') return ''
  // Two in a row would be an empty line, which ends a paragraph.
  const isAgain = next?.type.name === 'hardBreak' || before === '\n' || before === ''
  return isAgain ? '<br>' : place.breaks
}

/** Between dollar signs where those are read as such; what they cannot say is an element. */
function inlineFormula(tex: string, { before, after, text, hasLinks, breaks }: Place): string {
  if (tex === '') return ''
  const dollars = `$${tex}$`
  const isSafe =
    text === escapeMarkdown &&
    dollarFormula.exec(dollars)?.[1] === tex &&
    mayPrecedeFormula(before) &&
    !/^[\p{L}\p{N}$]/u.test(after) &&
    !(hasLinks && /[[\]]/.test(tex)) &&
    !(breaks === '<br>' && tex.includes('|'))
  return isSafe ? dollars : `<span data-type="inline-math" data-latex="${plainAttribute(tex)}"></span>`
}

/** The same in a cell of a table, which has lines and no blocks. */
export function formulaLine(tex: string): string {
  const place = { ...markdown, breaks: '<br>', before: '', after: '', hasLinks: true, hasFormulas: false }
  return inlineFormula(tex.replace(/\s+/g, ' '), { ...place, words: {} })
}

/** With no sign left in it that means something in Markdown. */
export function plainAttribute(text: string): string {
  return text.replace(/[^\p{L}\p{N} .,:;=+/(){}-]/gu, (sign) => `&#${sign.codePointAt(0)};`)
}

function markMarkdown(mark: Mark, content: string, place: Place): string {
  const [open, close] = tagsOf(mark)
  const tagged = `${open}${content}${close}`
  if (mark.type.name === 'link') return open === '' ? content : `[${content}](${addressOf(mark)})`
  const sign = { bold: '**', strike: '~~', italic: '_' }[mark.type.name]
  if (sign === undefined) return tagged
  if (fits(sign, content, place)) return `${sign}${content}${sign}`
  return sign === '_' && !content.includes('*') && fits('*', content, place) ? `*${content}*` : tagged
}

/** Whether the signs of a mark are read as such, whatever stands beside them; a word is marked in part by few of them. */
function fits(sign: string, content: string, { before, after }: Place): boolean {
  const [mark = ''] = sign
  if (before === mark || after.startsWith(mark)) return false
  if (content.startsWith(mark) || content.endsWith(mark)) return false
  const isWithin = !isBorder(before) || !isBorder(after)
  if (sign === '_') return !isWithin
  const isWord = /^[\p{L}\p{N}]/u.test(content) && /[\p{L}\p{N}]$/u.test(content)
  return isWord ? !(sign === '*' && /^[*_]/.test(after)) : !isWithin
}

/** Whether a word may begin or end beside it, by all who read Markdown. */
function isBorder(text: string): boolean {
  return /^(?:$|[\s!-/:-@[-`{-~])/.test(text)
}

/** A mark for which Markdown has no sign, or none here, is written as HTML. */
function tagsOf(mark: Mark): [string, string] {
  const { name } = mark.type
  const color = colorNamed(mark.attrs.color)
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

/** An address that is its own text. */
function autolinkOf(mark: Mark, nodes: readonly Node[], { text }: Place): string | null {
  const { href } = mark.attrs
  const [node] = nodes
  const isOwn = nodes.length === 1 && node?.marks.length === 1 && node.text === href
  return isOwn && text === escapeMarkdown && isSafeHref(href) && /^https?:\/\/[^\s<>"]+$/.test(href)
    ? `<${href}>`
    : null
}

function codeOf(nodes: readonly Node[], { text }: Place): string {
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

/** Breaks where a block begins or ends show nothing there. */
function trimmed(nodes: readonly Node[]): readonly Node[] {
  const isBreak = (node: Node | undefined) => node?.type.name === 'hardBreak'
  const first = nodes.findIndex((node) => !isBreak(node))
  const last = nodes.findLastIndex((node) => !isBreak(node))
  return first === -1 ? [] : nodes.slice(first, last + 1)
}
