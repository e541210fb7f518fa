import type { TokenizerAndRendererExtension } from 'marked'
import { escapeHtml } from '../../escape-html.ts'
import { dollarFormula, mayPrecedeFormula } from '../formulas.ts'

/** Formulas as our own Markdown has them, and those of forges: `$x$`, `` $`x`$ ``, and blocks between lines of `$$`. */
export const formulaExtensions: TokenizerAndRendererExtension[] = [
  {
    name: 'inlineMath',
    level: 'inline',
    start: (text) => text.indexOf('$'),
    tokenizer(text, tokens) {
      const found = dollarFormula.exec(text) ?? /^\$`([^`\n]+)`\$/.exec(text)
      if (!found || !mayPrecedeFormula(tokens.at(-1)?.raw ?? '')) return
      return { type: 'inlineMath', raw: found[0], tex: found[1] }
    },
    renderer: ({ tex }) => `<span data-type="inline-math" data-latex="${escapeHtml(tex)}"></span>`,
  },
  {
    name: 'blockMath',
    level: 'block',
    start: (text) => /^ {0,3}\$\$/m.exec(text)?.index,
    tokenizer(text) {
      const found =
        /^ {0,3}\$\$[ \t]*\n([\s\S]*?)\n[ \t]*\$\$[ \t]*(?:\n+|$)/.exec(text) ??
        /^ {0,3}\$\$([^\n]+?)\$\$[ \t]*(?:\n+|$)/.exec(text)
      return found ? { type: 'blockMath', raw: found[0], tex: found[1] } : undefined
    },
    renderer: ({ tex }) => `<div data-type="block-math" data-latex="${escapeHtml(tex)}"></div>`,
  },
]

const anyFormula = new RegExp(`(?<![\\p{L}\\p{N}$\\\\])${dollarFormula.source.slice(1)}`, 'gu')

/** Signs within a formula are no emphasis, and end none that began before it. */
export function maskFormulas(text: string): string {
  return text.replace(anyFormula, (formula) => `$${'a'.repeat(formula.length - 2)}$`)
}
