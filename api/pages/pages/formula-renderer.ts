import katex from 'katex'
import { katexLimits } from '#common/documents/content/formulas.ts'

/**
 * Maximum time in milliseconds for rendering all formulas of a page, because rendering blocks the event loop.
 */
const longestMs = 200

/**
 * Returns a function that renders formulas as MathML, which needs neither scripts nor fonts. The function
 * returns null for an invalid formula, and when the time limit is reached. The page then shows the TeX code.
 */
export function createFormulaRenderer(): (tex: string, isBlock: boolean) => string | null {
  let spent = 0
  return (tex, displayMode) => {
    if (spent > longestMs) return null
    const begun = performance.now()
    try {
      return katex.renderToString(tex, {
        ...katexLimits,
        displayMode,
        output: 'mathml',
        throwOnError: true,
      })
    } catch {
      return null
    } finally {
      spent += performance.now() - begun
    }
  }
}
