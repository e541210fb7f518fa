/** Letters of one formula. Longer ones take a browser long to draw, and nobody reads them. */
export const longestFormula = 2_000

/** The TeX of a formula, of which any client may have written anything; empty for none. Empty lines mean nothing in it. */
export function checkedTex(value: unknown): string {
  if (typeof value !== 'string' || value.length > longestFormula) return ''
  return value.replace(/\s*\n\s*/g, '\n').trim()
}

/** The same on one line, as one within a text has it. */
export function inlineTex(value: unknown): string {
  return checkedTex(value).replace(/\s+/g, ' ')
}

/** How KaTeX is asked to draw, here and on the server: it fetches and links nothing, makes nothing huge, and ends soon. */
export const formulaLimits = { trust: false, maxSize: 20, maxExpand: 500, strict: 'ignore' } as const

/** `$x$` where a formula begins: with no blank inside the signs, so that prices are prices, and no letter or number behind them. */
export const dollarFormula =
  /^\$(?![\s$])((?:\\[^\n]|[^\\$`~\n])*?(?:\\[^\s]|[^\\\s$`~]))\$(?![\p{L}\p{N}$])/u

/** What stands before a formula within signs: no letter, number or sign that would be another one. */
export function mayPrecedeFormula(before: string): boolean {
  return !/[\p{L}\p{N}$\\]$/u.test(before)
}
