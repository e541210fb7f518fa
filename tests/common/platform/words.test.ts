import { expect, test } from 'vitest'
import { findUnclearComments, findUnclearNames } from '../../../scripts/words.mjs'

test.each([
  ['a line comment', '// Whoever reads the row'],
  ['a doc comment', '/** What the server returns. */'],
  ['the first line of a long doc comment', '/**\n * Those rows are new.\n * They have no id yet.\n */'],
])('rejects a fragment in %s', (_, text) => {
  expect(findUnclearComments('web/a.ts', text)).toEqual([
    expect.stringMatching(/^web\/a\.ts:[12] starts as a fragment: write a sentence/),
  ])
})

test('a comment may be a question', () => {
  expect(findUnclearComments('web/a.ts', '// Which rows are new?')).toEqual([])
})

test('rejects a phrase that only this project uses, and names the line', () => {
  const text = 'const size = 1\n\n// The client is told the new size.'
  expect(findUnclearComments('web/a.ts', text)).toEqual([
    'web/a.ts:3 says "is told": use the usual term. "The client is told the new size."',
  ])
})

test('ignores the later lines of a comment, because they continue a sentence', () => {
  const lines = '// The socket sends the rows,\n// which the client stores.\n'
  const block = '/**\n * The socket sends a count,\n * whoever reads it.\n */'
  expect(findUnclearComments('web/a.ts', lines + block)).toEqual([])
})

test.each([
  ['const told = 1', 'told', 'told'],
  ['export async function tellOthers() {}', 'tellOthers', 'tell'],
  ['  let isHeard = false', 'isHeard', 'Heard'],
  ['export type Whoever = string', 'Whoever', 'Whoever'],
  ['const told_at = 0', 'told_at', 'told'],
])('rejects a vague word in the name of %j', (text, name, word) => {
  expect(findUnclearNames('web/a.ts', `const size = 1\n${text}`)).toEqual([
    `web/a.ts:2 declares ${name}: replace "${word}" by the usual term.`,
  ])
})

test('accepts whole sentences, usual terms and words that only contain a vague one', () => {
  const text =
    '/** Returns the size of the row. */\nfunction storyteller() {}\n// By default, rows are small.\n'
  expect([...findUnclearComments('web/a.ts', text), ...findUnclearNames('web/a.ts', text)]).toEqual([])
})
