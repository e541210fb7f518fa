import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  normalizeForSearch,
  parseSearchTerms,
  splitIntoIndexedWords,
} from '#common/personal/search/analysis.ts'
import { createSearchSnippet, findHighlightRanges } from '#common/personal/search/highlight.ts'
import { parseItemKey, parseItemNumber } from '#common/personal/search/kinds.ts'

/** Returns whether a search finds a text. Both are normalized as in the index. */
function finds(typed: string, text: string): boolean {
  const words = splitIntoIndexedWords(text)
  const terms = parseSearchTerms(typed)
  return terms.every(({ word, isPrefix }) =>
    words.some((one) => (isPrefix ? one.startsWith(word) : one === word)),
  )
}

const latin = fc.stringMatching(/^[a-zA-ZäöüéèñçßøłÅŽ0-9]{2,20}$/)
const cjk = fc.stringMatching(/^[一-鿋ぁ-ゖァ-ヺ가-힣]{1,12}$/)
const title = fc.array(fc.oneof(latin, cjk), { minLength: 1, maxLength: 6 })

describe('the analysis of texts', () => {
  test('finds a title by every word and prefix', () => {
    fc.assert(
      fc.property(
        title,
        fc.constantFrom(' ', '-', ', ', '/', '「'),
        fc.nat(),
        fc.nat(),
        (words, between, which, upTo) => {
          const text = words.join(between)
          const word = words[which % words.length] ?? ''
          const start = [...word].slice(0, 2 + (upTo % 20)).join('')
          expect(parseSearchTerms(word).length).toBeGreaterThan(0)
          expect(finds(word, text), word).toBe(true)
          expect(finds(start, text), start).toBe(true)
          expect(finds(text, text)).toBe(true)
          expect(findHighlightRanges(text, word).length, `${word} in ${text}`).toBeGreaterThan(0)
        },
      ),
    )
  })

  test('ignores accents, case and equivalent spellings', () => {
    fc.assert(
      fc.property(latin, (word) => {
        for (const other of [word.toUpperCase(), word.normalize('NFD'), normalizeForSearch(word)]) {
          expect(finds(other, word)).toBe(true)
          expect(finds(word, other)).toBe(true)
        }
      }),
    )
    for (const [typed, text] of [
      ['creme brulee', 'Crème brûlée'],
      ['STRASSE', 'Die Straße'],
      ['lodz', 'Łódź'],
      ['σισυφος', 'ΣΊΣΥΦΟΣ'],
      ['ﬁx', 'fix it'],
      ['ＡＢＣ', 'abc'],
      ['ｶﾞｲﾄﾞ', 'ガイド'],
      ['istanbul', 'İstanbul'],
      ['елка', 'Ёлка'],
    ] as const) {
      expect(finds(typed, text), typed).toBe(true)
    }
  })

  test('finds any part of text without spaces', () => {
    fc.assert(
      fc.property(cjk, fc.nat(), fc.nat(), (text, from, length) => {
        const letters = [...text]
        const start = from % letters.length
        const part = letters.slice(start, start + 1 + (length % letters.length)).join('')
        expect(finds(part, text), `${part} in ${text}`).toBe(true)
      }),
    )
    expect(finds('検索', '全文検索の機能')).toBe(true)
    expect(finds('검색', '전문 검색')).toBe(true)
    expect(finds('索検', '全文検索の機能')).toBe(false)
    // In Japanese, a voiced letter is a different letter and does not match.
    expect(finds('ても', 'でも')).toBe(false)
    expect(finds('用アプリ', 'iPhone用アプリ')).toBe(true)
  })

  test('finds prefixes but no parts within words', () => {
    expect(finds('board', 'Board of cards')).toBe(true)
    expect(finds('oard', 'Board of cards')).toBe(false)
    expect(finds('a', 'a card')).toBe(true)
    expect(finds('c', 'a card')).toBe(false)
    // The last word of a query may be incomplete.
    expect(finds('card b', 'a card')).toBe(true)
    expect(parseSearchTerms(' % _ \' " \\ & | ! ')).toEqual([])
  })

  test('no text yields a word that cannot be stored', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const strange = splitIntoIndexedWords(text).filter(
          (word) => !/^[\p{L}\p{N}\p{M}ー々]+$/u.test(word) || Buffer.byteLength(word) > 256,
        )
        expect(strange).toEqual([])
        expect(findHighlightRanges(text, text).filter(([from, to]) => text.slice(from, to) === '')).toEqual(
          [],
        )
      }),
    )
    // The first character is a radical, which Unicode classifies as a symbol and not as a letter. The index
    // therefore does not contain it.
    expect(splitIntoIndexedWords('⺀ 漢⺀字')).toEqual(['漢', '字'])
    expect(splitIntoIndexedWords('x'.repeat(5000))).toEqual(['x'.repeat(64)])
    const cutInHalf = `a${'𒀀'.repeat(40)}`
    const words = [
      ...splitIntoIndexedWords(cutInHalf),
      ...parseSearchTerms(cutInHalf).map(({ word }) => word),
    ]
    expect(words).toEqual(Array(2).fill(`a${'𒀀'.repeat(31)}`))
  })
})

describe('highlights', () => {
  test('mark the words in the original text', () => {
    const marked = (text: string, typed: string) =>
      findHighlightRanges(text, typed).map(([from, to]) => text.slice(from, to))
    expect(marked('Crème brûlée', 'bru cre')).toEqual(['Crè', 'brû'])
    expect(marked('Die Straße', 'strasse')).toEqual(['Straße'])
    expect(marked('全文検索の機能', '検索')).toEqual(['検索'])
    expect(marked('Reloaded reload load', 'load')).toEqual(['load'])
    expect(marked('e\u0301cole', 'école')).toEqual(['e\u0301cole'])
    expect(marked('👩‍💻 fix', 'fix')).toEqual(['fix'])
  })

  test('a snippet shows the text around the first match', () => {
    const text = `${'far away '.repeat(50)}the needle\n\nin ${'more hay '.repeat(50)}`
    const snippet = createSearchSnippet(text, 'needle')
    expect(snippet?.text).toMatch(/^… .*the needle in more hay.* …$/)
    expect(snippet?.text.length).toBeLessThan(200)
    expect(snippet?.marks.map(([from, to]) => snippet.text.slice(from, to))).toEqual(['needle'])
    expect(createSearchSnippet(text, 'nowhere')).toBeNull()
  })
})

test('keys and numbers are distinguished from words', () => {
  expect(parseItemKey(' atl-12 ')).toEqual({ identifier: 'ATL', sequence_id: 12 })
  for (const typed of ['atl', 'atl-', '12', 'a b-1', 'atl-99999999999', 'atl-1-2'])
    expect(parseItemKey(typed)).toBeNull()
  expect([parseItemNumber('12'), parseItemNumber('#7'), parseItemNumber('7a')]).toEqual([12, 7, null])
})
