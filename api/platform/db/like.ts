/** Returns a pattern for `like` and `ilike` that finds the text anywhere, with escaped wildcards. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
