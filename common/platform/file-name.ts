export const maxFileNameLength = 255

/**
 * Makes a file name safe to save: removes folders and invisible characters, such as the character that makes
 * `photo\u202Egnp.exe` look like a picture, replaces reserved characters such as `:`, and shortens the name. Never
 * returns an empty name.
 */
export function cleanFileName(name: string): string {
  const last = withoutMarks(name).split(/[/\\]/).at(-1) ?? ''
  const plain = last
    .replace(/[<>:"|?*]/g, '_')
    .trim()
    .replace(/^\.+|(?<![. ])[. ]+$/g, '')
  if (plain === '') return 'file'
  if (plain.length <= maxFileNameLength) return plain
  const ending = `.${fileNameExtension(plain)}`.slice(0, 20)
  return (
    plain
      .slice(0, maxFileNameLength - ending.length)
      .toWellFormed()
      .replaceAll('\uFFFD', '') + ending
  )
}

/** Returns the extension in lower case, or an empty string. */
export function fileNameExtension(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot < 1 ? '' : name.slice(dot + 1).toLowerCase()
}

/**
 * Removes control characters, line breaks, direction marks and lone surrogates. Zero-width joiners stay,
 * because emoji and some scripts need them.
 */
function withoutMarks(name: string): string {
  return name
    .toWellFormed()
    .replace(/(?![\u200C\u200D])[\p{Cc}\p{Cf}\u2028\u2029\uFFFD]/gu, '')
    .normalize('NFC')
}
