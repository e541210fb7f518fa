import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { nodeFromHtml } from '#api/documents/content/parse-html.ts'
import {
  embedOrigins,
  embedPageUrl,
  parseEmbedUrl,
  validEmbedAttributes,
} from '#common/documents/content/embeds.ts'
import { bodyFragmentName } from '#common/documents/content/fragment.ts'
import { maxDocumentDepth } from '#common/documents/content/limits.ts'
import { isSafeHref, parseTypedHref } from '#common/documents/content/links.ts'
import { documentName, parseDocumentName } from '#common/documents/content/names.ts'
import { InvalidDocument, nodeFromJson } from '#common/documents/content/parse-json.ts'
import { fileIdsInHtml } from '#common/documents/content/pictures.ts'
import { renderDocument, renderNode } from '#common/documents/content/render.ts'
import { replaceContent } from '#common/documents/content/replace-content.ts'
import { documentSchema } from '#common/documents/content/schema.ts'
import {
  documentFromUpdates,
  encodeStateSince,
  InvalidUpdate,
  TooManyStructs,
  validateYjsUpdate,
} from '#common/documents/content/updates.ts'
import { documentSchemaVersion } from '#common/documents/content/version.ts'
import { newId } from '#common/platform/ids.ts'

const html = (source: string) => renderNode(nodeFromHtml(source)).html
const doc = (...content: unknown[]) => ({ type: 'doc', content })
const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content })
const people = [newId(), newId()]

test('a change of the schema requires a new schema version', () => {
  const { nodes, marks } = documentSchema()
  const held = Object.entries({ ...nodes, ...marks }).map(
    ([name, { spec }]) => `${name}(${Object.keys(spec.attrs ?? {}).sort()})`,
  )
  expect([documentSchemaVersion, held.sort().join(' ')]).toEqual([
    11,
    'backgroundColor(color) blockMath(id,latex) blockquote(id) bold() bulletList(id) callout(background,color,emoji,icon,id) code() codeBlock(id,language) column(width) columns(id) date(date) ' +
      'details(id) detailsSummary() doc() emoji(name,sign) fileComponent(id,name,size,src,type) hardBreak() heading(id,indent,level,textAlign) horizontalRule(id) ' +
      'imageComponent(alignment,alt,caption,id,pixels,ratio,src,width) inlineMath(latex) italic() link(href) listItem(id) liveBlock(id,kind,project,view) ' +
      'mention(entity_identifier,entity_name,id) orderedList(id,start,type) paragraph(id,indent,textAlign) strike() syncedBlock(block,id) syncedReference(block,id,page) ' +
      'table(id) tableCell(background,colspan,colwidth,rowspan) tableHeader(background,colspan,colwidth,rowspan) tableRow() taskItem(checked,id) taskList(id) text() textColor(color) underline() video(host,id,video)',
  ])
})

describe('a picture', () => {
  const id = newId()
  const whole = `<image-component src="${id}" alt="A &quot;hull&quot;" width="50%" data-pixels="1600" aspectratio="1.3333" alignment="center" data-caption="Below it"></image-component>`

  test('is unchanged after conversion to JSON and Yjs', () => {
    const text = `<p>a</p>${whole}<ul><li><p>b</p><image-component src="${id}"></image-component></li></ul>`
    expect(html(text)).toBe(text)
    expect(renderNode(nodeFromJson(renderNode(nodeFromHtml(text)).json)).html).toBe(text)
    const ydoc = new Y.Doc()
    replaceContent(ydoc, nodeFromHtml(text))
    expect(renderDocument(ydoc)).toMatchObject({ html: text, text: 'a\nBelow it\nA "hull"\nb' })
    expect(fileIdsInHtml(text)).toEqual([id])
  })

  test.each([
    ['<image-component src="https://example.com/a.png"></image-component>', 'https://example.com/a.png'],
    ['<img src="https://example.com/a.png" onerror="alert(1)">', 'https://example.com/a.png'],
    ['<p>x <img src="http://10.0.0.1/?beacon" alt="Map"></p>', 'x Map'],
    ['<img src="data:image/svg+xml;base64,AAAA" alt="Drawing">', '[Drawing]'],
    ['<img src="//example.com/a.png">', ''],
    ['<image-component src="javascript:alert(1)" alt="b"></image-component>', '[b]'],
    ['<image-component onclick="alert(1)" style="position:fixed"></image-component>', ''],
  ])('security 21: %s loads nothing from other sites', (source, text) => {
    const rendered = renderNode(nodeFromHtml(source))
    expect(rendered.text).toBe(text)
    expect(rendered.html).not.toMatch(/img|image-component|onclick|onerror|style/)
  })

  test('security 21: drops invalid attributes', () => {
    const attrs = {
      src: 'https://example.com',
      alt: '"><script>',
      width: 1e9,
      pixels: -1,
      ratio: 'NaN',
      id: '" x',
      alignment: 'fixed',
      caption: '<script>',
    }
    expect(renderNode(nodeFromJson(doc({ type: 'imageComponent', attrs }))).html).toBe(
      '<image-component alt="&quot;&gt;&lt;script&gt;" width="100%" data-caption="&lt;script&gt;"></image-component>',
    )
    expect(
      html(`<image-component src="${id}" onclick="a()" width="640" class="fixed"></image-component>`),
    ).toBe(`<image-component src="${id}"></image-component>`)
  })

  test('parses the attributes of other editors', () => {
    expect(
      html(`<image-component src="${id}" width="35.4%" aspectRatio="1.5" data-id="b1"></image-component>`),
    ).toBe(`<image-component src="${id}" width="35%" aspectratio="1.5" data-id="b1"></image-component>`)
  })
})

describe('names', () => {
  test('a name identifies the row that owns the document', () => {
    const id = newId()
    expect(parseDocumentName(documentName('work_item', id))).toEqual({ kind: 'work_item', id })
  })

  test.each([
    '',
    'page',
    'page:',
    'page:1',
    `user:${newId()}`,
    `page:${newId()} `,
    `page:${newId().toUpperCase()}`,
    `page:${newId()}\0x`,
  ])('rejects %j as a document name', (name) => expect(parseDocumentName(name)).toBeNull())
})

describe('links', () => {
  const dangerous = [
    'javascript:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    '  javascript:alert(1)',
    '\u0001javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'blob:https://example.com/1',
    'file:///etc/passwd',
    'javascript://example.com/%0aalert(1)',
  ]

  test.each(dangerous)('security 22: %j is never followed', (href) => {
    expect(isSafeHref(href)).toBe(false)
    expect(parseTypedHref(href)).toBeNull()
    const link = { type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href } }] }
    expect(renderNode(nodeFromJson(doc(paragraph(link)))).html).not.toMatch(/href/)
    expect(html(`<p><a href="${href.replaceAll('"', '&quot;')}">x</a></p>`)).toBe('<p>x</p>')
  })

  test.each([
    'https://example.com/a?b=1#c',
    'http://example.com',
    'mailto:ann@example.com',
    'tel:+4930123',
    '/acme/projects',
  ])('accepts a link to %s', (href) => expect(isSafeHref(href)).toBe(true))

  test.each([
    ['example.com', 'https://example.com'],
    ['ann@example.com', 'mailto:ann@example.com'],
    ['localhost:3000/x', 'https://localhost:3000/x'],
    [' https://example.com ', 'https://example.com'],
  ])('%j typed as a link becomes %s', (typed, href) => expect(parseTypedHref(typed)).toBe(href))
})

describe('HTML', () => {
  test('the blocks of the editor survive a round trip', () => {
    const source = [
      '<h2>Plan</h2>',
      '<p>one <strong>two <em>three</em></strong> <s>four</s> <u>five</u> <code>six</code><br>seven</p>',
      '<ul><li><p>a</p><ol><li><p>b</p></li></ol></li></ul>',
      '<ul data-type="taskList"><li data-checked="true" data-type="taskItem"><label><input type="checkbox" checked="checked"><span></span></label><div><p>done</p></div></li></ul>',
      '<blockquote><p>said</p></blockquote>',
      '<pre><code class="language-ts">a &lt; b\n  &amp;&amp; c</code></pre>',
      '<div data-type="horizontalRule"></div>',
      '<p><a target="_blank" rel="noopener noreferrer nofollow" href="https://example.com/?a=1&amp;b=2">link</a></p>',
    ].join('')
    expect(html(source)).toBe(source)
    expect(renderNode(nodeFromJson(renderNode(nodeFromHtml(source)).json)).html).toBe(source)
  })

  test.each([
    ['<p>a<script>alert(1)</script>b</p>', '<p>ab</p>'],
    ['<img src=x onerror=alert(1)>', '<p></p>'],
    ['<p onclick="alert(1)" style="position:fixed" class="fixed">a</p>', '<p>a</p>'],
    ['<svg onload=alert(1)><p>a</p></svg>', '<p>a</p>'],
    ['<iframe src="https://example.com"></iframe><p>a</p>', '<p>a</p>'],
    [
      '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
      '<p></p>',
    ],
    [
      '<pre><code class="language-x fixed inset-0">a</code></pre>',
      '<pre><code class="language-x">a</code></pre>',
    ],
    [
      '<a href="https://example.com" target="_self" class="fixed" rel="opener">a</a>',
      '<p><a target="_blank" rel="noopener noreferrer nofollow" href="https://example.com">a</a></p>',
    ],
    ['<form action=/x><button>go</button></form>', '<p>go</p>'],
    ['<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
  ])('security 21: %s is stored without the harmful parts', (source, stored) =>
    expect(html(source)).toBe(stored),
  )

  test('a table with blocks in its cells survives a round trip', () => {
    const source =
      '<table><tbody><tr><th><p>Name</p></th><th><p>Task</p></th></tr><tr><td><p>Ann</p></td><td><ul><li><p>a</p></li></ul><p>b</p></td></tr></tbody></table>'
    const ydoc = new Y.Doc()
    replaceContent(ydoc, nodeFromHtml(source))
    expect(renderDocument(ydoc).html).toBe(source)
    expect(renderNode(nodeFromJson(renderDocument(ydoc).json)).html).toBe(source)
    expect(renderDocument(ydoc).text).toBe('Name\nTask\nAnn\na\nb')
  })

  test.each([
    [
      'a cell over two columns',
      '<table><tr><td colspan=2>a</td></tr><tr><td>b<td>c</tr></table>',
      '<tr><td colspan="2"><p>a</p></td></tr><tr><td><p>b</p></td><td><p>c</p></td></tr>',
    ],
    [
      'a cell over two rows',
      '<table><tr><td rowspan=9>a</td><td>b</td></tr><tr><td>c</td></tr></table>',
      '<tr><td rowspan="2"><p>a</p></td><td><p>b</p></td></tr><tr><td><p>c</p></td></tr>',
    ],
    [
      'a cell over two rows behind another',
      '<table><tr><td>a</td><td rowspan=2>b</td></tr><tr><td>c</td></tr></table>',
      '<tr><td><p>a</p></td><td rowspan="2"><p>b</p></td></tr><tr><td><p>c</p></td></tr>',
    ],
    [
      'rows of different lengths',
      '<table><thead><tr><td>a</td></tr></thead><tbody><tr><td>b</td><td>c</td></tr></tbody></table>',
      '<tr><th><p>a</p></th><th><p></p></th></tr><tr><td><p>b</p></td><td><p>c</p></td></tr>',
    ],
    ['no rows at all', '<table></table><p>a</p>', null],
  ])('a table with %s is stored with rows of equal length', (_, source, rows) => {
    expect(html(source)).toBe(rows === null ? '<p>a</p>' : `<table><tbody>${rows}</tbody></table>`)
  })

  test('stores covered cells beside merged cells, and column widths', () => {
    const source =
      '<table><tbody><tr><td colwidth="120,0" colspan="2" rowspan="2"><p>a</p></td><td colwidth="300"><p>b</p></td></tr><tr><td><p>c</p></td></tr></tbody></table>'
    const node = nodeFromHtml(source)
    expect(node.firstChild?.children.map(({ childCount }) => childCount)).toEqual([3, 3])
    const ydoc = new Y.Doc()
    replaceContent(ydoc, node)
    expect(renderDocument(ydoc).html).toBe(source)
    expect(renderNode(nodeFromJson(renderDocument(ydoc).json)).html).toBe(source)
  })

  test.each([
    { colspan: 1e9, rowspan: 1e9 },
    { colspan: -1, rowspan: 0.5 },
    { colspan: '2"><script>', rowspan: 'x' },
  ])('security 21: %j cannot claim more than the table has', (attrs) => {
    const cell = (text: string, of = {}) => ({
      type: 'tableCell',
      attrs: of,
      content: [paragraph({ type: 'text', text })],
    })
    const table = { type: 'table', content: [{ type: 'tableRow', content: [cell('a', attrs), cell('b')] }] }
    expect(renderNode(nodeFromJson(doc(table))).html).toBe(
      '<table><tbody><tr><td><p>a</p></td><td><p>b</p></td></tr></tbody></table>',
    )
  })

  test('security 61: ignores huge spans in a table', () => {
    const row = `<tr>${'<td colspan=1000 rowspan=65534>a</td>'.repeat(40)}</tr>`
    const started = performance.now()
    expect(html(`<table>${row.repeat(40)}</table>`)).toContain('<td><p>a</p></td>')
    expect(performance.now() - started).toBeLessThan(2_000)
  })

  test('parses a pasted hr element as a rule', () => {
    expect(html('<p>a</p><hr><p>b</p>')).toBe('<p>a</p><div data-type="horizontalRule"></div><p>b</p>')
  })

  test('every block keeps its id', () => {
    const source = [
      '<h3 data-id="a-1">x</h3>',
      '<p data-id="b_2">x</p>',
      '<ul data-id="c"><li data-id="d"><p data-id="e">x</p></li></ul>',
      '<ol data-id="f"><li data-id="g"><p data-id="h">x</p></li></ol>',
      '<ul data-id="i" data-type="taskList"><li data-id="j" data-checked="false" data-type="taskItem"><label><input type="checkbox"><span></span></label><div><p data-id="k">x</p></div></li></ul>',
      '<blockquote data-id="l"><p data-id="m">x</p></blockquote>',
      '<pre data-id="n"><code>x</code></pre>',
      '<div data-id="o" data-type="horizontalRule"></div>',
      '<table data-id="p"><tbody><tr><td><p data-id="q">x</p></td></tr></tbody></table>',
    ].join('')
    const ydoc = new Y.Doc()
    replaceContent(ydoc, nodeFromHtml(source))
    const rendered = renderDocument(ydoc)
    expect(sorted(rendered.html)).toBe(sorted(source))
    expect(renderNode(nodeFromJson(rendered.json)).html).toBe(rendered.html)
    expect(html(rendered.html)).toBe(rendered.html)
  })

  test.each(['', 'x'.repeat(65), 'a b', '"><script>', 'ä'])('security 21: rejects %j as a block id', (id) => {
    const ydoc = new Y.Doc()
    replaceContent(ydoc, nodeFromJson(doc({ type: 'paragraph', attrs: { id } })))
    expect(renderDocument(ydoc).html).toBe('<p></p>')
    expect(html(`<p data-id="${id.replaceAll('"', '&quot;')}"></p>`)).toBe('<p></p>')
  })

  test('keeps the text of unknown elements', () => {
    expect(html('<section><article>one</article><x-y>two</x-y></section>')).toBe('<p>one</p><p>two</p>')
  })

  test('security 61: rejects extreme nesting', () => {
    expect(() => nodeFromHtml('<blockquote>'.repeat(50_000))).toThrow(InvalidDocument)
    expect(() => nodeFromHtml('<b>'.repeat(2_000))).toThrow(InvalidDocument)
  })
})

describe('callouts, toggles, colors and other rich content', () => {
  const whole = [
    '<h6 style="text-align: right">Small</h6><p style="text-align: left">a</p>',
    '<p><span data-text-color="peach">one <span data-background-color="light-blue">two</span></span></p>',
    '<div data-block-type="callout-component" data-logo-in-use="emoji" data-emoji-unicode="128640" data-background="green"><p>Go</p><ul><li><p>b</p></li></ul></div>',
    '<div data-block-type="callout-component" data-logo-in-use="icon" data-icon-name="Rocket" data-icon-color="#e5484d" data-id="c1"><p>Go</p></div>',
    '<details data-id="d1"><summary>More <strong>here</strong></summary><p>c</p><details><summary></summary><p></p></details></details>',
    '<p>A <span data-type="emoji" data-name="wave">👋</span></p>',
    '<table><tbody><tr><th data-background-color="gray"><p>x</p></th><td data-background-color="purple"><p>y</p></td></tr></tbody></table>',
  ].join('')

  test('survive a round trip to JSON and Yjs', () => {
    expect(html(whole)).toBe(whole)
    expect(renderNode(nodeFromJson(renderNode(nodeFromHtml(whole)).json)).html).toBe(whole)
    const ydoc = new Y.Doc()
    replaceContent(ydoc, nodeFromHtml(whole))
    expect(renderDocument(ydoc)).toMatchObject({
      html: whole,
      text: 'Small\na\none two\nGo\nb\nGo\nMore here\nc\n\n\nA 👋\nx\ny',
    })
  })

  test.each([
    [
      '<p><span data-text-color="pink" data-background-color="gray">both</span></p>',
      '<p><span data-text-color="pink"><span data-background-color="gray">both</span></span></p>',
    ],
    [
      '<details class="details" open><summary>a</summary><div data-type="detailsContent"><p>b</p></div></details>',
      '<details><summary>a</summary><p>b</p></details>',
    ],
    [
      '<table><tr><td background="var(--editor-colors-peach-background)" colwidth="150"><p>a</p></td></tr></table>',
      '<table><tbody><tr><td data-background-color="peach" colwidth="150"><p>a</p></td></tr></tbody></table>',
    ],
    [
      '<div data-block-type="callout-component"><p>a</p></div>',
      '<div data-block-type="callout-component" data-logo-in-use="emoji" data-emoji-unicode="128161"><p>a</p></div>',
    ],
    [
      '<p><span data-name="tada" data-type="emoji"><img src="x"></span></p>',
      '<p><span data-type="emoji" data-name="tada">:tada:</span></p>',
    ],
    ['<p align="center">a</p>', '<p style="text-align: center">a</p>'],
  ])('are parsed from the HTML of other editors: %s', (source, stored) => expect(html(source)).toBe(stored))

  test.each([
    ['<p style="text-align: fixed; position: fixed">a</p>', '<p>a</p>'],
    ['<p><span data-text-color="red" style="color: red">a</span></p>', '<p>a</p>'],
    ['<p><span data-background-color="url(https://example.com)">a</span></p>', '<p>a</p>'],
    ['<p>a<span data-type="emoji" data-name="a b">words</span></p>', '<p>awords</p>'],
    [
      '<div data-block-type="callout-component" data-logo-in-use="icon" data-icon-name="a b" data-icon-color="url(x)" data-background="red" onclick="a()"><p>a</p></div>',
      '<div data-block-type="callout-component" data-logo-in-use="emoji" data-emoji-unicode="128161"><p>a</p></div>',
    ],
    [
      '<table><tr><td background="https://example.com/a.png" style="background: red">a</td></tr></table>',
      '<table><tbody><tr><td><p>a</p></td></tr></tbody></table>',
    ],
    ['<summary>a</summary>', '<p>a</p>'],
  ])('security 21: %s is stored without the harmful parts', (source, stored) =>
    expect(html(source)).toBe(stored),
  )

  test('keep everything that two people changed at the same time', () => {
    const writers = [new Y.Doc(), new Y.Doc()] as const
    const toggle = (...blocks: string[]) =>
      nodeFromHtml(
        `<details><summary>a</summary>${blocks.map((text) => `<p>${text}</p>`).join('')}</details>`,
      )
    replaceContent(writers[0], toggle('b'))
    Y.applyUpdate(writers[1], Y.encodeStateAsUpdate(writers[0]))
    for (const [at, writer] of writers.entries()) {
      const body = writer.getXmlFragment(bodyFragmentName).get(0)
      const summary = new Y.XmlElement('detailsSummary')
      summary.insert(0, [new Y.XmlText(`of ${at}`)])
      if (body instanceof Y.XmlElement) {
        if (at === 0) body.delete(0, 2)
        body.insert(0, [summary])
      }
    }
    Y.applyUpdate(writers[1], Y.encodeStateAsUpdate(writers[0]))
    expect(renderDocument(writers[1]).text.split('\n').sort()).toEqual(['of 0', 'of 1'])
  })
})

describe('formulas', () => {
  const whole =
    '<p>a <span data-type="inline-math" data-latex="x &lt; y">x &lt; y</span></p><div data-type="block-math" data-latex="\\sum_i\nx" data-id="f1">\\sum_i\nx</div>'

  test('survive a round trip to JSON and Yjs', () => {
    expect(html(whole)).toBe(whole)
    expect(renderNode(nodeFromJson(renderNode(nodeFromHtml(whole)).json)).html).toBe(whole)
    const ydoc = new Y.Doc()
    replaceContent(ydoc, nodeFromHtml(whole))
    expect(renderDocument(ydoc)).toMatchObject({ html: whole, text: 'a x < y\n\\sum_i\nx' })
  })

  test.each([
    ['<p>a<span data-type="inline-math" data-latex=""></span></p>', '<p>a</p>'],
    [`<p>a<span data-type="inline-math" data-latex="${'x'.repeat(2_001)}"></span></p>`, '<p>a</p>'],
    [
      '<p><span data-type="inline-math" data-latex="&lt;img src=x&gt;" onclick="a()" style="position:fixed"><b>x</b></span></p>',
      '<p><span data-type="inline-math" data-latex="&lt;img src=x&gt;">&lt;img src=x&gt;</span></p>',
    ],
  ])('security 21: %s is stored without the harmful parts', (source, stored) =>
    expect(html(source)).toBe(stored),
  )
})

describe('dates and embeds', () => {
  const link = 'target="_blank" rel="noopener noreferrer nofollow"'
  const watch = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
  const video = `<div data-type="video" data-host="youtube" data-video="dQw4w9WgXcQ"><a href="${watch}" ${link}>${watch}</a></div>`
  const whole = `<p>By <time datetime="2026-12-03">2026-12-03</time></p>${video}`

  test('survive a round trip to JSON and Yjs', () => {
    expect(html(whole)).toBe(whole)
    expect(renderNode(nodeFromJson(renderNode(nodeFromHtml(whole)).json)).html).toBe(whole)
    const ydoc = new Y.Doc()
    replaceContent(ydoc, nodeFromHtml(whole))
    expect(renderDocument(ydoc)).toMatchObject({ html: whole, text: `By 2026-12-03\n${watch}` })
  })

  test.each([
    ['<p>a<time datetime="2026-02-30">then</time></p>', '<p>athen</p>'],
    [
      '<p><time datetime="2026-02-03" onclick="a()" style="x">then</time></p>',
      '<p><time datetime="2026-02-03">2026-02-03</time></p>',
    ],
  ])('security 21: %s is stored without the harmful parts', (source, stored) =>
    expect(html(source)).toBe(stored),
  )

  test.each([
    { host: 'evil', video: 'dQw4w9WgXcQ' },
    { host: 'youtube', video: '../../x?list=' },
    { host: 'youtube', video: 'dQw4w9WgXcQ&autoplay=1' },
    { host: 'constructor', video: 'dQw4w9WgXcQ' },
    { host: 'vimeo', video: '1234567/../x' },
    { host: 'google', video: 'document/d/../../accounts?x=aaaaaaaaaaaaaaaaaaaa' },
    { host: 'figma', video: 'design/abcdefghij0?node-id=1-2&x=y' },
  ])('security 25: rejects $host $video as embedded content', (attrs) => {
    expect(validEmbedAttributes(attrs)).toBeNull()
    expect(renderNode(nodeFromJson(doc({ type: 'video', attrs }))).html).toBe('<div data-type="video"></div>')
  })

  test.each([
    [watch, watch],
    ['https://youtu.be/dQw4w9WgXcQ?t=42', watch],
    ['https://m.youtube.com/watch?list=x&v=dQw4w9WgXcQ', watch],
    ['https://www.youtube.com/shorts/dQw4w9WgXcQ', watch],
    ['https://player.vimeo.com/video/76979871', 'https://vimeo.com/76979871'],
    [`https://www.loom.com/share/${'0a'.repeat(16)}?sid=1`, `https://www.loom.com/share/${'0a'.repeat(16)}`],
    [
      'https://www.figma.com/file/AbCdEfGhIj0123456789/Look?type=design&node-id=1%3A23',
      'https://www.figma.com/design/AbCdEfGhIj0123456789?node-id=1-23',
    ],
    [
      `https://docs.google.com/spreadsheets/u/1/d/${'a_-Z'.repeat(11)}/edit?gid=0#gid=0`,
      `https://docs.google.com/spreadsheets/d/${'a_-Z'.repeat(11)}/edit`,
    ],
    ['https://miro.com/app/board/uXjVN_-A2b8=/?share_link_id=1', 'https://miro.com/app/board/uXjVN_-A2b8=/'],
    ['https://codepen.io/ann/full/abcDEF?x', 'https://codepen.io/ann/pen/abcDEF'],
    [
      `https://gist.github.com/ann/${'0a'.repeat(16)}#file-x`,
      `https://gist.github.com/ann/${'0a'.repeat(16)}`,
    ],
  ])('security 25: reduces %s to its host and id', (address, page) => {
    const found = parseEmbedUrl(address)
    expect(found && embedPageUrl(found)).toBe(page)
  })

  test.each([
    'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
    'https://evil.example/youtube.com/watch?v=dQw4w9WgXcQ',
    'https://youtube.com@evil.example/watch?v=dQw4w9WgXcQ',
    'https://x@youtube.com/watch?v=dQw4w9WgXcQ',
    'https://youtube.com:8080/watch?v=dQw4w9WgXcQ',
    'javascript:alert(1)//youtube.com/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com/redirect?q=https://evil.example&v=dQw4w9WgXcQ',
    'https://www.youtube.com/watch?v="><script>',
    'https://vimeo.com/channels/x',
    'https://docs.google.com/forms/d/aaaaaaaaaaaaaaaaaaaaaaaa/edit',
    'https://miro.com/login',
  ])('security 25: %s stays a link', (address) => expect(parseEmbedUrl(address)).toBeNull())
})

test('security 25: the policy for frames allows only the supported hosts', () => {
  expect(embedOrigins).toEqual([
    'https://www.youtube-nocookie.com',
    'https://player.vimeo.com',
    'https://www.loom.com',
    'https://embed.figma.com',
    'https://docs.google.com',
    'https://miro.com',
    'https://codepen.io',
  ])
})

describe('a live block', () => {
  const ids = { project: newId(), view: newId() }
  const items = `<div data-type="live-block" data-kind="items" data-project="${ids.project}" data-view="${ids.view}"></div>`

  test('survives a round trip to JSON and Yjs', () => {
    const whole = `<h1>A</h1><div data-type="live-block" data-kind="contents"></div><div data-type="live-block" data-kind="pages"></div>${items}`
    const node = nodeFromHtml(whole)
    expect(renderNode(nodeFromJson(renderNode(node).json)).html).toBe(whole)
    const ydoc = new Y.Doc()
    replaceContent(ydoc, node)
    expect(renderDocument(ydoc)).toMatchObject({ html: whole, text: 'A' })
  })

  test.each([
    { kind: 'scripts' },
    { kind: 'items', project: ids.project },
    { kind: 'items', project: ids.project, view: '"><script>' },
  ])('security 21: %o is not stored as HTML', (attrs) =>
    expect(renderNode(nodeFromJson(doc({ type: 'liveBlock', attrs }))).html).toBe(
      '<div data-type="live-block"></div>',
    ),
  )
})

describe('a mention', () => {
  const [ann = '', max = ''] = people
  const of = (person: string, id = newId()) =>
    `<mention-component id="${id}" entity_identifier="${person}" entity_name="user_mention"></mention-component>`

  test('survives a round trip within a text', () => {
    const source = `<h2>For ${of(ann)}</h2><p>${of(max)}, <strong>ask ${of(ann)}</strong></p>`
    const rendered = renderNode(nodeFromHtml(source))
    expect(rendered.html).toBe(source)
    expect(renderNode(nodeFromJson(rendered.json)).html).toBe(source)
    expect(rendered.text).toBe(`For @${ann}\n@${max}, ask @${ann}`)
    expect(rendered.mention_ids).toEqual([ann, max])
  })

  test('of a teamspace keeps its kind', () => {
    const source = `<p>${of(ann)} and ${of(max).replace('user_mention', 'team_mention')}</p>`
    const rendered = renderNode(nodeFromHtml(source))
    expect(rendered.html).toBe(source)
    expect(renderNode(nodeFromJson(rendered.json)).html).toBe(source)
    expect(rendered).toMatchObject({ text: `@${ann} and @${max}`, mention_ids: [ann, max] })
  })

  test.each([
    [of('javascript:alert(1)')],
    [of('')],
    [`<mention-component entity_identifier="${ann}" entity_name="issue"></mention-component>`],
    [`<mention-component entity_identifier="${ann}"></mention-component>`],
  ])('security 21: is dropped without a valid user: %s', (source) => {
    const rendered = renderNode(nodeFromHtml(`<p>a${source}b</p>`))
    expect(rendered).toMatchObject({ html: '<p>ab</p>', text: 'ab', mention_ids: [] })
  })

  test('security 21: contains only the id of the person', () => {
    const source = `<p><mention-component id="x" onclick="alert(1)" class="fixed" entity_identifier="${ann.toUpperCase()}" entity_name="user_mention" label="Max">Max</mention-component></p>`
    expect(html(source)).toBe(
      `<p><mention-component entity_identifier="${ann}" entity_name="user_mention"></mention-component></p>`,
    )
  })
})

describe('JSON', () => {
  test.each([
    null,
    1,
    'doc',
    [],
    {},
    { type: 'paragraph' },
    { type: 'doc', content: {} },
    doc({ type: 'script' }),
    doc({ type: 'text', text: 'x' }),
    doc(paragraph({ type: 'text' })),
    doc(paragraph({ type: 'text', text: { toString: 'x' } })),
    doc({ type: 'heading', attrs: { level: { valueOf: 1 } } }),
    doc({ type: 'heading', attrs: ['level'] }),
    doc(
      paragraph({
        type: 'text',
        text: 'x',
        marks: [{ type: 'link', attrs: { href: ['javascript:alert(1)'] } }],
      }),
    ),
    doc(paragraph({ type: 'text', text: 'x', marks: 'bold' })),
    doc({ type: 'bulletList', content: [paragraph()] }),
    doc({ type: 'codeBlock', content: [{ type: 'text', text: 'x', marks: [{ type: 'bold' }] }] }),
  ])('security 23: rejects %j', (json) => expect(() => nodeFromJson(json)).toThrow(InvalidDocument))

  test('security 23: rejects extreme nesting', () => {
    let node: unknown = paragraph()
    for (let depth = 0; depth < maxDocumentDepth * 20; depth++) node = { type: 'blockquote', content: [node] }
    expect(() => nodeFromJson(doc(node))).toThrow(InvalidDocument)
  })
})

describe('Yjs', () => {
  test('a replaced document equals its replacement', () => {
    fc.assert(
      fc.property(
        fc.array(content(), { maxLength: 6 }),
        fc.array(content(), { maxLength: 6 }),
        (before, after) => {
          const ydoc = new Y.Doc()
          replaceContent(ydoc, nodeFromJson(doc(...(before.length > 0 ? before : [paragraph()]))))
          const wanted = nodeFromJson(doc(...(after.length > 0 ? after : [paragraph()])))
          replaceContent(ydoc, wanted)
          expect(renderDocument(ydoc)).toEqual(renderNode(wanted))
          expect(replaceContent(ydoc, wanted)).toBeNull()
        },
      ),
    )
  })

  test('an edit of another block survives a replacement', () => {
    const ydoc = new Y.Doc()
    replaceContent(
      ydoc,
      nodeFromJson(
        doc(paragraph({ type: 'text', text: 'first' }), paragraph({ type: 'text', text: 'last' })),
      ),
    )
    const other = new Y.Doc()
    Y.applyUpdate(other, Y.encodeStateAsUpdate(ydoc))
    const last = other.getXmlFragment(bodyFragmentName).get(1)
    if (last instanceof Y.XmlElement) last.push([new Y.XmlText(' words')])
    replaceContent(
      ydoc,
      nodeFromJson(
        doc(paragraph({ type: 'text', text: 'new first' }), paragraph({ type: 'text', text: 'last' })),
      ),
    )
    Y.applyUpdate(ydoc, Y.encodeStateAsUpdate(other))
    expect(renderDocument(ydoc).text).toBe('new first\nlast words')
  })

  test('security 21: the HTML derived from any Yjs content is safe', () => {
    fc.assert(
      fc.property(fc.array(hostileElement(), { maxLength: 8 }), (elements) => {
        const ydoc = new Y.Doc()
        ydoc.getXmlFragment(bodyFragmentName).insert(0, elements.map(elementOf))
        const rendered = renderDocument(ydoc)
        for (const [tag] of rendered.html.matchAll(/<[^>]*>?/g)) expect(tag).toMatch(harmlessTag)
        expect(renderNode(nodeFromJson(rendered.json)).html).toBe(rendered.html)
      }),
    )
  })

  test('security 61: deep nesting in Yjs is cut off', () => {
    const ydoc = new Y.Doc()
    let parent: Y.XmlFragment = ydoc.getXmlFragment(bodyFragmentName)
    for (let depth = 0; depth < 5_000; depth++) {
      const child = new Y.XmlElement('blockquote')
      parent.insert(0, [child])
      parent = child
    }
    expect(renderDocument(ydoc).html.length).toBeLessThan(10_000)
  })

  test('security 61: rejects forged updates before they are applied', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          validateYjsUpdate(bytes)
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidUpdate)
        }
      }),
    )
    const subdocument = new Y.Doc()
    subdocument.getMap(bodyFragmentName).set('y', new Y.Doc())
    expect(() => validateYjsUpdate(Y.encodeStateAsUpdate(subdocument))).toThrow(InvalidUpdate)
  })

  test('security 61: rejects unknown root types and too many parts', () => {
    const roots = new Y.Doc()
    roots.getMap('other').set('a', 1)
    expect(() => validateYjsUpdate(Y.encodeStateAsUpdate(roots))).toThrow(InvalidUpdate)
    const many = new Y.Doc()
    many
      .getXmlFragment(bodyFragmentName)
      .push(Array.from({ length: 100_001 }, () => new Y.XmlElement('paragraph')))
    expect(() => validateYjsUpdate(Y.encodeStateAsUpdate(many))).toThrow(TooManyStructs)
  })

  test('security 61: rejects deletions of unknown content', () => {
    const here = new Y.Doc()
    const writer = new Y.Doc()
    const text = writer.getText('default')
    text.insert(0, 'first')
    Y.applyUpdate(here, Y.encodeStateAsUpdate(writer))
    const before = Y.encodeStateVector(writer)
    text.insert(5, ' second')
    const between = Y.encodeStateVector(writer)
    text.delete(0, 12)
    const clockOf = (client: number) => Y.getState(here.store, client)
    const deletion = Y.encodeStateAsUpdate(writer, between)
    expect(() => validateYjsUpdate(deletion, clockOf)).toThrow(InvalidUpdate)
    expect(validateYjsUpdate(deletion)).toEqual(new Map())
    expect(validateYjsUpdate(Y.encodeStateAsUpdate(writer, before), clockOf)).toEqual(
      new Map([[writer.clientID, 12]]),
    )
  })

  test('security 61: an invalid part does not block the other parts', () => {
    const good = new Y.Doc()
    replaceContent(good, nodeFromJson(doc(paragraph({ type: 'text', text: 'good' }))))
    const bad = Uint8Array.of(9, 9, 9, 9)
    const { doc: built, refused } = documentFromUpdates([bad, Y.encodeStateAsUpdate(good)])
    expect(refused).toEqual([bad])
    expect(renderDocument(built).text).toBe('good')
  })

  test('security 61: no readable update breaks a document', () => {
    const base = new Y.Doc()
    replaceContent(base, nodeFromJson(doc(paragraph({ type: 'text', text: 'base' }), paragraph())))
    const state = Y.encodeStateAsUpdate(base)
    const change = fc.tuple(
      fc.nat(),
      fc.oneof(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 11 })),
    )
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        const writer = documentFromUpdates([state]).doc
        replaceContent(writer, nodeFromJson(doc(paragraph({ type: 'text', text: 'new' }))))
        const mutant = Y.encodeStateAsUpdate(writer)
        for (const [at, byte] of changes) mutant[at % mutant.length] = byte
        if (!isReadable(mutant)) return
        const { doc: built } = documentFromUpdates([state, mutant])
        replaceContent(built, nodeFromJson(doc(paragraph({ type: 'text', text: 'after' }))))
        const again = documentFromUpdates([encodeStateSince(built)])
        expect(again.refused).toEqual([])
        // The changed bytes can contain a wrong Yjs clock. Yjs then skips the next inserted character, but
        // the document must still store the whole text that is written afterwards.
        expect(renderDocument(again.doc).text).toContain('after')
      }),
      { numRuns: 1_000 },
    )
  })
})

/** Returns HTML with the attributes of each element in a fixed order. */
function sorted(source: string): string {
  return source.replace(/<(\w+)((?: [\w-]+="[^"]*")+)>/g, (_, tag: string, attributes: string) => {
    const list = attributes.match(/[\w-]+="[^"]*"/g) ?? []
    return `<${tag} ${list.sort().join(' ')}>`
  })
}

function isReadable(update: Uint8Array): boolean {
  try {
    validateYjsUpdate(update)
    return true
  } catch {
    return false
  }
}

// Texts and attributes are escaped, so every bracket in the HTML belongs to a tag.
const harmlessTag =
  /^<\/?(p|h[1-6]|ul|ol|li|label|input|span|div|details|summary|blockquote|pre|code|hr|br|strong|a|mention-component|image-component|file-component)( (data-id|data-type|data-checked|data-block-type|data-logo-in-use|data-emoji-unicode|data-width|data-size|type|checked|start|class|target|rel|href|entity_name|width|aspectratio)="(?!javascript)[^"<>]*"| (alt|data-caption|data-name)="[^"<>]*")*>$/

function content() {
  const text = fc
    .record({
      text: fc.string({ minLength: 1, maxLength: 12 }),
      marks: fc.uniqueArray(fc.constantFrom('bold', 'italic', 'strike', 'underline'), { maxLength: 2 }),
    })
    .map(({ text, marks }) => ({ type: 'text', text, marks: marks.map((type) => ({ type })) }))
  const mention = fc.constantFrom(...people).map((person) => ({
    type: 'mention',
    attrs: { id: newId(), entity_identifier: person },
  }))
  const texts = fc.array(fc.oneof({ weight: 4, arbitrary: text }, { weight: 1, arbitrary: mention }), {
    maxLength: 3,
  })
  return fc.oneof(
    texts.map((inline) => paragraph(...inline)),
    fc
      .tuple(fc.integer({ min: 1, max: 6 }), texts)
      .map(([level, inline]) => ({ type: 'heading', attrs: { level }, content: inline })),
    texts.map((inline) => ({ type: 'blockquote', content: [paragraph(...inline)] })),
    texts.map((inline) => ({
      type: 'bulletList',
      content: [{ type: 'listItem', content: [paragraph(...inline)] }],
    })),
    fc.tuple(fc.boolean(), texts).map(([checked, inline]) => ({
      type: 'taskList',
      content: [{ type: 'taskItem', attrs: { checked }, content: [paragraph(...inline)] }],
    })),
    fc.constant({ type: 'horizontalRule' }),
  )
}

interface Hostile {
  name: string
  attributes: Record<string, unknown>
  marks: Record<string, unknown>
  text: string
  children: Hostile[]
}

function hostileElement(): fc.Arbitrary<Hostile> {
  const name = fc.constantFrom(
    'paragraph',
    'heading',
    'codeBlock',
    'taskItem',
    'taskList',
    'blockquote',
    'mention',
    'imageComponent',
    'fileComponent',
    'columns',
    'column',
    'callout',
    'syncedBlock',
    'syncedReference',
    'details',
    'detailsSummary',
    'emoji',
    'script',
    'img',
    'text',
    'doc',
    '__proto__',
  )
  const value = fc.constantFrom<unknown>(
    '"><script>alert(1)</script>',
    'javascript:alert(1)',
    3,
    null,
    true,
    { a: 1 },
    ['x'],
    'x onload=alert(1)',
  )
  const attributes = fc.dictionary(
    fc.constantFrom(
      'level',
      'language',
      'checked',
      'start',
      'type',
      'onclick',
      'href',
      'src',
      'style',
      'class',
      'id',
      'entity_identifier',
      'entity_name',
      'alt',
      'width',
      'ratio',
      'textAlign',
      'background',
      'emoji',
      'icon',
      'color',
      'name',
      'sign',
      'alignment',
      'caption',
    ),
    value,
  )
  const marks = fc.dictionary(
    fc.constantFrom('bold', 'link', 'link--abcdefgh', 'code', 'textColor', 'backgroundColor', 'nothing'),
    fc.oneof(value, fc.record({ href: value, class: value, onclick: value, color: value })),
  )
  const { element } = fc.letrec<{ element: Hostile }>((tie) => ({
    element: fc.record({
      name,
      attributes,
      marks,
      text: fc.constantFrom('', 'x', '<img src=x onerror=alert(1)>'),
      children: fc.oneof(
        { maxDepth: 3, depthSize: 'small' },
        fc.constant<Hostile[]>([]),
        fc.array(tie('element'), { maxLength: 3 }),
      ),
    }),
  }))
  return element
}

function elementOf({ name, attributes, marks, text, children }: Hostile): Y.XmlElement {
  const element = new Y.XmlElement(name)
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, asSent(value))
  const inline = new Y.XmlText()
  inline.insert(0, text, marks)
  element.insert(0, [inline, ...children.map(elementOf)])
  return element
}

/**
 * Casts a value to the type that correct clients send, because other clients can put any value into an attribute.
 */
function asSent(value: unknown): string {
  return value as string
}
