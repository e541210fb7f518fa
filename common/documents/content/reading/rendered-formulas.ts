/**
 * Replaces formulas that KaTeX or MathML rendered by their TeX source. The rendered elements contain the
 * formula twice.
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
    // If the formula is inside a block or inside the element that Notion writes around it, replace that element. It
    // also contains invisible characters of Notion.
    const around = block ?? drawn.closest('.notion-text-equation-token') ?? drawn
    around.replaceWith(formula)
  }
}
