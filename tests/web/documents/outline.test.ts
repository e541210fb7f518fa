import { expect, test } from 'vitest'
import { nodeFromHtml } from '#api/documents/content/parse-html.ts'
import { type HeadingNames, headingText } from '#web/documents/editor/outline/heading-text.ts'
import { computeTextStatistics, headingsOfDocument } from '#web/documents/editor/outline/headings.ts'

test('finds all headings that are not empty', () => {
  const doc = nodeFromHtml(
    '<h1>Plan</h1><p>Not one</p><blockquote><h3>Within <strong>a</strong> quote</h3></blockquote><h2> </h2><h6>Last</h6>',
  )
  const found = headingsOfDocument(doc)
  expect(found.map(({ level, text }) => [level, text])).toEqual([
    [1, 'Plan'],
    [3, 'Within a quote'],
    [6, 'Last'],
  ])
  for (const { position, text } of found) expect(doc.nodeAt(position)?.textContent).toBe(text)
})

test('a heading has the names that the reader sees, instead of ids, addresses and keys', () => {
  const id = '018f0000-0000-7000-8000-000000000001'
  const mention = `<mention-component entity_identifier="${id}" entity_name="user_mention"></mention-component>`
  const address = 'https://tandem.example/acme/pages/1'
  const doc = nodeFromHtml(
    `<h2>Ask ${mention} by <time datetime="2026-12-03">x</time> about ATL-7 and ATL-8<br>in <a href="${address}">${address}</a></h2><h2>${mention}</h2>`,
  )
  const names: HeadingNames = {
    person: (person) => (person === id ? '@Ann' : '?'),
    date: (date) => (date === '2026-12-03' ? 'Tomorrow' : '?'),
    page: (href, text) => (href === address && text === address ? 'Harbour' : undefined),
    item: (key) => (key === 'ATL-7' ? 'Paint the hull' : undefined),
  }
  const found = headingsOfDocument(doc, (heading) => headingText(heading, names))
  expect(found.map(({ text }) => text)).toEqual([
    'Ask @Ann by Tomorrow about ATL-7 Paint the hull and ATL-8 in Harbour',
    '@Ann',
  ])
  // The same headings are found without names, so that the position of a heading can be looked up by its index.
  expect(headingsOfDocument(doc).map(({ position }) => position)).toEqual(
    found.map(({ position }) => position),
  )
})

test.each([
  ['nothing', '<p></p>', 'en', 0, 0, 1],
  ['blocks', '<p>Two words.</p><ul><li><p>three</p></li></ul>', 'en', 3, 15, 1],
  ['a break', '<p>one<br>two</p>', 'en', 2, 7, 1],
  ['words without blanks', '<p>我们一起写作</p>', 'zh', 3, 6, 1],
  ['letters of several units', '<p>👩‍👩‍👧 é</p>', 'en', 1, 3, 1],
  ['a long text', `<p>${Array(1190).fill('word').join(' ')}</p>`, 'en', 1190, 5949, 5],
])('%s: counts words, characters and minutes', (_, html, language, words, characters, minutes) => {
  expect(computeTextStatistics(nodeFromHtml(html), language)).toEqual({ words, characters, minutes })
})
