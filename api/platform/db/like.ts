/** Returns a pattern for `like` and `ilike` that finds the text anywhere, with escaped wildcards. */
export function likePatternContaining(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
