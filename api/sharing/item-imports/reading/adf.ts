import { escapeHtml } from '#common/platform/escape-html.ts'

interface AdfNode {
  type: string
  text: string
  attrs: Record<string, unknown>
  marks: unknown[]
  content: unknown[]
}

/** Maximum nesting. Deeper nodes are left out. */
const maxDepth = 60

/** Converts a document in the Atlassian Document Format, which Jira Cloud uses, to HTML. */
export function adfToHtml(document: unknown): string {
  return htmlOf(document, 0)
}

function htmlOf(value: unknown, depth: number): string {
  if (typeof value !== 'object' || value === null || depth > maxDepth) return ''
  const node = nodeOf(value)
  const inner = () => node.content.map((child) => htmlOf(child, depth + 1)).join('')
  const element = Object.hasOwn(elements, node.type) ? elements[node.type] : undefined
  if (element !== undefined) return `<${element}>${inner()}</${element}>`
  const convert = Object.hasOwn(converters, node.type) ? converters[node.type] : undefined
  return convert === undefined ? inner() : convert(node, inner)
}

function nodeOf(value: object): AdfNode {
  const list = (name: string) => {
    const found: unknown = Reflect.get(value, name)
    return Array.isArray(found) ? found : []
  }
  const attrs: unknown = Reflect.get(value, 'attrs')
  return {
    type: String(Reflect.get(value, 'type') ?? ''),
    text: String(Reflect.get(value, 'text') ?? ''),
    // The cast is safe, because any object is a record of unknown values.
    attrs: typeof attrs === 'object' && attrs !== null ? (attrs as Record<string, unknown>) : {},
    marks: list('marks'),
    content: list('content'),
  }
}

/** Nodes that become one HTML element. */
const elements: Record<string, string | undefined> = {
  paragraph: 'p',
  bulletList: 'ul',
  orderedList: 'ol',
  listItem: 'li',
  taskList: 'ul',
  decisionList: 'ul',
  decisionItem: 'li',
  blockquote: 'blockquote',
  panel: 'blockquote',
  table: 'table',
  tableRow: 'tr',
  tableHeader: 'th',
  tableCell: 'td',
}

type Convert = (node: AdfNode, inner: () => string) => string

const converters: Record<string, Convert | undefined> = {
  text: ({ text, marks }) => marks.reduce<string>(withMark, escapeHtml(text)),
  heading({ attrs }, inner) {
    const level = Math.min(6, Math.max(1, Number(attrs['level']) || 1))
    return `<h${level}>${inner()}</h${level}>`
  },
  codeBlock: ({ attrs }, inner) =>
    `<pre><code class="language-${escapeHtml(textIn(attrs, 'language'))}">${inner()}</code></pre>`,
  rule: () => '<hr>',
  hardBreak: () => '<br>',
  taskItem: ({ attrs }, inner) => `<li>${attrs['state'] === 'DONE' ? '☑' : '☐'} ${inner()}</li>`,
  expand: ({ attrs }, inner) =>
    `<details><summary>${escapeHtml(textIn(attrs, 'title'))}</summary>${inner()}</details>`,
  mention: ({ attrs }) => escapeHtml(textIn(attrs, 'text')),
  emoji: ({ attrs }) => escapeHtml(textIn(attrs, 'text') || textIn(attrs, 'shortName')),
  status: ({ attrs }) => escapeHtml(textIn(attrs, 'text')),
  date: ({ attrs }) => dayOf(textIn(attrs, 'timestamp')),
  inlineCard: ({ attrs }) => linkTo(textIn(attrs, 'url')),
  blockCard: ({ attrs }) => `<p>${linkTo(textIn(attrs, 'url'))}</p>`,
}

function withMark(html: string, mark: unknown): string {
  if (typeof mark !== 'object' || mark === null) return html
  const { type, attrs } = nodeOf(mark)
  if (type === 'link') return `<a href="${escapeHtml(textIn(attrs, 'href'))}">${html}</a>`
  const element = Object.hasOwn(marks, type) ? marks[type] : undefined
  return element === undefined ? html : `<${element}>${html}</${element}>`
}

const marks: Record<string, string | undefined> = {
  strong: 'strong',
  em: 'em',
  underline: 'u',
  strike: 's',
  code: 'code',
}

function textIn(attrs: Record<string, unknown>, name: string): string {
  const value = attrs[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function linkTo(url: string): string {
  return `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`
}

function dayOf(milliseconds: string): string {
  const date = new Date(Number(milliseconds))
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10)
}
