/** The deepest indentation of a paragraph or heading. */
export const maxIndent = 8

/**
 * Returns the number of levels. Returns null for no indentation, and for invalid values, which any client can write.
 */
export function parseIndent(value: unknown): number | null {
  const levels = typeof value === 'string' && /^\d$/.test(value) ? Number(value) : value
  return typeof levels === 'number' && Number.isInteger(levels) && levels >= 1 && levels <= maxIndent
    ? levels
    : null
}
