import { expect, test } from 'vitest'
import { replaceTypedSymbol } from '#web/documents/editor/smart-typing.ts'

/** Returns the text after typing all of its characters. */
function typed(text: string): string {
  return [...text].reduce((before, character) => replaceTypedSymbol(before + character), '')
}

test.each([
  ['a -> b', 'a → b'],
  ['a <- b', 'a ← b'],
  ['a <-> b', 'a ↔ b'],
  ['so => b', 'so ⇒ b'],
  ['one -- two', 'one – two'],
  ['one--two', 'one—two'],
  ['wait...', 'wait…'],
  ['a != b, a <= b, a >= b', 'a ≠ b, a ≤ b, a ≥ b'],
  ['+-5', '±5'],
  ['Acme (c) 2026', 'Acme © 2026'],
  ['Acme(tm), Acme(r)', 'Acme™, Acme®'],
])('typing %s writes %s', (text, written) => {
  expect(typed(text)).toBe(written)
})

test.each([
  '---',
  '-->',
  'npm run --help',
  'a>=b',
  'https://example.com/a--b',
  'file.a--b',
  '../../../x',
  '(c) third',
  '(a) one (b) two (c) three',
  'say "yes"',
])('typing %s changes nothing', (text) => {
  expect(typed(text)).toBe(text)
})
