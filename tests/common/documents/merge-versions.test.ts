import type { Node } from '@tiptap/pm/model'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nodeFromHtml } from '#api/documents/content/parse-html.ts'
import { mergeVersions } from '#common/documents/content/merge-versions.ts'
import { mergeTitles } from '#common/documents/content/merge-words.ts'
import { renderNode } from '#common/documents/content/render.ts'
import { documentSchema } from '#common/documents/content/schema.ts'

function merge(base: string, live: string, sent: string): string {
  const node = mergeVersions(nodeFromHtml(base), nodeFromHtml(live), nodeFromHtml(sent))
  node.check()
  return renderNode(node).html
}

const p = (...texts: string[]) => texts.map((text) => `<p>${text}</p>`).join('')
const ul = (...texts: string[]) => `<ul>${texts.map((text) => `<li><p>${text}</p></li>`).join('')}</ul>`

test.each([
  ['a block that others added stays', p('a'), p('a', 'typed'), p('b'), p('b', 'typed')],
  [
    'a block that others added between stays',
    p('a', 'c'),
    p('a', 'b', 'c'),
    p('a', 'c', 'd'),
    p('a', 'b', 'c', 'd'),
  ],
  [
    'a word that others added stays',
    p('one two'),
    p('one two three'),
    p('zero one two'),
    p('zero one two three'),
  ],
  ['what is taken out is out', p('a', 'b', 'c'), p('a', 'b', 'c', 'd'), p('a', 'c'), p('a', 'c', 'd')],
  ['what others took out is out', p('a', 'b', 'c'), p('a', 'c'), p('a', 'b', 'c', 'd'), p('a', 'c', 'd')],
  ['what others wrote in a block taken out stays', p('a', 'b'), p('a', 'b typed'), p('a'), p('a', 'b typed')],
  ['what both added is there once', p('a'), p('a', 'b'), p('a', 'b', 'c'), p('a', 'b', 'c')],
  ['items of a list are told apart', ul('a', 'b'), ul('a', 'b', 'c'), ul('a!', 'b'), ul('a!', 'b', 'c')],
  [
    'a block that became another stays beside what others typed',
    p('a', 'plan'),
    p('a typed', 'plan'),
    `${p('a')}<h2>plan</h2>`,
    `${p('a typed')}<h2>plan</h2>`,
  ],
  ['words that both added to an empty block stay', p(''), p('typed'), p('sent'), p('typed sent')],
  ['a word that both replaced is the one that was sent', p('a 1 b'), p('a 2 b'), p('a 3 b'), p('a 3 b')],
  ['letters of two words are never mixed', p('an apple'), p('an apricot'), p('an ample'), p('an ample')],
  [
    'an older state of what is typed takes out nothing',
    p('Written'),
    p('Written in full'),
    p('Written i'),
    p('Written in full'),
  ],
  [
    'a newer state of what is typed adds the rest',
    p('Written'),
    p('Written i'),
    p('Written in full'),
    p('Written in full'),
  ],
  [
    'what others typed between words that were replaced stays',
    p('one two three four five'),
    p('one typed two three four five'),
    p('one quite different four five'),
    p('one typed quite different four five'),
  ],
  ['a word keeps its looks', p('a b'), p('a <strong>b</strong>'), p('c b'), p('c <strong>b</strong>')],
  [
    'a word with two looks is one word',
    p('a bold b'),
    p('a b<strong>ol</strong>d b'),
    p('a bold b c'),
    p('a b<strong>ol</strong>d b c'),
  ],
  ['signs of unspaced languages are words', p('会議'), p('会議室'), p('大会議'), p('大会議室')],
  ['a level changes beside a word', '<h1>a</h1>', '<h1>a typed</h1>', '<h2>a</h2>', '<h2>a typed</h2>'],
  [
    'all new text keeps what others typed',
    p('old'),
    p('old', 'typed'),
    p('quite', 'different'),
    p('quite', 'different', 'typed'),
  ],
])('%s', (_, base, live, sent, merged) => expect(merge(base, live, sent)).toBe(merged))

test('ignores the ids of blocks', () => {
  const live = '<p data-id="x">a</p><p data-id="y">typed</p>'
  expect(merge('<p data-id="x">a</p>', live, p('a', 'b'))).toBe(
    `<p data-id="x">a</p><p data-id="y">typed</p><p>b</p>`,
  )
})

test('merges texts with very many words, marks and blocks', () => {
  const { paragraph, horizontalRule } = documentSchema().nodes
  const doc = (blocks: (Node | undefined)[]) =>
    documentSchema().topNodeType.create(
      null,
      blocks.filter((block) => block !== undefined),
    )
  const line = (text: string) => paragraph?.create(null, documentSchema().text(text))
  const long = 'word '.repeat(70_000)
  const [base, live, sent] = [long, `${long}typed`, `sent ${long}`].map((text) => doc([line(text)]))
  if (base && live && sent) expect(mergeVersions(base, live, sent).textContent).toBe(`sent ${long}typed`)
  const rules = Array.from({ length: 130_000 }, () => horizontalRule?.create())
  const [a, typed] = [line('a'), line('typed')]
  const merged = mergeVersions(doc([a]), doc([a, typed]), doc([a, ...rules]))
  expect(merged.childCount).toBe(130_002)
  const word = '<strong>a</strong>b'.repeat(2_000)
  expect(merge(p(word), p(`${word} typed`), p(`sent ${word}`))).toBe(p(`sent ${word} typed`))
})

test('every word of a merged text comes from one of the versions', () => {
  const words = fc.array(fc.constantFrom('one', 'two', 'three', 'four', 'five', 'six'), { maxLength: 6 })
  fc.assert(
    fc.property(words, words, words, (...versions) => {
      const [base, live, sent] = versions.map((each) => each.join(' '))
      const known = new Set(versions.flat())
      const merged = mergeTitles(base ?? '', live ?? '', sent ?? '')
      for (const word of merged.split(' ').filter(Boolean)) expect(known).toContain(word)
    }),
  )
})

const text = fc.array(fc.constantFrom('p', 'ul', 'h2'), { minLength: 1, maxLength: 5 })
const version = (kinds: string[], words: string[]) =>
  kinds
    .map((kind, at) => (kind === 'ul' ? ul(words[at] ?? '', 'x') : `<${kind}>${words[at]}</${kind}>`))
    .join('')

test('returns the sent version if nobody else changed the text, and the reverse', () => {
  const any = fc.tuple(text, fc.array(fc.constantFrom('a', 'b', 'c c', ''), { minLength: 5, maxLength: 5 }))
  fc.assert(
    fc.property(any, any, (one, other) => {
      const [base, changed] = [version(...one), version(...other)]
      const same = renderNode(nodeFromHtml(changed)).html
      expect(merge(base, base, changed)).toBe(same)
      expect(merge(base, changed, base)).toBe(same)
      expect(merge(base, changed, changed)).toBe(same)
    }),
  )
})

test('security 68: no addition is lost', () => {
  const additions = fc.array(fc.tuple(fc.nat({ max: 4 }), fc.constantFrom('before', 'within', 'behind')), {
    maxLength: 4,
  })
  fc.assert(
    fc.property(
      text,
      additions,
      additions,
      fc.array(fc.nat({ max: 4 }), { maxLength: 2 }),
      (kinds, live, sent, removed) => {
        const words = kinds.map((_, at) => `word${at} and some more`)
        const [liveHtml, liveWords] = withAdditions(kinds, words, live, 'L')
        const kept = (_: unknown, at: number) => !removed.includes(at)
        const [sentHtml, sentWords] = withAdditions(kinds.filter(kept), words.filter(kept), sent, 'S')
        const result = merge(version(kinds, words), liveHtml, sentHtml)
        for (const word of [...liveWords, ...sentWords]) expect(result).toContain(word)
      },
    ),
    { numRuns: 300 },
  )
})

function withAdditions(
  kinds: string[],
  words: string[],
  additions: [number, string][],
  mark: string,
): [string, string[]] {
  const made: string[] = []
  const blocks = kinds.map((kind, at) => {
    let [before, word, behind] = ['', words[at] ?? '', '']
    for (const [index, [where, how]] of additions.entries()) {
      if (where !== at) continue
      const added = `${mark}${index}`
      made.push(added)
      if (how === 'within') word = `${word} ${added}`
      else if (how === 'before') before += p(added)
      else behind += p(added)
    }
    return before + version([kind], [word]) + behind
  })
  return [blocks.join('') || p(''), made]
}
