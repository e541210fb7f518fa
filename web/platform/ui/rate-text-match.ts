/**
 * Rates how well typed text matches names. 3: the first name starts with the text. 2: each typed word starts
 * a word of the names. 1: each typed word occurs somewhere in the names. 0.5: each typed word occurs in the
 * names, or is a word of the names with typing mistakes or omitted letters. 0: no match. Matches with
 * mistakes always rank last, because a user who types fast and presses Enter must get the exact match.
 */
export function rateTextMatch(names: readonly (string | undefined)[], typed: string): 0 | 0.5 | 1 | 2 | 3 {
  const words = foldText(typed).split(/\s+/).filter(Boolean)
  const text = foldText(names.filter(Boolean).join(' '))
  if (!words.every((word) => text.includes(word))) return matchesWithMistakes(text, words) ? 0.5 : 0
  if (foldText(names[0] ?? '').startsWith(words.join(' '))) return 3
  return words.every((word) => startsWord(text, word)) ? 2 : 1
}

/** Removes case and accents, so that "zoe" finds "Zoë". */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLocaleLowerCase()
}

function startsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) return true
  return false
}

/** Shorter words would match too many names. */
const minMistakenLength = 4

function matchesWithMistakes(text: string, words: readonly string[]): boolean {
  const named = text.split(/[^\p{L}\p{N}]+/u)
  return words.every((word) => text.includes(word) || named.some((name) => isWithMistakes(word, name)))
}

/** Keys and numbers must be typed exactly, because `ATL-13` is not a mistake for `ATL-12`. */
function isWithMistakes(word: string, name: string): boolean {
  if (word.length < minMistakenLength || word[0] !== name[0] || !/^\p{L}+$/u.test(word)) return false
  if (word.length * 2 > name.length && isSubsequence(word, name)) return true
  const allowed = word.length < 8 ? 1 : 2
  return [-1, 0, 1].some((more) => editDistance(word, name.slice(0, word.length + more)) <= allowed)
}

function isSubsequence(word: string, name: string): boolean {
  let at = 0
  for (const letter of name) if (letter === word[at]) at += 1
  return at === word.length
}

/** Number of inserted, omitted, replaced and swapped letters between two words. */
function editDistance(one: string, other: string): number {
  let previous: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at]
    for (let index = 1; index <= other.length; index += 1) {
      const isSame = one[at - 1] === other[index - 1]
      const isSwapped = at > 1 && one[at - 1] === other[index - 2] && one[at - 2] === other[index - 1]
      next[index] = Math.min(
        (row[index] ?? 0) + 1,
        (next[index - 1] ?? 0) + 1,
        (row[index - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (previous[index - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    previous = row
    row = next
  }
  return row[other.length] ?? 0
}
