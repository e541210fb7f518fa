import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Node } from '@tiptap/pm/model'
import fc from 'fast-check'
import { parseHTML } from 'linkedom'
import { describe, expect, test } from 'vitest'
import { nodeFromHtml } from '#api/documents/content/parse-html.ts'
import { calloutKind, nearestCalloutKind } from '#common/documents/content/callout-kinds.ts'
import { validCalloutAttributes } from '#common/documents/content/callouts.ts'
import { parseColumnWidth } from '#common/documents/content/columns.ts'
import { dateOfNode } from '#common/documents/content/date.ts'
import { embedUrlOfNode } from '#common/documents/content/embed-node.ts'
import { emojiOfNode } from '#common/documents/content/emoji-node.ts'
import { fileOfNode } from '#common/documents/content/file-node.ts'
import { texOfNode } from '#common/documents/content/formula-nodes.ts'
import { documentToMarkdown } from '#common/documents/content/markdown.ts'
import { pictureOfNode } from '#common/documents/content/picture-node.ts'
import { markdownFileToHtml, markdownToHtml } from '#common/documents/content/reading/markdown.ts'
import { normalizePastedHtml } from '#common/documents/content/reading/normalize-pasted-html.ts'
import { renderNode } from '#common/documents/content/render.ts'
import { documentSchema } from '#common/documents/content/schema.ts'
import { arbitraryDocumentJson } from '../../support/arbitrary-document-json.ts'

const picture = '0198c0de-0000-7000-8000-000000000001'
const ann = '0198c0de-0000-7000-8000-00000000000a'
const words = {
  personName: (id: string) => (id === ann ? 'Ann' : undefined),
  pictureAddress: (id: string) => `https://tandem.example/assets/${id}/`,
}
const idAt = (source: string) => /assets\/([\da-f-]{36})\/$/.exec(source)?.[1] ?? null

const markdownOf = (node: Node) => documentToMarkdown(node, words)

/** Converts Markdown to a document in the same way as pasting does. */
function read(markdown: string): Node {
  const { document } = parseHTML('<!doctype html><html><head></head><body></body></html>')
  const body = document.createElement('div')
  body.innerHTML = markdownToHtml(markdown)
  normalizePastedHtml(body, 'Picture', idAt)
  // linkedom does not escape `&` in attributes, but browsers do.
  for (const { attributes } of body.querySelectorAll('*'))
    for (const attribute of attributes) attribute.value = attribute.value.replaceAll('&', '&amp;')
  return nodeFromHtml(body.innerHTML)
}

const callout = (emoji: string, background: string, content: string) =>
  `<div data-block-type="callout-component" data-logo-in-use="emoji" data-emoji-unicode="${emoji}" data-background="${background}">${content}</div>`
const task = (isDone: boolean, content: string) =>
  `<li data-type="taskItem" data-checked="${isDone}"><label></label><div>${content}</div></li>`

describe('each block as Markdown, and back', () => {
  test.each([
    [
      'columns',
      '<div data-type="columns"><div data-type="column" data-width="1.5"><h2>Left</h2><ul><li><p>a</p></li></ul></div><div data-type="column"><p>Right</p></div></div><p>Below</p>',
      '<div data-type="columns">\n\n<div data-type="column" data-width="1.5">\n\n## Left\n\n- a\n\n</div>\n\n<div data-type="column">\n\nRight\n\n</div>\n\n</div>\n\nBelow',
    ],
    [
      'a file',
      `<p>a</p><file-component src="${picture}" data-name="plan [2].pdf" data-type="application/pdf" data-size="1024">plan [2].pdf</file-component>`,
      `a\n\n[plan \\[2\\].pdf](https://tandem.example/assets/${picture}/ "application/pdf, 1024 bytes")`,
    ],
    ['text', '<p>One</p><p>Two</p>', 'One\n\nTwo'],
    ['a break', '<p>One<br>Two</p>', 'One  \nTwo'],
    ['headings', '<h1>Plan</h1><h6>Small #</h6>', '# Plan\n\n###### Small \\#'],
    [
      'marks',
      '<p><strong>b</strong> <em>i</em> <s>s</s> <u>u</u> <code>a`b</code></p>',
      '**b** _i_ ~~s~~ <u>u</u> ``a`b``',
    ],
    ['marks in marks', '<p><strong>bold <em>both</em></strong></p>', '**bold _both_**'],
    ['half a word', '<p>un<strong>bold</strong>ed, un<em>lean</em>ed</p>', 'un**bold**ed, un*lean*ed'],
    ['marks at signs', '<p>a<strong>(b)</strong>c</p>', 'a<strong>(b)</strong>c'],
    [
      'a link',
      '<p>See <a href="https://example.com/a_(b)">this [one]</a></p>',
      'See [this \\[one\\]](<https://example.com/a_(b)>)',
    ],
    [
      'an address',
      '<p><a href="https://example.com/a_b">https://example.com/a_b</a></p>',
      '<https://example.com/a_b>',
    ],
    [
      'colours',
      '<p><span data-text-color="pink">a</span> <span data-background-color="green">b</span></p>',
      '<span data-text-color="pink">a</span> <span data-background-color="green">b</span>',
    ],
    [
      'alignment',
      '<p style="text-align: center">Mid</p><h2 style="text-align: right">End</h2>',
      '<div align="center">\n\nMid\n\n</div>\n\n<div align="right">\n\n## End\n\n</div>',
    ],
    [
      'indentation',
      '<p data-indent="2">In</p><p style="text-align: center" data-indent="1">Mid</p>',
      '<div data-indent="2">\n\nIn\n\n</div>\n\n<div data-indent="1">\n\n<div align="center">\n\nMid\n\n</div>\n\n</div>',
    ],
    ['lists', '<ul><li><p>a</p><ul><li><p>b</p><p>c</p></li></ul></li></ul>', '- a\n  - b\n\n    c'],
    [
      'numbers',
      '<ol start="9"><li><p>a</p></li><li><p>b</p><ul><li><p>c</p></li></ul></li></ol>',
      '9. a\n10. b\n    - c',
    ],
    [
      'lists in a row',
      '<ul><li><p>a</p></li></ul><ul><li><p>b</p></li></ul><ol><li><p>c</p></li></ol><ol><li><p>d</p></li></ol>',
      '- a\n\n* b\n\n1. c\n\n1) d',
    ],
    [
      'tasks',
      `<ul data-type="taskList">${task(true, '<p>a</p>')}${task(false, '<p>b</p>')}${task(false, '<p></p>')}</ul>`,
      '- [x] a\n- [ ] b\n- [ ]',
    ],
    ['a quote', '<blockquote><p>a</p><ul><li><p>b</p></li></ul></blockquote>', '> a\n>\n> - b'],
    [
      'code',
      '<pre><code class="language-ts">a &lt; b\n\n```\n  c</code></pre>',
      '````ts\na < b\n\n```\n  c\n````',
    ],
    ['a rule', '<p>a</p><div data-type="horizontalRule"></div>', 'a\n\n---'],
    [
      'a rule in a list',
      '<ul><li><p></p><div data-type="horizontalRule"></div></li></ul>',
      '- <br>\n\n  ---',
    ],
    [
      'a callout',
      callout('9888-65039', 'orange', '<p>Hot</p><ul><li><p>a</p></li></ul>'),
      '> [!WARNING]\n> Hot\n>\n> - a',
    ],
    [
      'a toggle',
      '<details><summary>More <strong>of</strong> a &lt; b</summary><p>Inside</p><ul><li><p>a</p></li></ul></details><p>b</p>',
      '<details>\n<summary>More <strong>of</strong> a &lt; b</summary>\n\nInside\n\n- a\n\n</details>\n\nb',
    ],
    [
      'a table',
      '<table><tbody><tr><th><p>A</p></th><th><p>B</p></th></tr><tr><td><p>1 | 2</p></td><td><p><strong>b</strong></p></td></tr></tbody></table>',
      '| A | B |\n| --- | --- |\n| 1 \\| 2 | **b** |',
    ],
    [
      'a table of joined cells',
      '<table><tbody><tr><td colspan="2"><p>a</p><ul><li><p>b</p></li></ul></td></tr><tr><th><p>c</p></th><td><p></p></td></tr></tbody></table>',
      '<table>\n<tr>\n<td colspan="2">\n\na\n\n- b\n\n</td>\n</tr>\n<tr>\n<th>\n\nc\n\n</th>\n<td></td>\n</tr>\n</table>',
    ],
    [
      'a table without a head',
      '<table><tbody><tr><td><p>1</p></td><td><p style="text-align: right">2</p></td></tr></tbody></table>',
      '|  |  |\n| --- | --: |\n| 1 | 2 |',
    ],
    [
      'a picture',
      `<image-component src="${picture}" alt="Map" data-caption="The &quot;site&quot;"></image-component>`,
      `![Map](https://tandem.example/assets/${picture}/ "The \\"site\\"")`,
    ],
    [
      'a wide picture',
      `<image-component src="${picture}" alt="Map" width="50%" alignment="center" data-caption="Site"></image-component>`,
      `<div align="center">\n\n<img src="https://tandem.example/assets/${picture}/" alt="Map" title="Site" width="50%">\n\n</div>`,
    ],
    [
      'formulas',
      '<p>With <span data-type="inline-math" data-latex="x_1 \\frac{a}{b}">x</span>, a<span data-type="inline-math" data-latex="y"></span></p><div data-type="block-math" data-latex="\\sum_i\n x"></div>',
      'With $x_1 \\frac{a}{b}$, a<span data-type="inline-math" data-latex="y"></span>\n\n$$\n\\sum_i\nx\n$$',
    ],
    [
      'a day',
      '<p>Until <time datetime="2026-02-28">2026-02-28</time>.</p>',
      'Until <time datetime="2026-02-28">2026-02-28</time>.',
    ],
    ['prices', '<p>$5 and $10, 5$ or US$</p>', '$5 and $10, 5\\$ or US\\$'],
    [
      'signs',
      '<p># a</p><p>1. b *c* _d_ `e` [f](g) &lt;b&gt; &amp;amp; C:\\d snake_case 2 * 3 ~5</p><p>- x</p>',
      '\\# a\n\n1\\. b \\*c\\* \\_d\\_ \\`e\\` [f\\](g) \\<b> \\&amp; C:\\d snake_case 2 * 3 ~5\n\n\\- x',
    ],
  ])('%s', (_, html, markdown) => {
    const node = nodeFromHtml(html)
    expect(markdownOf(node)).toBe(markdown)
    expect(sayable(read(markdown))).toEqual(sayable(node))
  })

  test('files survive the round trip wherever they are and whatever their name', () => {
    const file = (name: string) =>
      `<file-component src="${picture}" data-name="${name}" data-type="application/pdf" data-size="9">${name}</file-component>`
    const files = ['](b', '[x](y)', '`c', '$a$', '![d', '# e', 'a@b.com.pdf', '](x file, 3 bytes)'].map(file)
    const cell = (content: string) => `<td>${content}</td>`
    for (const html of [
      ...files,
      `<table><tbody><tr>${cell(`<p>a</p>${files.join('')}`)}${files.map(cell).join('')}</tr></tbody></table>`,
      `<ul><li><p>a</p>${files[0]}</li></ul>`,
      `<div data-type="columns"><div data-type="column">${files[1]}</div><div data-type="column"><p>a</p></div></div>`,
    ]) {
      const node = nodeFromHtml(html)
      expect(renderNode(read(markdownOf(node))).html).toBe(renderNode(node).html)
    }
  })

  test('writes people by name and emojis as characters', () => {
    const html = `<p><mention-component entity_identifier="${ann}" entity_name="user_mention"></mention-component> <span data-type="emoji" data-name="wave">👋</span></p>`
    expect(markdownOf(nodeFromHtml(html))).toBe('@Ann 👋')
  })

  test('blocks in cells keep their meaning', () => {
    const html = readFileSync(
      join(import.meta.dirname, '../../support/foreign-files/blocks-in-cells.html'),
      'utf8',
    )
    const node = nodeFromHtml(html)
    const again = read(markdownOf(node))
    expect(again.eq(node)).toBe(true)
    const [tasks, numbers, code, lines] = again.firstChild?.firstChild?.children ?? []
    expect(tasks?.firstChild?.firstChild?.attrs['checked']).toBe(true)
    expect(numbers?.firstChild?.attrs['start']).toBe(3)
    expect(code?.textContent).toBe('one\ntwo')
    expect(lines?.childCount).toBe(2)
  })
})

// A parser that searches the rest of the text again for each opening character would take minutes for many repetitions
// of these texts.
test.each(['$x ', '$$x\n', '$$ a ', '![', '![a](', '[a', '$a\n'])(
  'a long text of %j is parsed quickly',
  (sign) => {
    const text = sign.repeat(50_000)
    const { document } = parseHTML(`<div>${markdownFileToHtml(text)}</div>`)
    expect(document.querySelector('div')?.textContent?.slice(0, 2)).toBe(sign.slice(0, 2))
  },
)

test('parses a block formula below a line of text', () => {
  const html = markdownToHtml('a $$b\n$$\nx\n$$\nc\n$$y$$\nd $$z')
  expect(html.match(/data-latex="[^"]*"/g)).toEqual(['data-latex="x"', 'data-latex="y"'])
})

test('any document survives the round trip', () => {
  fc.assert(
    fc.property(arbitraryDocumentJson(), (json) => {
      const node = documentSchema().nodeFromJSON(json)
      node.check()
      // Skips documents that Markdown cannot express: a `[ ]` that some programs read as a checkbox, code in
      // a table cell with a backslash before a `|`, and code that forms a link address together with a
      // bracket outside of the code.
      fc.pre(!/\[[ xX]?\]|\\\||\[[^\n]*\]:/.test(node.textBetween(0, node.content.size, '\n')))
      const markdown = markdownOf(node)
      expect(sayable(read(markdown)), markdown).toEqual(sayable(node))
    }),
    // Each run uses other examples. A failure prints its seed and path; repeat it with `MARKDOWN_SEED=… MARKDOWN_PATH=…`.
    { numRuns: Number(process.env.MARKDOWN_RUNS ?? 300), ...repeated() },
  )
})

function repeated() {
  const { MARKDOWN_SEED: seed, MARKDOWN_PATH: path } = process.env
  return { ...(seed !== undefined && { seed: Number(seed) }), ...(path !== undefined && { path }) }
}

interface Sayable {
  type: string
  attrs?: unknown
  text?: [string, string][]
  content?: Sayable[]
}

/**
 * Returns the node without the parts that Markdown cannot express: spaces around texts, empty paragraphs, and
 * details of callouts.
 */
function sayable(node: Node): Sayable {
  const address = embedUrlOfNode(node)
  if (address !== null) {
    const link = node.type.schema.text(address, [node.type.schema.mark('link', { href: address })])
    return sayable(node.type.schema.node('paragraph', null, link))
  }
  const type = node.type.name
  const attrs = attributesOf(node)
  if (node.type.spec.code) return { type, attrs, text: [[node.textContent, '']] }
  if (node.isTextblock) return { type, attrs, text: textOf(node) }
  const content = node.children.map(sayable).filter((each) => each.type !== 'paragraph' || each.text?.length)
  const isHead = (row: Node) =>
    row.children.every(
      (cell) =>
        cell.type.name === 'tableHeader' &&
        !cell
          .textBetween(
            0,
            cell.content.size,
            '',
            (leaf) => emojiOfNode(leaf) ?? texOfNode(leaf) ?? dateOfNode(leaf) ?? '',
          )
          .trim(),
    )
  const rows = type === 'table' && node.childCount > 1 && node.firstChild && isHead(node.firstChild)
  return { type, attrs, content: rows ? content.slice(1) : content }
}

function attributesOf(node: Node): unknown {
  const { level, language, start, checked, textAlign, indent, colspan, rowspan } = node.attrs
  if (node.type.name === 'imageComponent') {
    const found = pictureOfNode(node)
    const oneLine = (text: string | null | undefined) => text?.replace(/\s+/g, ' ') ?? null
    return { ...found, alt: oneLine(found?.alt), caption: oneLine(found?.caption) }
  }
  if (node.type.name === 'fileComponent') return fileOfNode(node)
  if (node.type.name === 'column') return parseColumnWidth(node.attrs.width)
  if (node.type.name === 'callout') return calloutKind(nearestCalloutKind(validCalloutAttributes(node.attrs)))
  return { level, language, start, checked, textAlign, indent, colspan, rowspan, tex: texOfNode(node) }
}

function textOf(block: Node): [string, string][] {
  const letters: [string, string][] = block.children.flatMap((node) => {
    if (node.type.name === 'hardBreak') return [['\n', ''] as [string, string]]
    const tex = texOfNode(node)
    const marks = node.marks
      .map(({ type, attrs }) => `${type.name}${attrs.color ?? attrs.href ?? ''}`)
      .join(' ')
    const date = dateOfNode(node)
    if (date !== null) return [[date, marks] as [string, string]]
    if (tex !== null) return [[`$${tex}$`, marks] as [string, string]]
    return [...(node.isText ? (node.text ?? '') : (emojiOfNode(node) ?? ''))].map(
      (each): [string, string] => [each, /\s/.test(each) ? '' : marks],
    )
  })
  const isBreakBeside = (at: number, step: 1 | -1) => {
    let next = at + step
    while (letters[next]?.[0] === ' ') next += step
    return (letters[next]?.[0] ?? '\n') === '\n'
  }
  const kept = letters.filter(
    ([letter], at) =>
      letter !== ' ' || !(letters[at - 1]?.[0] === ' ' || isBreakBeside(at, 1) || isBreakBeside(at, -1)),
  )
  while (kept[0]?.[0] === '\n') kept.shift()
  while (kept.at(-1)?.[0] === '\n') kept.pop()
  return kept
}

test('writes long runs of spaces in linear time', { timeout: 20_000 }, () => {
  const { nodes, marks } = documentSchema()
  const long = `a${' '.repeat(200_000)}b`
  for (const mark of [undefined, marks.bold?.create()]) {
    const text = documentSchema().text(long, mark && [mark])
    const doc = nodes.doc?.createChecked(null, nodes.paragraph?.createChecked(null, text))
    expect(doc && documentToMarkdown(doc)).toContain(long)
  }
})
