import { Marked, type MarkedExtension, type Tokens } from 'marked'
import { escapeHtml } from '../../../platform/escape-html.ts'
import { cjkEmphasisExtension } from './cjk-emphasis.ts'
import { formulaExtensions, maskFormulas } from './markdown-formulas.ts'
import { parseWideTable } from './markdown-tables.ts'
import { escapeUnknownTags, parseMarkdownWithTags } from './markdown-tags.ts'
import { wikiLinkExtension } from './wiki.ts'

const sharedOptions: MarkedExtension = {
  gfm: true,
  breaks: true,
  extensions: [...formulaExtensions, cjkEmphasisExtension],
  tokenizer: { table: parseWideTable },
  hooks: { emStrongMask: maskFormulas },
  renderer: {
    html: ({ text }) => escapeUnknownTags(text),
    // Write the address unchanged, because marked would encode braces and the brackets of IPv6 addresses.
    link({ href, title, tokens }) {
      const titleAttribute = title ? ` title="${escapeHtml(title)}"` : ''
      return `<a href="${escapeHtml(href)}"${titleAttribute}>${this.parser.parseInline(tokens)}</a>`
    },
    image({ href, title, text, tokens }) {
      const words = tokens ? this.parser.parseInline(tokens, this.parser.textRenderer) : text
      const titleAttribute = title ? ` title="${escapeHtml(title)}"` : ''
      return `<img src="${escapeHtml(href)}" alt="${words.replaceAll('"', '&quot;')}"${titleAttribute}>`
    },
    table({ header, rows }) {
      const isWithout = rows.length > 0 && header.every(({ text }) => text === '')
      const lines = isWithout ? rows : [header, ...rows]
      return `<table>${lines.map((cells) => `<tr>${cells.map((cell) => this.tablecell(cell)).join('')}</tr>`).join('')}</table>`
    },
    tablecell({ tokens, header, align }: Tokens.TableCell) {
      const tag = header ? 'th' : 'td'
      const content = this.parser.parseInline(tokens)
      return `<${tag}>${align && content ? `<p align="${align}">${content}</p>` : content}</${tag}>`
    },
  },
}

const pasteParser = new Marked(sharedOptions)
const fileParser = new Marked(sharedOptions, { extensions: [wikiLinkExtension] })
const wrappedFileParser = new Marked(sharedOptions, { extensions: [wikiLinkExtension], breaks: false })

/**
 * Converts Markdown to HTML. The caller must convert the result with `normalizePastedHtml` before parsing it, like
 * pasted HTML.
 */
export function markdownToHtml(text: string): string {
  return parseMarkdownWithTags((plain) => pasteParser.parse(plain, { async: false }), text)
}

/** Converts a whole Markdown file, in which lines may be hard-wrapped at a fixed width. */
export function markdownFileToHtml(text: string): string {
  const apart = text.replace(/^<aside>[ \t]*\n/gm, '<aside>\n\n').replace(/\n<\/aside>/g, '\n\n</aside>')
  const read = isWrapped(text) ? wrappedFileParser : fileParser
  return parseMarkdownWithTags((plain) => read.parse(plain, { async: false }), apart)
}

/**
 * Returns true if the lines of the file are wrapped at a fixed width. In such a file, most lines that
 * continue on the next line have a similar length and do not end a sentence.
 */
function isWrapped(text: string): boolean {
  const lines = text.split('\n')
  const isPlain = (line: string | undefined) => line !== undefined && /^[^\s#>|`~\-+*\d<]/.test(line)
  const goOn = lines.filter((line, at) => isPlain(line) && isPlain(lines[at + 1]))
  const cut = goOn.filter((line) => line.length > 50 && line.length < 130 && !/[.!?:;]\s*$/.test(line))
  return goOn.length > 0 && cut.length > goOn.length * 0.6
}

/**
 * Splits a long text into parts that can be parsed separately. A part starts at a paragraph, heading or fence
 * outside of lists, fences and block elements.
 */
export function splitMarkdown(text: string, size: number): string[] {
  const parts: string[] = []
  let part: string[] = []
  let length = 0
  let fence: string | null = null
  let isAfterBlank = true
  let boxes = 0
  for (const line of text.split(/\r\n?|\n/)) {
    const isBorder = fence === null && boxes <= 0 && isAfterBlank && /^[^\s>|\-+*\d]/.test(line)
    if (length > size && isBorder) {
      parts.push(part.join('\n'))
      part = []
      length = 0
      boxes = 0
    }
    const mark = /^ {0,3}(```+|~~~+)/.exec(line)?.[1]
    if (mark && fence === null) fence = mark
    else if (mark && fence !== null && line.trim() === mark && mark.startsWith(fence)) fence = null
    if (fence === null) boxes += boxesOf(line)
    isAfterBlank = line.trim() === ''
    part.push(line)
    length += line.length + 1
  }
  return [...parts, part.join('\n')]
}

/** Returns 1 if the line opens a block element, -1 if it closes one, otherwise 0. */
function boxesOf(line: string): number {
  if (/^<(details|div|table|tr|t[dh])\b[^>]*>\s*$/.test(line)) return 1
  return /^<\/(details|div|table|tr|t[dh])>\s*$/.test(line) ? -1 : 0
}
