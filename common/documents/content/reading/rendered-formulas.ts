/**
 * Replaces rendered formulas (KaTeX or MathML) with their TeX source. A rendered formula contains its text
 * twice.
 */
export function replaceRenderedFormulas(root: Element): void {
  for (const drawn of root.querySelectorAll('.katex, math')) {
    const written = drawn.querySelector('annotation[encoding="application/x-tex"]')?.textContent?.trim()
    if (written === undefined || drawn.parentElement === null) continue
    const block = drawn.closest('figure.equation, .katex-display, .katex-block')
    const formula = drawn.ownerDocument.createElement(block === null ? 'span' : 'div')
    formula.setAttribute('data-type', block === null ? 'inline-math' : 'block-math')
    formula.setAttribute('data-latex', written)
    formula.textContent = written
    // Replace the whole element around the rendered formula, if there is one: the element of a block formula,
    // or the element that Notion writes around a formula, which also contains invisible characters.
    const around = block ?? drawn.closest('.notion-text-equation-token') ?? drawn
    around.replaceWith(formula)
  }
}
