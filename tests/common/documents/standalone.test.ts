import { expect, test } from 'vitest'
import { assignExportPaths, relativeLinkInZip, sanitizeArchiveName } from '#api/pages/pages/file-names.ts'
import { createFormulaRenderer } from '#api/pages/pages/formula-renderer.ts'
import { nodeToHtml } from '#common/documents/content/html.ts'
import { nodeFromJson } from '#common/documents/content/parse-json.ts'
import { renderStandalonePage } from '#common/documents/content/standalone.ts'

const person = '018f0000-0000-7000-8000-000000000001'
const known = '018f0000-0000-7000-8000-000000000002'
const picture = '018f0000-0000-7000-8000-000000000003'
const project = '018f0000-0000-7000-8000-000000000004'

const around = {
  pictureAt: (id: string) => (id === picture ? 'files/a&b.png' : undefined),
  nameOf: (id: string) => (id === person ? 'Ann <b>' : undefined),
  pageFile: (id: string) => (id === known ? 'Known%20page.html' : undefined),
  formula: createFormulaRenderer(),
  viewUrl: (inProject: string, view: string) => `https://plan.example/acme/${inProject}/${view}`,
  origin: 'https://plan.example',
}

const body = (...content: object[]) => {
  const html = nodeToHtml(nodeFromJson({ type: 'doc', content }))
  const page = renderStandalonePage({ title: 'T', html, below: [] }, around)
  return page.slice(page.indexOf('</h1>') + 6, page.indexOf('\n</body>'))
}
const paragraph = (...content: object[]) => ({ type: 'paragraph', content })
const text = (words: string, href?: string) => ({
  type: 'text',
  text: words,
  ...(href && { marks: [{ type: 'link', attrs: { href } }] }),
})

test('shows names of people and escapes user text', () => {
  const mention = (entity_identifier: string) => ({ type: 'mention', attrs: { entity_identifier } })
  expect(body(paragraph(mention(person), mention(known), text('<script> & "')))).toContain(
    '<span class="mention">@Ann &lt;b&gt;</span><span class="mention">@…</span>&lt;script&gt; &amp; &quot;',
  )
  const said =
    '<mention-component entity_identifier="x"></mention-component><image-component src="y"></image-component>'
  expect(body(paragraph(text(said)))).toContain('&lt;mention-component entity_identifier=&quot;x&quot;&gt;')
})

test('links to exported pages by path and to others by absolute address', () => {
  const page = (id: string) => `/acme/projects/${project}/pages/${id}?a=1&b=2`
  expect(body(paragraph(text('there', page(known))))).toContain('href="Known%20page.html"')
  expect(body(paragraph(text('there', page(person))))).toContain(
    `href="https://plan.example${page(person).replace('&', '&amp;')}"`,
  )
  expect(body(paragraph(text('away', 'https://x.example/?q="1"&r')))).toContain(
    'href="https://x.example/?q=&quot;1&quot;&amp;r"',
  )
})

test('shows pictures and callouts without the server', () => {
  const image = (src: string) => ({
    type: 'imageComponent',
    attrs: { src, alt: 'A "hull"', width: 50, caption: 'Low' },
  })
  expect(body(image(picture))).toContain(
    '<figure><img src="files/a&amp;b.png" alt="A &quot;hull&quot;" style="width: 50%"><figcaption>Low</figcaption></figure>',
  )
  expect(body(image(known))).toContain('<p class="missing">A &quot;hull&quot;</p>')
  expect(body({ type: 'callout', content: [paragraph(text('Careful'))] })).toMatch(
    /<div [^>]*callout-component[^>]*><span class="emoji" aria-hidden="true">💡<\/span><p[^>]*>Careful<\/p><\/div>/,
  )
})

test('shows headings, sub-pages and the address of a view instead of live blocks', () => {
  const live = (kind: string) => ({ type: 'liveBlock', attrs: { kind, project, view: known } })
  const heading = { type: 'heading', attrs: { level: 2 }, content: [text('A & <b>')] }
  expect(body(live('contents'), heading)).toBe(
    '<nav class="contents"><ul><li data-level="2"><a href="#heading-1">A &amp; &lt;b&gt;</a></li></ul></nav>' +
      '<h2 id="heading-1">A &amp; &lt;b&gt;</h2>',
  )
  expect(body(live('items'))).toBe(
    `<p><a href="https://plan.example/acme/${project}/${known}">https://plan.example/acme/${project}/${known}</a></p>`,
  )
  const html = nodeToHtml(nodeFromJson({ type: 'doc', content: [live('pages'), paragraph(text('End'))] }))
  const page = renderStandalonePage(
    { title: 'T', html, below: [{ name: 'Sub', file: 'T/Sub.html' }] },
    around,
  )
  expect(page.match(/<nav>/g)).toHaveLength(1)
  expect(page).toContain('<nav><ul><li><a href="T/Sub.html">Sub</a></li></ul></nav><p>End</p>')
})

test('lists headings and sub-pages only once, and leaves out invalid live blocks', () => {
  const live = (kind: string | null) => ({ type: 'liveBlock', attrs: { kind } })
  const formula = { type: 'inlineMath', attrs: { latex: 'x^2' } }
  const heading = { type: 'heading', attrs: { level: 2 }, content: [text('About '), formula] }
  const html = body(live('contents'), live('pages'), heading, live('contents'), live(null))
  expect(html.match(/<nav class="contents">/g)).toHaveLength(1)
  expect(html).toMatch(/<a href="#heading-1">About x2<\/a>/)
  expect(html).not.toContain('live-block')
  expect(html).not.toContain('/views/')
  expect(html.endsWith('</h2>')).toBe(true)
})

test('renders formulas as MathML and invalid ones as TeX', () => {
  const formula = (type: string, latex: string) => ({ type, attrs: { latex } })
  expect(body(formula('blockMath', 'a < b'))).toMatch(
    /^<div class="formula"><span class="katex"><math [^>]*display="block">.*<mo>&lt;<\/mo>.*<\/math><\/span><\/div>$/s,
  )
  expect(body(paragraph(formula('inlineMath', '\\frac{<b>')))).toContain(
    '<span class="formula"><code>\\frac{&lt;b&gt;</code></span>',
  )
  expect(body(formula('blockMath', '\\href{javascript:alert(1)}{x}'))).not.toContain('href="java')
})

const archiveName = (name: string) => sanitizeArchiveName(name, 'Untitled')

test('uses file names that every system accepts', () => {
  expect(['', '...', 'a/b: "c"', 'CON', `${'🚢'.repeat(80)}`, 'end. '].map(archiveName)).toEqual([
    'Untitled',
    'Untitled',
    'a b c',
    'CON_',
    '🚢'.repeat(60),
    'end',
  ])
  const hostile = ['a\u202Egnp.exe', '. a', 'aux.tar', 'a/../b', '\u200B', '\u0085x', '\uD800x', 'e\u0301']
  expect(hostile.map(archiveName)).toEqual([
    'agnp.exe',
    'a',
    'aux_.tar',
    'a .. b',
    'Untitled',
    'x',
    'x',
    '\u00E9',
  ])
  expect(relativeLinkInZip({ file: 'A/B/c.html' }, 'A/D e.html')).toBe('../../A/D%20e.html')
})

test('no file gets the path of another file or folder', () => {
  const names = ['a', 'a.html', 'A', 'e\u0301', '\u00E9', 'files']
  const rows = names.flatMap((name) => [
    { id: name, parent: 'root', name },
    { id: `below ${name}`, parent: name, name: 'x' },
  ])
  const files = assignExportPaths(
    'root',
    [{ id: 'root', parent: null, name: 'a' }, ...rows],
    'html',
    'Untitled',
  ).map(({ file }) => file.toLowerCase().normalize('NFC'))
  const folders = new Set(
    files.flatMap((file) =>
      file
        .split('/')
        .slice(0, -1)
        .map((_, at, all) => all.slice(0, at + 1).join('/')),
    ),
  )
  expect(new Set(files).size).toBe(1 + 2 * names.length)
  expect(files.filter((file) => folders.has(file))).toEqual([])
})
