/**
 * Converts texts to the words that search compares. PostgreSQL's dictionaries are not used, because each
 * supports one language and none supports Chinese, Japanese or Korean, and `unaccent` is an extension that
 * may be missing.
 */

/** Scripts without spaces between words. The search compares their text by pairs of adjacent letters. */
const unspaced = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー々`
/**
 * Matches a letter of these scripts. Symbols such as circled letters are excluded, because nobody types them in a
 * search.
 */
const unspacedLetter = String.raw`(?=[\p{L}\p{N}\p{M}])[${unspaced}]`
const runs = new RegExp(
  `${unspacedLetter}(?:${unspacedLetter}|\\p{M})*|(?:(?![${unspaced}])[\\p{L}\\p{N}\\p{M}])+`,
  'gu',
)
const startsUnspaced = new RegExp(`^[${unspaced}]`, 'u')

/** Letters without a Unicode decomposition, with their usual transliteration. */
const transliterations: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
}
const spelledLetters = new RegExp(`[${Object.keys(transliterations).join('')}]`, 'g')

/**
 * Matches accents of Latin, Greek and Cyrillic, which are removed. Marks of other scripts stay, because they
 * distinguish words.
 */
const accents = /[\u0300-\u036f]/g

/**
 * Maximum characters of a word that are compared, so that no index entry exceeds the limits of PostgreSQL.
 */
export const maxIndexedWordLength = 64

/** Maximum characters of a text that are indexed. */
export const maxIndexedLength = 100_000

/** Makes texts comparable: removes differences of case, accents and equivalent spellings. */
export function normalizeForSearch(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(accents, '')
    .replace(spelledLetters, (letter) => transliterations[letter] ?? letter)
    .normalize('NFC')
}

/**
 * Returns the distinct index words of a text. In scripts without spaces between words, such as Chinese, these are all
 * pairs of adjacent letters, and the last letter alone, so that a search for a single letter also matches.
 */
export function splitIntoIndexedWords(text: string): string[] {
  const words = new Set<string>()
  for (const run of splitIntoNormalizedWords(text)) {
    if (!startsUnspaced.test(run)) words.add(truncateWord(run))
    else for (const pair of pairsOf(run, true)) words.add(pair)
  }
  return [...words]
}

export interface SearchTerm {
  word: string
  /** True when words that begin with the term match too. */
  isPrefix: boolean
}

/** Maximum number of terms of a search. */
const maxTerms = 12

/**
 * Returns the search terms, all of which must match. A word of several letters matches all words that begin with
 * it, and a single letter matches only the same word. A single letter (but not a digit) at the end of several
 * words is ignored, because the user is still typing that word. In scripts without spaces between words, such as
 * Chinese, the terms are pairs of adjacent letters.
 */
export function parseSearchTerms(typed: string): SearchTerm[] {
  const terms = new Map<string, SearchTerm>()
  const all = splitIntoNormalizedWords(typed)
  for (const [at, run] of all.entries()) {
    if (startsUnspaced.test(run)) {
      const letters = [...run]
      if (letters.length === 1) add(run, true)
      for (const pair of pairsOf(run, false)) add(pair, pair.length < 2)
    } else if ([...run].length > 1) add(truncateWord(run), true)
    else if (at === 0 || at < all.length - 1 || /\d/.test(run)) add(run, false)
  }
  return [...terms.values()].slice(0, maxTerms)

  function add(word: string, isPrefix: boolean) {
    if (!terms.has(word)) terms.set(word, { word, isPrefix })
  }
}

export function startsWithUnspacedScript(word: string): boolean {
  return startsUnspaced.test(word)
}

/**
 * Returns the normalized words in order. In scripts without spaces between words, such as Chinese, a run of letters
 * counts as one word.
 */
export function splitIntoNormalizedWords(text: string): string[] {
  return [...normalizeForSearch(text.slice(0, maxIndexedLength)).matchAll(runs)].map(([run]) => run)
}

/**
 * Shortens a word. It never splits a surrogate pair: PostgreSQL rejects half of a pair, and indexing would fail
 * again and again.
 */
function truncateWord(run: string): string {
  const cut = run.slice(0, maxIndexedWordLength)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}

function pairsOf(run: string, withLast: boolean): string[] {
  const letters = [...run]
  const pairs = letters.slice(1).map((letter, at) => `${letters[at]}${letter}`)
  return withLast ? [...pairs, letters.at(-1) ?? ''] : pairs
}
