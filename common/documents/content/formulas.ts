/** Maximum number of characters of one formula. Browsers take too long to draw longer formulas. */
export const maxFormulaLength = 2_000

/**
 * Returns validated TeX, or an empty string for invalid values. Blank lines are removed because they have no
 * meaning in TeX formulas.
 */
export function validTex(value: unknown): string {
  if (typeof value !== 'string' || value.length > maxFormulaLength) return ''
  return value.replace(/\s*\n\s*/g, '\n').trim()
}

/** Returns the TeX on a single line, for formulas within a text. */
export function validInlineTex(value: unknown): string {
  return validTex(value).replace(/\s+/g, ' ')
}

/**
 * KaTeX options for the browser and the server. They forbid links and external resources, and limit sizes and
 * macro expansions.
 */
export const katexLimits = { trust: false, maxSize: 20, maxExpand: 500, strict: 'ignore' } as const

/**
 * Matches a formula `$x$` at its opening dollar sign. Spaces directly inside the dollar signs, and letters or
 * digits after the formula, are not allowed, so that prices do not count as formulas.
 */
export const dollarFormulaPattern =
  /^\$(?![\s$])((?:\\[^\n]|[^\\$`~\n])*?(?:\\[^\s]|[^\\\s$`~]))\$(?![\p{L}\p{N}$])/u

/**
 * Returns true if a formula in dollar signs may follow the text `before`. A letter, a digit, a dollar sign or
 * a backslash directly before the formula would change its meaning.
 */
export function canPrecedeFormula(before: string): boolean {
  return !/[\p{L}\p{N}$\\]$/u.test(before)
}
