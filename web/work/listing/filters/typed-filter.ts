import { foldText } from '../../../platform/ui/rate-text-match.ts'
import { splitWords } from '../../../platform/ui/split-words.ts'

/** Words of one language that users type into the filter menu. Each text is a list that is separated by commas. */
export interface TypedFilterWords {
  /** Words for the user, such as "me" and "my". */
  me: string
  /** Words for a missing value, such as "no" in "no due date". */
  no: string
  /** Words that exclude a value, such as "not" in "not bug". */
  not: string
}

export interface TypedFilter {
  kind: 'me' | 'no' | 'not'
  /** The typed text without the word that determines the kind. */
  rest: string
}

/**
 * Reads typed text such as "me", "no due date" or "not bug". Returns null if the text contains none of the words.
 * In Chinese, Japanese and Korean, the words need no spaces around them.
 */
export function readTypedFilter(typed: string, words: TypedFilterWords): TypedFilter | null {
  const text = normalize(typed)
  if (splitWords(words.me).map(normalize).includes(text)) return { kind: 'me', rest: '' }
  // A long word can start with a short one: "không phải" (not) starts with "không" (no).
  const known = (['no', 'not'] as const)
    .flatMap((kind) => splitWords(words[kind]).map((word) => ({ kind, word: normalize(word) })))
    .toSorted((a, b) => b.word.length - a.word.length)
  for (const { kind, word } of known) {
    const rest = removeWord(text, word)
    if (rest !== null) return { kind, rest }
  }
  return null
}

function normalize(text: string): string {
  return foldText(text).trim().replace(/\s+/g, ' ')
}

function removeWord(text: string, word: string): string | null {
  if (/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u.test(word)) {
    if (text.startsWith(word)) return text.slice(word.length).trim()
    return text.endsWith(word) ? text.slice(0, -word.length).trim() : null
  }
  const spaced = ` ${text} `
  return spaced.includes(` ${word} `) ? normalize(spaced.replace(` ${word} `, ' ')) : null
}
