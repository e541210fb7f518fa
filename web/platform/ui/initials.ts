/** Returns up to two initials: of the first and last word, in any script. */
export function initials(name: string): string {
  const words = name
    .trim()
    .split(/[\s._-]+/)
    .filter(Boolean)
  const first = words[0] ?? '?'
  const last = words.length > 1 ? words[words.length - 1] : undefined
  return (firstCharacter(first) + (last ? firstCharacter(last) : '')).toLocaleUpperCase()
}

const characters = new Intl.Segmenter()

function firstCharacter(word: string): string {
  const [first] = characters.segment(word)
  return first?.segment ?? ''
}
