import {
  normalizeForSearch,
  type SearchTerm,
  splitIntoNormalizedWords,
  startsWithUnspacedScript,
} from './analysis.ts'

/** Start and end of a match in a text, in UTF-16 units. */
export type HighlightRange = [from: number, to: number]

/** A letter with its combining marks, which are normalized together. */
const clusters =
  /[^\p{M}\u1160-\u11ff\uff9e\uff9f][\p{M}\u1160-\u11ff\uff9e\uff9f]*|[\p{M}\u1160-\u11ff\uff9e\uff9f]+/gu
const letter = /[\p{L}\p{N}\p{M}]/u

/**
 * Returns the matches in a text. A term matches at the beginning of a word. In scripts without spaces between words,
 * such as Chinese, it matches anywhere.
 */
export function findHighlightRanges(
  text: string,
  typed: string,
  most = Number.POSITIVE_INFINITY,
): HighlightRange[] {
  const wanted = searchedTermsOf(typed)
  if (wanted.length === 0) return []
  const { folded, from, to } = foldWithOffsets(text)
  const marks: HighlightRange[] = []
  for (let at = 0; at < folded.length && marks.length < most; at++) {
    const found = wanted.find(
      ({ word, isPrefix }) =>
        folded.startsWith(word, at) &&
        (startsWithUnspacedScript(word) || startsWord(folded, at)) &&
        (isPrefix || startsWithUnspacedScript(word) || endsWord(folded, at + word.length)),
    )
    if (found === undefined) continue
    marks.push([from(at), to(at + found.word.length - 1)])
    at += found.word.length - 1
  }
  return joined(marks)
}

/**
 * Returns the terms to mark, longest first, so that the longest of overlapping matches is marked. A term in a
 * script without spaces between words, such as Chinese, is marked as a whole where the text contains it.
 * Elsewhere, its pairs of letters are marked, because the search compares pairs.
 */
function searchedTermsOf(typed: string): SearchTerm[] {
  const runs = splitIntoNormalizedWords(typed).map((word) => ({ word, isPrefix: [...word].length > 1 }))
  const pairs = runs
    .filter(({ word }) => startsWithUnspacedScript(word) && [...word].length > 2)
    .flatMap(({ word }) =>
      [...word].slice(1).map((end, at) => ({ word: `${[...word][at]}${end}`, isPrefix: true })),
    )
  return [...runs, ...pairs].toSorted((a, b) => b.word.length - a.word.length)
}

function startsWord(folded: string, at: number): boolean {
  return at === 0 || !letter.test(lastLetter(folded, at)) || startsWithUnspacedScript(lastLetter(folded, at))
}

function endsWord(folded: string, at: number): boolean {
  const next = String.fromCodePoint(folded.codePointAt(at) ?? 32)
  return !letter.test(next) || startsWithUnspacedScript(next)
}

function lastLetter(folded: string, at: number): string {
  const unit = folded.charCodeAt(at - 1)
  const isLow = unit >= 0xdc00 && unit <= 0xdfff
  return folded.slice(isLow ? at - 2 : at - 1, at)
}

/**
 * Normalizes a text and returns the original offset of every unit, because normalizing can change the length.
 * A text whose length does not change, which is the common case, is processed faster.
 */
function foldWithOffsets(text: string) {
  const whole = normalizeForSearch(text)
  if (whole.length === text.length && text.normalize('NFC') === text)
    return { folded: whole, from: (at: number) => at, to: (at: number) => at + 1 }
  const starts: number[] = []
  const ends: number[] = []
  let folded = ''
  for (const { 0: cluster, index } of text.matchAll(clusters)) {
    const part = normalizeForSearch(cluster)
    folded += part
    for (let at = 0; at < part.length; at++) {
      starts.push(index)
      ends.push(index + cluster.length)
    }
  }
  return { folded, from: (at: number) => starts[at] ?? 0, to: (at: number) => ends[at] ?? text.length }
}

function joined(marks: HighlightRange[]): HighlightRange[] {
  const all: HighlightRange[] = []
  for (const mark of marks) {
    const last = all.at(-1)
    if (last !== undefined && mark[0] <= last[1]) last[1] = Math.max(last[1], mark[1])
    else all.push([...mark])
  }
  return all
}

export interface Snippet {
  text: string
  marks: HighlightRange[]
}

const charactersBefore = 40
const snippetLength = 160

/** Returns one line of text around the first match. Returns null if the text contains no match. */
export function createSearchSnippet(text: string, typed: string): Snippet | null {
  const [first] = findHighlightRanges(text, typed, 1)
  if (first === undefined) return null
  const start = first[0] <= charactersBefore ? 0 : wordStart(text, first[0] - charactersBefore)
  const end = Math.min(text.length, start + snippetLength)
  const piece = text.slice(start, end).replace(/\s+/g, ' ').trim().toWellFormed()
  const shown = `${start > 0 ? '… ' : ''}${piece}${end < text.length ? ' …' : ''}`
  return { text: shown, marks: findHighlightRanges(shown, typed) }
}

function wordStart(text: string, at: number): number {
  const space = text.slice(at, at + charactersBefore).search(/\s/)
  return space === -1 ? at : at + space + 1
}
