/** The deepest indentation of a paragraph or heading. */
export const maxIndent = 8

/** Returns the number of levels, or null for no indentation, because any client can write any value. */
export function parseIndent(value: unknown): number | null {
  const levels = typeof value === 'string' && /^\d$/.test(value) ? Number(value) : value
  return typeof levels === 'number' && Number.isInteger(levels) && levels >= 1 && levels <= maxIndent
    ? levels
    : null
}
