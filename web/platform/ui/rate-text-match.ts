/**
 * Rates how well typed text matches names. 3: the first name starts with the text. 2: each typed word starts
 * a word of the names. 1: each typed word occurs somewhere in the names. 0: no match. There is no fuzzy
 * matching, because a user who types fast and presses Enter would trigger the wrong action.
 */
export function rateTextMatch(names: readonly (string | undefined)[], typed: string): 0 | 1 | 2 | 3 {
  const words = fold(typed).split(/\s+/).filter(Boolean)
  const text = fold(names.filter(Boolean).join(' '))
  if (!words.every((word) => text.includes(word))) return 0
  if (fold(names[0] ?? '').startsWith(words.join(' '))) return 3
  return words.every((word) => startsWord(text, word)) ? 2 : 1
}

function startsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) return true
  return false
}

/** Removes case and accents, so that "zoe" finds "Zoë". */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLocaleLowerCase()
}
