/**
 * How texts become the words that search compares. Written here and not left to PostgreSQL: its dictionaries know a language each and no Chinese,
 * Japanese or Korean, and what folds accents is an extension that not every database has.
 */

/** Written without spaces between words, so what is compared there is each two letters that follow one another. */
const unspaced = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー々`
/** Not their symbols (parts of characters, letters in circles): nobody types these to find something. */
const unspacedLetter = String.raw`(?=[\p{L}\p{N}\p{M}])[${unspaced}]`
const runs = new RegExp(
  `${unspacedLetter}(?:${unspacedLetter}|\\p{M})*|(?:(?![${unspaced}])[\\p{L}\\p{N}\\p{M}])+`,
  'gu',
)
const startsUnspaced = new RegExp(`^[${unspaced}]`, 'u')

/** Letters that no decomposition takes apart, and how people type them who have no key for them. */
const spelled: Record<string, string> = {
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
const spelledLetters = new RegExp(`[${Object.keys(spelled).join('')}]`, 'g')

/** The accents of Latin, Greek and Cyrillic. Marks of other scripts tell words apart, so they stay. */
const accents = /[\u0300-\u036f]/g

/** Of one word no more is compared, so that no text makes an entry that PostgreSQL refuses. */
export const wordLength = 64

/** Of one text no more is analysed. */
export const analysedLength = 100_000

/** As it is compared: without case, accents and other ways to write the same letter. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(accents, '')
    .replace(spelledLetters, (letter) => spelled[letter] ?? letter)
    .normalize('NFC')
}

/** What a text is found by, each once. Of runs without spaces: each two letters, and the last one alone, so that one letter finds it too. */
export function wordsOf(text: string): string[] {
  const words = new Set<string>()
  for (const run of runsOf(text)) {
    if (!startsUnspaced.test(run)) words.add(beginningOf(run))
    else for (const pair of pairsOf(run, true)) words.add(pair)
  }
  return [...words]
}

export interface Term {
  word: string
  /** Whether words that begin with it are meant too. */
  isPrefix: boolean
}

/** No search compares more. */
const mostTerms = 12

/**
 * What all has to be found of what was typed. Every word stands for those that begin with it. A single letter is whole, and left out
 * behind other words, where somebody is about to type the next word.
 */
export function termsOf(typed: string): Term[] {
  const terms = new Map<string, Term>()
  const all = runsOf(typed)
  for (const [at, run] of all.entries()) {
    if (startsUnspaced.test(run)) {
      const letters = [...run]
      if (letters.length === 1) add(run, true)
      for (const pair of pairsOf(run, false)) add(pair, pair.length < 2)
    } else if ([...run].length > 1) add(beginningOf(run), true)
    else if (at === 0 || at < all.length - 1 || /\d/.test(run)) add(run, false)
  }
  return [...terms.values()].slice(0, mostTerms)

  function add(word: string, isPrefix: boolean) {
    if (!terms.has(word)) terms.set(word, { word, isPrefix })
  }
}

export function isUnspaced(word: string): boolean {
  return startsUnspaced.test(word)
}

/** The words of a text in order, folded; what is written without spaces in one piece. */
export function runsOf(text: string): string[] {
  return [...fold(text.slice(0, analysedLength)).matchAll(runs)].map(([run]) => run)
}

/** Of letters that take two units none is cut in half: PostgreSQL takes no such text, and indexing would never go on. */
function beginningOf(run: string): string {
  const cut = run.slice(0, wordLength)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}

function pairsOf(run: string, withLast: boolean): string[] {
  const letters = [...run]
  const pairs = letters.slice(1).map((letter, at) => `${letters[at]}${letter}`)
  return withLast ? [...pairs, letters.at(-1) ?? ''] : pairs
}
