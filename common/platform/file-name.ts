export const fileNameLength = 255

/**
 * A name under which a file can be saved anywhere: no folders, nothing that is not seen but changes what is read, such as the mark by
 * which `photo\u202Egnp.exe` reads as a picture. Never empty.
 */
export function cleanFileName(name: string): string {
  const last = withoutMarks(name).split(/[/\\]/).at(-1) ?? ''
  const plain = last
    .replace(/[<>:"|?*]/g, '_')
    .trim()
    .replace(/^\.+|[. ]+$/g, '')
  if (plain === '') return 'file'
  if (plain.length <= fileNameLength) return plain
  const ending = `.${endingOf(plain)}`.slice(0, 20)
  return (
    plain
      .slice(0, fileNameLength - ending.length)
      .toWellFormed()
      .replaceAll('\uFFFD', '') + ending
  )
}

/** What follows the last dot of a name, in small letters; empty without one. */
export function endingOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot < 1 ? '' : name.slice(dot + 1).toLowerCase()
}

/** Control characters, line breaks, marks of direction, halves of characters. Joiners stay: emoji and some scripts need them. */
function withoutMarks(name: string): string {
  return name
    .toWellFormed()
    .replace(/(?![\u200C\u200D])[\p{Cc}\p{Cf}\u2028\u2029\uFFFD]/gu, '')
    .normalize('NFC')
}
