import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DOMParser, type Node } from '@tiptap/pm/model'
import { parseHTML } from 'linkedom'
import { describe, expect, test } from 'vitest'
import { nodeFromHtml } from '#api/documents/content/parse-html.ts'
import { parseImportedFile } from '#api/documents/content/parse-imported-file.ts'
import { documentToMarkdown } from '#common/documents/content/markdown.ts'
import { markdownToHtml } from '#common/documents/content/reading/markdown.ts'
import { normalizePastedHtml } from '#common/documents/content/reading/normalize-pasted-html.ts'
import { renderNode } from '#common/documents/content/render.ts'
import { documentSchema } from '#common/documents/content/schema.ts'
import { hasMarkdownSyntax } from '#web/documents/editor/paste/has-markdown-syntax.ts'

/** `rest`, `paste` and `imported` convert HTML to a document in different ways. */
const rest = nodeFromHtml

function paste(html: string): Node {
  const { document } = parseHTML('<!doctype html><html><head></head><body></body></html>')
  const body = document.createElement('div')
  body.innerHTML = html.replace(/^[\s\S]*<body[^>]*>|<\/body>[\s\S]*$/g, '')
  normalizePastedHtml(body, 'Picture')
  return DOMParser.fromSchema(documentSchema()).parse(body)
}

function imported(text: string, kind: 'html' | 'markdown'): Node {
  const none = { pages: {}, by_id: {}, files: {}, spare: [], below: [] }
  return nodeFromHtml(parseImportedFile({ kind, text, file: 'a', name: 'a', ...none }).html)
}

const pasteMarkdown = (text: string) => paste(markdownToHtml(text))
const htmlOf = (node: Node) => renderNode(node).html
const foreign = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../support/foreign-files', name), 'utf8')
const li = (...blocks: string[]) => `<li>${blocks.join('')}</li>`

describe('lists of other programs', () => {
  test('a list in a separate item becomes a level below the preceding item', () => {
    const html = foreign('paste-nested-list-in-item.html')
    const expected = `<ul>${li('<p>Hello</p>', `<ul>${li('<p>awesome</p>')}</ul>`)}${li('<p>world!</p>')}</ul>`
    for (const node of [rest(html), paste(html), imported(html, 'html')]) expect(htmlOf(node)).toBe(expected)
  })

  test('removes outer levels without items and keeps numbers', () => {
    const html = foreign('paste-docs-skipped-levels.html')
    const expected = `<ol>${['third', 'second', 'first'].map((level) => li(`<p>${level} level</p>`)).join('')}</ol>`
    for (const node of [rest(html), paste(html), imported(html, 'html')]) expect(htmlOf(node)).toBe(expected)
  })

  test('Word: items of another list start a new list', () => {
    expect(htmlOf(paste(foreign('paste-word-two-lists.html')))).toBe(
      `<ol>${li('<p>first of one list</p>')}${li('<p>second of one list</p>')}</ol><ol>${li('<p>first of another list</p>')}</ol>`,
    )
  })

  test('an item that begins with a heading keeps its nested list', () => {
    const text = foreign('item-begins-with-heading.md')
    const expected = `<ol>${li('<p>x</p>')}${li('<p></p>', '<h2>H</h2>')}${li('<p>y</p>')}</ol>`
    const html = '<ol><li>x</li><li><h2>H</h2></li><li>y</li></ol>'
    for (const node of [pasteMarkdown(text), imported(text, 'markdown'), rest(html), paste(html)])
      expect(htmlOf(node)).toBe(expected)
  })

  test.each([
    '<h3>a</h3>',
    '<pre><code>a</code></pre>',
    '<blockquote><p>a</p></blockquote>',
    '<table><tbody><tr><td><p>a</p></td></tr></tbody></table>',
    '<div data-type="horizontalRule"></div>',
    '<details><summary>a</summary><p>b</p></details>',
    '<div data-block-type="callout-component" data-logo-in-use="emoji" data-emoji-unicode="128161"><p>a</p></div>',
    '<div data-type="columns"><div data-type="column"><p>a</p></div></div>',
    '<div data-type="block-math" data-latex="a">a</div>',
  ])('items and tasks that begin with a block stay in their list: %s', (block) => {
    const point = `<ul>${li('<p>one</p>')}${li('<p></p>', block, '<p>more</p>')}${li('<p>two</p>')}</ul>`
    expect(htmlOf(rest(point.replace('<p></p>', '')))).toBe(point)
    const task = rest(
      `<ul data-type="taskList"><li data-type="taskItem" data-checked="true">${block}</li><li data-type="taskItem"><p>two</p></li></ul>`,
    )
    expect(task.children.map(({ type, childCount }) => [type.name, childCount])).toEqual([['taskList', 2]])
    expect(task.firstChild?.firstChild?.attrs['checked']).toBe(true)
    expect(task.firstChild?.firstChild?.childCount).toBe(2)
  })
})

test('parses bold text beside East Asian punctuation', () => {
  const text = foreign('bold-beside-cjk.md')
  const expected =
    '<p>これは<strong>「重要」</strong>です</p><p><strong>注意：</strong>必ず保存</p><p>中文<strong>“引号”</strong>结束</p>'
  expect(htmlOf(pasteMarkdown(text))).toBe(expected)
  expect(htmlOf(imported(text, 'markdown'))).toBe(expected)
  expect(hasMarkdownSyntax(text.split('\n')[0] ?? '')).toBe(true)
  for (const plain of ['a**(b)**c', '\\**「x」**', '`これは**「x」**`', 'これは** 「x」 **を'])
    expect(htmlOf(pasteMarkdown(plain))).not.toContain('<strong>')
})

test.each([
  'https://example.com/a_b_c~d~~*e*{f}',
  'http://[::1]:3000/x_y',
  'http://[2001:db8::1]/{id}?a=*&b=~',
  'https://e.com/a(b)_c',
])('the address %s survives a round trip to Markdown', (address) => {
  const href = address.replaceAll('&', '&amp;')
  const link = (text: string) => `<p>See <a href="${href}">${text}</a> here</p>`
  for (const html of [
    link('this'),
    link(href),
    `<table><tbody><tr><td>${link('cell')}</td></tr></tbody></table>`,
  ]) {
    const node = rest(html)
    const markdown = documentToMarkdown(node)
    expect(htmlOf(pasteMarkdown(markdown)), markdown).toBe(htmlOf(node))
    expect(htmlOf(imported(markdown, 'markdown')), markdown).toBe(htmlOf(node))
  }
  // Pasting may convert a URL in plain text to a link with the same text.
  const plain = rest(`<p>See ${href} here</p>`)
  expect(pasteMarkdown(documentToMarkdown(plain)).textContent).toBe(plain.textContent)
})

test('double brackets survive a round trip, and wiki links without a target stay text', () => {
  const node = rest('<p>[[x]], a[[1]], [[a|b]] and ![[x.png]]</p>')
  const markdown = documentToMarkdown(node)
  expect(pasteMarkdown(markdown).textContent).toBe(node.textContent)
  expect(imported(markdown, 'markdown').textContent).toBe(node.textContent)
  expect(imported('See [[Nowhere]].', 'markdown').textContent).toBe('See [[Nowhere]].')
})

/** The title of the test contains the seed. To repeat a run, set `LISTS_SEED=…`. */
const seed = Number(process.env['LISTS_SEED'] ?? Date.now() % 1_000_000)
/** With three entry points for each list, this number gives more than 10,000 conversions. */
const documents = 340
const listsOfDocument = 10

test(`any list gives the same document by REST, paste and Markdown, seed ${seed}`, () => {
  const random = randomOf(seed)
  for (let at = 0; at < documents; at++) {
    const lists = Array.from({ length: listsOfDocument }, () => anyList(random, 0))
    const html = lists.map((list) => written(list, random)).join('<hr>')
    const expected = lists.flatMap((list) => toldOf(list, 0))
    const node = rest(html)
    const markdown = documentToMarkdown(node)
    const read = { rest: node, paste: paste(html), markdown: pasteMarkdown(markdown) }
    for (const [entry, made] of Object.entries(read))
      expect(told(made, 0), `seed ${seed}, ${entry}\n${html}\n${markdown}`).toEqual(expected)
  }
})

interface AnyList {
  kind: 'bulletList' | 'orderedList' | 'taskList'
  start: number
  points: { block: string; text: string; isDone: boolean; below: AnyList | null }[]
}

type Random = (limit: number) => number

/** Returns a pseudo-random generator with a seed (Mulberry32). */
function randomOf(seed: number): Random {
  let state = seed
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
}

const kinds = ['bulletList', 'orderedList', 'taskList'] as const
const blocks = ['paragraph', 'paragraph', 'paragraph', 'heading', 'codeBlock', 'table', 'blockquote']
const letters = ['a', 'b c', '1. d', '- e', '漢字', '# f', '**g', '[[h]]', 'x_y_z', '1) i']

function anyList(random: Random, level: number): AnyList {
  const points = Array.from({ length: 1 + random(2) }, () => ({
    block: blocks[random(blocks.length)] ?? 'paragraph',
    text: letters[random(letters.length)] ?? '',
    isDone: random(2) === 0,
    below: level < 3 && random(4) === 0 ? anyList(random, level + 1) : null,
  }))
  return { kind: kinds[random(3)] ?? 'bulletList', start: random(3) === 0 ? 3 : 1, points }
}

/**
 * Returns the HTML of a list in one of the three styles in which programs write nested lists. A nested list
 * is inside its parent item, is a sibling of that item, or is in a separate item, which Lexical numbers too.
 */
function written(list: AnyList, random: Random): string {
  const style = random(3)
  const { kind, start, points } = list
  const items = points.map((point, at) =>
    kind === 'taskList'
      ? taskHtml(point, random)
      : pointHtml(point, style, numberSaid(list, style, at), random),
  )
  if (kind === 'orderedList') return `<ol${start === 1 ? '' : ` start="${start}"`}>${items.join('')}</ol>`
  return `<ul${kind === 'taskList' ? ' data-type="taskList"' : ''}>${items.join('')}</ul>`
}

function numberSaid({ kind, start }: AnyList, style: number, at: number): number | null {
  return style === 2 && kind === 'orderedList' ? start + at : null
}

type AnyPoint = AnyList['points'][number]

function taskHtml({ block, text, isDone, below }: AnyPoint, random: Random): string {
  const inner = below === null ? '' : written(below, random)
  return `<li data-type="taskItem" data-checked="${isDone}"><div>${blockHtml(block, text)}${inner}</div></li>`
}

function pointHtml(
  { block, text, below }: AnyPoint,
  style: number,
  value: number | null,
  random: Random,
): string {
  const inner = below === null ? '' : written(below, random)
  const content = blockHtml(block, text)
  const said = (number: number) => (value === null ? '' : ` value="${number}"`)
  if (style === 0 || inner === '') return `<li${said(value ?? 0)}>${content}${inner}</li>`
  if (style === 1) return `<li>${content}</li>${inner}`
  return `<li${said(value ?? 0)}>${content}</li><li${said((value ?? 0) + 1)}>${inner}</li>`
}

function blockHtml(block: string, text: string): string {
  if (block === 'heading') return `<h2>${text}</h2>`
  if (block === 'codeBlock') return `<pre><code>${text}</code></pre>`
  if (block === 'table') return `<table><tbody><tr><td>${text}</td></tr></tbody></table>`
  return block === 'blockquote' ? `<blockquote><p>${text}</p></blockquote>` : text
}

type Told = [level: number, kind: string, number: number | boolean | null, block: string, text: string]

function toldOf({ kind, start, points }: AnyList, level: number): Told[] {
  return points.flatMap(({ block, text, isDone, below }, at): Told[] => [
    [level, kind, numberOf(kind, start + at, isDone), block, text],
    ...(below === null ? [] : toldOf(below, level + 1)),
  ])
}

/** Returns the items of a document: their levels, kinds, numbers and blocks. */
function told(node: Node, level: number): Told[] {
  return node.children.flatMap((list): Told[] => {
    if (list.type.name === 'horizontalRule') return []
    if (!list.type.name.endsWith('List')) return [[level, list.type.name, null, '', list.textContent]]
    return list.children.flatMap((item, at): Told[] => {
      const own = item.children.filter(({ type, childCount }) => type.name !== 'paragraph' || childCount > 0)
      const block = own.find(({ type }) => !type.name.endsWith('List'))
      const number = numberOf(list.type.name, Number(list.attrs['start'] ?? 1) + at, item.attrs['checked'])
      const others = own.filter((child) => child !== block)
      return [
        [level, list.type.name, number, block?.type.name ?? '', block?.textContent ?? ''],
        ...others.flatMap((child) => told(item.type.schema.topNodeType.create(null, child), level + 1)),
      ]
    })
  })
}

function numberOf(kind: string, number: number, isDone: boolean): number | boolean | null {
  if (kind === 'taskList') return isDone
  return kind === 'orderedList' ? number : null
}
