import katex from 'katex'
import { formulaLimits } from '#common/documents/content/formulas.ts'

/** Milliseconds for all formulas of a page: whatever else the process does waits meanwhile. */
const longestMs = 200

/** Writes formulas as MathML, for which a page needs neither script nor fonts. What cannot be written so, or would take too long, stays TeX. */
export function createFormulas(): (tex: string, isBlock: boolean) => string | null {
  let spent = 0
  return (tex, displayMode) => {
    if (spent > longestMs) return null
    const begun = performance.now()
    try {
      return katex.renderToString(tex, {
        ...formulaLimits,
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
