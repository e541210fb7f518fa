import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { history, undo } from '@tiptap/pm/history'
import type { Node } from '@tiptap/pm/model'
import { EditorState, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import fc from 'fast-check'
import { parseHTML } from 'linkedom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { nodeFromHtml } from '#api/documents/content/parse-html.ts'
import { fileIdsInHtml } from '#common/documents/content/pictures.ts'
import { markdownToHtml, splitMarkdown } from '#common/documents/content/reading/markdown.ts'
import { normalizePastedHtml } from '#common/documents/content/reading/normalize-pasted-html.ts'
import { renderNode } from '#common/documents/content/render.ts'
import { documentSchema } from '#common/documents/content/schema.ts'
import { newId } from '#common/platform/ids.ts'
import { hasMarkdownSyntax } from '#web/documents/editor/paste/has-markdown-syntax.ts'
import { insertPastedPieces } from '#web/documents/editor/paste/insert-pieces.ts'
import {
  type PastedFragment,
  splitHtmlIntoPieces,
  splitTextIntoPieces,
} from '#web/documents/editor/paste/pieces.ts'
import {
  pastedPiecesWithFallback,
  pasteHtmlWithFallback,
} from '#web/documents/editor/paste/plain-fallback.ts'
import { attachToastLayer } from '#web/platform/ui/toast.ts'

/** Parses the clipboard's HTML as a browser does. */
function bodyOf(html: string): Element {
  const { document } = parseHTML('<!doctype html><html><head></head><body></body></html>')
  document.head.innerHTML = /<style>[\s\S]*?<\/style>/.exec(html)?.[0] ?? ''
  const body = document.createElement('div')
  body.innerHTML = html.replace(/^[\s\S]*<body[^>]*>|<\/body>[\s\S]*$/g, '')
  return body
}

function pasted(html: string) {
  const body = bodyOf(html)
  const lossCounts = normalizePastedHtml(body, 'Picture')
  const rendered = renderNode(nodeFromHtml(body.innerHTML)).html
  return {
    ...lossCounts,
    html: rendered.replaceAll(' target="_blank" rel="noopener noreferrer nofollow"', ''),
  }
}

const clipboard = (name: string) =>
  pasted(readFileSync(join(import.meta.dirname, 'clipboard', `${name}.html`), 'utf8'))

const li = (...blocks: string[]) =>
  `<li>${blocks.map((block) => (block.startsWith('<') ? block : `<p>${block}</p>`)).join('')}</li>`
const task = (text: string, isDone: boolean, below = '') =>
  `<li data-checked="${isDone}" data-type="taskItem"><label><input type="checkbox"${isDone ? ' checked="checked"' : ''}><span></span></label><div><p>${text}</p>${below}</div></li>`
const tasks = (...items: string[]) => `<ul data-type="taskList">${items.join('')}</ul>`
const table = (...rows: string[][]) =>
  `<table><tbody>${rows.map((row) => `<tr>${row.map((cell) => (cell.startsWith('<t') ? cell : `<td><p>${cell}</p></td>`)).join('')}</tr>`).join('')}</tbody></table>`
const plan = '<a href="https://example.com/plan">the plan</a>'
const nested = `<ul>${li('First', `<ul>${li('Below the first')}</ul>`)}${li('Second')}</ul>`

describe('what other programs put into the clipboard', () => {
  test('Word: converts bullets to lists and keeps title and table', () => {
    expect(clipboard('word')).toEqual({
      linked: 0,
      lost: 1,
      html: [
        '<h1>Launch plan</h1><h1>Goals</h1>',
        `<p>Ship <strong>on time</strong> and <em>in budget</em>, see ${plan}.</p><p></p>`,
        nested,
        `<p>Then:</p><ol>${li('One')}${li('Two')}</ol>`,
        table(['<td colspan="2"><p>Who and what</p></td>'], ['Ann', 'Plan']),
        '<p>[A chart]</p>',
      ].join(''),
    })
  })

  test('Word Online: joins single-item lists', () => {
    expect(clipboard('word-online').html).toBe(
      `<h2>Agenda </h2><ul>${li('Open', `<ul>${li('Below')}</ul>`)}${li('Close')}</ul>`.replace(
        'Agenda ',
        'Agenda\u00a0',
      ),
    )
  })

  test('Google Docs: keeps marks, nested lists, checkboxes, tables and pictures', () => {
    expect(clipboard('google-docs')).toEqual({
      linked: 1,
      lost: 0,
      html: [
        `<h2>Launch plan</h2><p>Ship <strong>on time</strong><em> always</em>, see <a href="https://example.com/plan"><u>the plan</u></a></p>`,
        nested,
        tasks(task('Booked', true)),
        table(
          ['<td><p><strong>Who</strong></p></td>', '<td><p><strong>What</strong></p></td>'],
          ['Ann', 'Plan'],
        ),
        '<p><a href="https://lh7-rt.googleusercontent.com/docsz/AD_4nXe?key=abc">Picture</a></p>',
      ].join(''),
    })
  })

  test('Notion: converts checkboxes to tasks and keeps code languages', () => {
    expect(clipboard('notion')).toEqual({
      linked: 1,
      lost: 0,
      html: [
        `<h2>Launch plan</h2><p>Ship <strong>on time</strong>, see ${plan}</p>`,
        nested,
        tasks(task('Booked', true), task('Paid', false)),
        '<blockquote><p>Said</p></blockquote>',
        `<pre><code class="language-TypeScript">const a: Array&lt;string&gt; = []\n  a.push('b')</code></pre>`,
        table(['<th><p>Who</p></th>', '<th><p>What</p></th>'], ['Ann', 'Plan']),
        '<p><a href="https://prod-files-secure.s3.us-west-2.amazonaws.com/1/2/chart.png?X-Amz-Expires=3600">chart.png</a></p>',
        '<div data-block-type="callout-component" data-logo-in-use="emoji" data-emoji-unicode="128161"><p>Take care</p></div><div data-type="horizontalRule"></div>',
      ].join(''),
    })
  })

  test('Notion and GitHub: converts asides and alerts to callouts with emoji', () => {
    const callout = (attributes: string, text: string) =>
      `<div data-block-type="callout-component" data-logo-in-use="emoji" ${attributes}><p>${text}</p></div>`
    expect(clipboard('callouts').html).toBe(
      [
        callout('data-emoji-unicode="9888-65039"', 'Take care'),
        callout('data-emoji-unicode="128161"', 'No emoji'),
        callout('data-emoji-unicode="128221" data-background="light-blue"', 'Useful to know.'),
        '<p style="text-align: center">In the middle</p><p>At the left</p>',
      ].join(''),
    )
  })

  test('Excel: keeps rows, links and merged cells', () => {
    expect(clipboard('excel').html).toBe(
      table(
        ['Item', 'Price', 'Link'].map((name) => `<td><p><strong>${name}</strong></p></td>`),
        [
          'Tea',
          '<td><p style="text-align: right">2.50</p></td>',
          '<td><p><a href="https://example.com/tea">shop</a></p></td>',
        ],
        ['<td colspan="2"><p>Sum</p></td>', ''],
      ),
    )
  })

  test('GitHub: keeps tasks, emoji, code and badges', () => {
    expect(clipboard('github')).toEqual({
      linked: 2,
      lost: 0,
      html: [
        '<h3>Steps</h3>',
        tasks(task('Open 🚀', true), task('Close', false, `<ul>${li('with care')}</ul>`)),
        '<pre><code class="language-shell">npm start\n# done</code></pre>',
        '<p><a href="https://github.com/a/b/actions">CI</a> <a href="https://github.com/a/b/badge.svg">CI</a></p>',
        '<p><a href="https://github.com/user-attachments/assets/1">https://github.com/user-attachments/assets/1</a></p>',
      ].join(''),
    })
  })

  // For each clipboard content, a file beside it contains the expected document.
  test.each([
    ['Word: numbering, letters and Roman numbers in lists, and numbered headings', 'word-lists'],
    ['Google Docs: ticks within ticks, and lists that count by letters', 'google-docs-checklist'],
    ['Google Sheets: joined cells, and lines within one', 'google-sheets'],
    ['Apple Notes: lists in lists, and a table', 'apple-notes'],
    ['Outlook: a mail with its list and what it answers', 'outlook'],
    ['Google Docs: lines in letters of one width are code', 'google-docs-code'],
    ['LibreOffice: lists with numbers of their own, and a table with a header', 'libreoffice'],
    ['Notion: tasks in tasks, toggles, callouts with emoji and icons, code', 'notion-page'],
    ['Excel: colours of its sheet of styles, joined cells', 'excel-colors'],
    ['GitHub, an issue: tasks in tasks, code with its language, people', 'github-issue'],
    ['GitHub, a readme: headings without their anchors, alerts, tables, notes', 'github-readme'],
    ['Notion: formulas in a line and by themselves, toggles in toggles, keys', 'notion-equations'],
    ['GitHub: cells of a table by their sides, keys', 'github-table'],
    ['Google Docs: letters that are coloured, and not those of links and headings', 'google-docs-colors'],
    ['A page on the web: what its letters look like throughout is no colour', 'web-of-one-color'],
    ['Slack: lists of several levels, emoji, quote and code', 'slack'],
  ])('%s', (_, name) => {
    const expected = readFileSync(join(import.meta.dirname, 'clipboard', `${name}.expected.html`), 'utf8')
    expect(clipboard(name)).toEqual({ linked: 0, lost: 0, html: expected.replace(/\n$/, '') })
  })

  test.each([
    ['style="background: yellow"', 'orange'],
    ['style="background-color:#D9E2F3;mso-background-themecolor:accent1"', 'dark-blue'],
    ['style="background: rgb(226, 239, 218)"', 'green'],
    ['style="background:#F00"', 'peach'],
    ['bgcolor="silver"', 'gray'],
    ['style="background: yellow" data-background-color="pink"', 'pink'],
    ['style="background-color: transparent"', null],
    ['style="background: white"', null],
    ['style="background-color: rgba(255, 0, 0, 0)"', null],
    ['style="background: url(https://example.com/red.png)"', null],
    ['style="background: constructor" bgcolor="#ff0000"', null],
  ])('maps a cell with %s to the colour %s', (said, color) => {
    const attribute = color === null ? '' : ` data-background-color="${color}"`
    expect(pasted(`<table><tr><td ${said}>a</td></tr></table>`).html).toBe(
      table([`<td${attribute}><p>a</p></td>`]),
    )
  })

  test('items with explicit numbers start new lists', () => {
    expect(
      pasted('<ol><li value="3">c</li><li value="4">d</li><li value="x">e</li><li value="9">i</li></ol>')
        .html,
    ).toBe(`<ol start="3">${li('c')}${li('d')}${li('e')}</ol><ol start="9">${li('i')}</ol>`)
  })

  test.each([
    '<div data-type="columns"><div data-type="column"><p>A</p></div><div data-type="column"><p>B</p></div></div>',
    '<blockquote><p>Said</p></blockquote>',
    '<pre><code>code</code></pre>',
    '<details><summary>Line</summary><p>Folded</p></details>',
  ])('an item keeps its first block and the following ones: %s', (block) => {
    const point = (first: string) => `<ul><li>${first}${block}<p>After</p></li><li><p>Two</p></li></ul>`
    expect(pasted(point('')).html).toBe(point('<p></p>'))
    expect(pasted(point('<p>One</p>')).html).toBe(point('<p>One</p>'))
  })

  test('other ProseMirror editors: converts tasks, panels, expands and pictures', () => {
    expect(
      pasted(
        '<div data-node-type="actionList" data-pm-slice="0 0 []"><div data-task-local-id="1" data-task-state="DONE">one</div><div data-task-local-id="2" data-task-state="TODO">two</div></div>' +
          '<div data-panel-type="error"><p>Stop</p></div><div class="notice-block success"><div class="icon">i</div><p>Go</p></div>' +
          '<div data-node-type="expand" data-title="More"><p>Inside</p></div>' +
          '<div data-node-type="mediaSingle"><div data-node-type="media" data-alt="Chart"></div></div>' +
          '<ul data-type="taskList"><li data-checked="true"><label><input type="checkbox"></label><div><p>three</p></div></li></ul>' +
          '<ul class="checkbox_list"><li data-type="checkbox_item" class="checked"><p>four</p></li></ul>',
      ),
    ).toEqual({
      linked: 0,
      lost: 1,
      html: [
        tasks(task('one', true), task('two', false)),
        '<div data-block-type="callout-component" data-logo-in-use="emoji" data-emoji-unicode="128721" data-background="peach"><p>Stop</p></div>',
        '<div data-block-type="callout-component" data-logo-in-use="emoji" data-emoji-unicode="128161" data-background="green"><p>Go</p></div>',
        '<details><summary>More</summary><p>Inside</p></details><p>[Chart]</p>',
        tasks(task('three', true)),
        tasks(task('four', true)),
      ].join(''),
    })
  })

  test('email: counts pictures that exist only in the clipboard as lost', () => {
    const { html, ...counts } = clipboard('mail')
    expect(counts).toEqual({ linked: 1, lost: 2 })
    expect(html).toContain(`<ol start="3">${li('Look')}${li('Answer')}</ol><p>[Sketch]`)
    expect(html).toContain('<a href="https://www.youtube.com/embed/x1">The film</a>')
    expect(html).not.toContain('alert')
  })

  test('stored pictures stay in place with their texts', () => {
    const id = newId()
    const body = bodyOf(
      '<p>a <img alt="Map" src="data:image/png;base64,AAAA"> b</p><p><img src="https://example.com/x.png"></p>',
    )
    const asked: string[] = []
    const lossCounts = normalizePastedHtml(body, 'Picture', (source) => {
      asked.push(source)
      return source.startsWith('data:') ? id : null
    })
    expect(lossCounts).toEqual({ linked: 1, lost: 0 })
    expect(asked).toEqual(['data:image/png;base64,AAAA', 'https://example.com/x.png'])
    const { html, text } = renderNode(nodeFromHtml(body.innerHTML))
    expect(fileIdsInHtml(html)).toEqual([id])
    expect(text).toBe('a\nMap\n b\nx.png')
  })
})

describe('Markdown', () => {
  const html = (text: string) => pasted(markdownToHtml(text)).html

  test('becomes blocks of the schema', () => {
    const source =
      '# Plan\n\n- a\n  - b\n- [x] done\n\n1. one\n\n> said\n\n```ts\na < b\n```\n\n| A | B |\n|---|---|\n| 1 | **2** |\n\n---\n\none\ntwo ![map](https://example.com/map.png)'
    expect(html(source)).toBe(
      [
        '<h1>Plan</h1>',
        `<ul>${li('a', `<ul>${li('b')}</ul>`)}</ul>${tasks(task('done', true))}`,
        `<ol>${li('one')}</ol><blockquote><p>said</p></blockquote>`,
        '<pre><code class="language-ts">a &lt; b</code></pre>',
        table(['<th><p>A</p></th>', '<th><p>B</p></th>'], ['1', '<td><p><strong>2</strong></p></td>']),
        '<div data-type="horizontalRule"></div>',
        '<p>one<br>two <a href="https://example.com/map.png">map</a></p>',
      ].join(''),
    )
  })

  test('alerts become callouts, and details become toggles', () => {
    const callout = (emoji: string, background: string, text: string) =>
      `<div data-block-type="callout-component" data-logo-in-use="emoji" data-emoji-unicode="${emoji}" data-background="${background}"><p>${text}</p></div>`
    expect(html('> [!WARNING]\n> Take care\n\n> [!tip] At once\n\n> [!other]\n> a')).toBe(
      `${callout('9888-65039', 'orange', 'Take care')}${callout('128161', 'green', 'At once')}<blockquote><p>[!other]<br>a</p></blockquote>`,
    )
    expect(html('<details>\n<summary>More</summary>\n\n- a\n\n</details>\n\nb')).toBe(
      `<details><summary>More</summary><ul>${li('a')}</ul></details><p>b</p>`,
    )
  })

  test('keeps text that looks like a tag', () => {
    expect(html('- an Array<string>\n- <script>alert(1)</script>')).toBe(
      `<ul>${li('an Array&lt;string&gt;')}${li('&lt;script&gt;alert(1)&lt;/script&gt;')}</ul>`,
    )
  })

  test.each([
    ['# Title', true],
    ['text\n- point', true],
    ['see [this](https://example.com)', true],
    ['| a | b |\n|---|---|\n| 1 | 2 |', true],
    ['A sentence, and 2 * 3 * 4 = 24.', false],
    ['snake_case_name and #hash', false],
    ['one\n\ntwo', false],
  ])('detects %j as Markdown: %s', (text, isMarkdown) => expect(hasMarkdownSyntax(text)).toBe(isMarkdown))

  test('gives the same result in parts as in a whole', () => {
    const one = '## Part\n\nSome *text* of it.\n\n- a\n\n- b\n\n```\n# no heading\n\nstill code\n```\n'
    const text = Array.from({ length: 30 }, (_, at) => `${one}\nParagraph ${at}\n`).join('\n')
    const parts = splitMarkdown(text, 200)
    expect(parts.length).toBeGreaterThan(10)
    expect(parts.join('\n')).toBe(text)
    expect(parts.map(html).join('')).toBe(html(text))
  })
})

describe('a long text in pieces', () => {
  const schema = documentSchema()
  /** Joins the pieces in the same way as the editor does. */
  function joined(pieces: Iterable<PastedFragment>) {
    const blocks: Node[] = []
    for (const { blocks: next, continues } of pieces) {
      const last = continues ? blocks.pop() : undefined
      const [first, ...rest] = next
      if (first) blocks.push(last ? last.copy(last.content.append(first.content)) : first)
      blocks.push(...rest)
    }
    return renderNode(schema.topNodeType.createChecked(null, blocks)).html
  }

  test.each([
    ['paragraphs', '<p>Some <b>words</b> of text</p>'.repeat(2_000)],
    ['paragraphs in a box', `<div><div>${'<p>Some words of text</p>'.repeat(2_000)}</div></div>`],
    ['a table', `<table><tbody>${'<tr><td>one</td><td>two</td></tr>'.repeat(3_000)}</tbody></table>`],
    ['a list', `<p>a</p><ol>${'<li>point</li>'.repeat(3_000)}</ol><p>b</p>`],
    ['code', `<pre><code class="language-ts">${'let a = 1\n  let b = 2\n'.repeat(3_000)}x</code></pre>`],
    ['one line', `<p>${'words of a line that never ends 🚀 '.repeat(3_000)}</p>`],
  ])('%s gives the same result as at once', (_, html) => {
    const pieces = [...splitHtmlIntoPieces(schema, bodyOf(html))]
    expect(pieces.length).toBeGreaterThan(3)
    expect(joined(pieces) === renderNode(nodeFromHtml(html)).html).toBe(true)
    const sizes = pieces.map(({ blocks }) => blocks.reduce((sum, block) => sum + block.textContent.length, 0))
    expect(Math.max(...sizes)).toBeLessThan(10_000)
  })

  test('no character of a plain text is lost', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme', maxLength: 40 }), { maxLength: 20 }),
        fc.nat(400),
        (words, times) => {
          const line = words.join(' ').repeat(times)
          const text = [line, 'https://example.com/a, and', line].join('\n')
          const blocks = [...splitTextIntoPieces(schema, text)].flatMap((piece) => piece.blocks)
          const letters = (of: string) => of.replace(/[\r\n]/g, '')
          expect(letters(blocks.map((block) => block.textContent).join(''))).toBe(letters(text))
          expect(blocks.every((block) => block.textContent.isWellFormed())).toBe(line.isWellFormed())
        },
      ),
      { numRuns: 50 },
    )
  })
})

describe('inserting pieces', () => {
  const schema = documentSchema()
  const said: string[] = []
  let detach = () => {}

  beforeEach(() => {
    vi.stubGlobal('requestAnimationFrame', (done: () => void) => setTimeout(done))
    said.length = 0
    detach = attachToastLayer({ show: (_, { title }) => said.push(title), dismiss: () => {} })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    detach()
  })

  /** Returns the parts of the editor view that the insertion uses. Only its state is a real editor state. */
  function opened() {
    const attributes = new Map<string, string>()
    const view = {
      state: EditorState.create({ schema, plugins: [history()] }),
      editable: true,
      isDestroyed: false,
      dom: {
        setAttribute: (name: string, value: string) => attributes.set(name, value),
        removeAttribute: (name: string) => attributes.delete(name),
      },
      dispatch(transaction: Transaction) {
        view.state = view.state.apply(transaction)
      },
    }
    return { view, editor: view as unknown as EditorView, attributes }
  }
  const lines = Array.from({ length: 500 }, (_, at) => `Line ${at} of a long text`)

  test('inserts all of them as one undo step', async () => {
    const { view, editor, attributes } = opened()
    view.dispatch(view.state.tr.insertText('Before'))
    const inserted = insertPastedPieces(editor, splitTextIntoPieces(schema, lines.join('\n')))
    expect(attributes.get('aria-busy')).toBe('true')
    await inserted
    expect(attributes.has('aria-busy')).toBe(false)
    expect(view.state.doc.children.map((block) => block.textContent)).toEqual(['Before', ...lines])
    undo(view.state, view.dispatch)
    expect(view.state.doc.textContent).toBe('Before')
    expect(said).toEqual([])
  })

  test('reports a failure in the middle and leaves the text editable', async () => {
    const { view, editor, attributes } = opened()
    function* failing() {
      const [first] = splitTextIntoPieces(schema, lines.join('\n'))
      if (first) yield first
      throw new Error('This page cannot be read.')
    }
    await insertPastedPieces(editor, failing())
    expect(attributes.has('aria-busy')).toBe(false)
    expect(view.state.doc.textContent).toMatch(/^Line 0 of/)
    expect(said).toEqual(['Not everything could be pasted'])
  })

  test('pastes a text that cannot be parsed as plain text', async () => {
    const { view, editor } = opened()
    const words: string[] = []
    const refusing = Object.assign(editor, {
      pasteHTML: () => {
        throw new RangeError('Invalid content')
      },
      pasteText: (text: string) => words.push(text) > 0,
    })
    expect(pasteHtmlWithFallback(refusing, '<p>a</p>', 'a')).toBe(true)
    expect(words).toEqual(['a'])
    // biome-ignore lint/correctness/useYield: it fails before the first piece
    function* failing(): Generator<PastedFragment> {
      throw new Error('This page cannot be read.')
    }
    await insertPastedPieces(
      editor,
      pastedPiecesWithFallback(editor, failing(), () => lines.join('\n')),
    )
    expect(view.state.doc.children.map((block) => block.textContent)).toEqual(lines)
    expect(said).toEqual(['Pasted as plain text', 'Pasted as plain text'])
  })

  test('stops when the text becomes read-only', async () => {
    const { view, editor } = opened()
    const inserted = insertPastedPieces(editor, splitTextIntoPieces(schema, lines.join('\n')))
    const { doc } = view.state
    view.editable = false
    await inserted
    expect(view.state.doc).toBe(doc)
    expect(said).toEqual(['Not everything could be pasted'])
  })
})
