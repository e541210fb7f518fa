/**
 * How well what is typed finds something by its names, the first of which it is called by: 3 where that one starts with it, 2 where each
 * typed word starts a word, 1 where each is somewhere, 0 where one is not. Letters strewn over a name find nothing: whoever types fast
 * and presses Enter would do what they did not mean.
 */
export function matchWords(names: readonly (string | undefined)[], typed: string): 0 | 1 | 2 | 3 {
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

/** Without case and accents, so that "Zoë" is found by "zoe". */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLocaleLowerCase()
}
