import type { TokenizerAndRendererExtension } from 'marked'
import { escapeHtml } from '../../../platform/escape-html.ts'
import { canPrecedeFormula, dollarFormulaPattern } from '../formulas.ts'

/** Parses formulas as Tandem and GitHub write them: `$x$`, `` $`x`$ ``, and blocks between lines of `$$`. */
export const formulaExtensions: TokenizerAndRendererExtension[] = [
  {
    name: 'inlineMath',
    level: 'inline',
    start: (text) => text.indexOf('$'),
    tokenizer(text, tokens) {
      const found = dollarFormulaPattern.exec(text) ?? /^\$`([^`\n]+)`\$/.exec(text)
      if (!found || !canPrecedeFormula(tokens.at(-1)?.raw ?? '')) return
      return { type: 'inlineMath', raw: found[0], tex: found[1] }
    },
    renderer: ({ tex }) => `<span data-type="inline-math" data-latex="${escapeHtml(tex)}"></span>`,
  },
  {
    name: 'blockMath',
    level: 'block',
    start: nextBlock,
    tokenizer(text) {
      const found =
        /^ {0,3}\$\$[ \t]*\n([\s\S]*?)\n[ \t]*\$\$[ \t]*(?:\n+|$)/.exec(text) ??
        /^ {0,3}\$\$([^\n]+?)\$\$[ \t]*(?:\n+|$)/.exec(text)
      return found ? { type: 'blockMath', raw: found[0], tex: found[1] } : undefined
    },
    renderer: ({ tex }) => `<div data-type="block-math" data-latex="${escapeHtml(tex)}"></div>`,
  },
]

const opening = /^ {0,3}\$\$(?:[ \t]*\n|[^\n]+?\$\$[ \t]*(?:\n|$))/

/**
 * Returns the position of the next line that begins a block formula. Other lines with `$$` are skipped, because
 * marked parses the rest of the paragraph again from every returned position, which is slow.
 */
function nextBlock(text: string): number | undefined {
  for (let at = text.indexOf('$$'); at !== -1; ) {
    const line = text.lastIndexOf('\n', at) + 1
    const end = text.indexOf('\n', at)
    if (opening.test(end === -1 ? text.slice(line) : text.slice(line, end + 1))) return line
    at = end === -1 ? -1 : text.indexOf('$$', end)
  }
  return undefined
}

const anyFormula = new RegExp(`(?<![\\p{L}\\p{N}$\\\\])${dollarFormulaPattern.source.slice(1)}`, 'gu')

/**
 * Replaces the content of each formula with letters and preserves its length, so that characters such as `*` in
 * a formula neither start nor end emphasis.
 */
export function maskFormulas(text: string): string {
  return text.replace(anyFormula, (formula) => `$${'a'.repeat(formula.length - 2)}$`)
}
