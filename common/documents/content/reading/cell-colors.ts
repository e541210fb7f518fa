import { textAlignmentOfElement } from '../alignments.ts'
import { nearestCellColor } from './nearest-colors.ts'

/**
 * Maps the colors of table cells to the most similar colors in Tandem. The original colors come from
 * attributes, styles and style sheets. Excel writes colors only into a style sheet outside of the parsed
 * content.
 */
export function normalizeCellColors(root: Element): void {
  const classStyles = classStylesIn(root)
  for (const cell of root.querySelectorAll('td, th')) {
    const ownStyles = (cell.getAttribute('class') ?? '')
      .split(/\s+/)
      .flatMap((name) => classStyles.get(name) ?? [])
    const style = [...ownStyles, cell.getAttribute('style') ?? ''].join(';')
    if (ownStyles.length > 0) cell.setAttribute('style', style)
    const written = [...style.matchAll(background)].at(-1)?.[1] ?? cell.getAttribute('bgcolor') ?? ''
    const color = nearestCellColor(written)
    if (color !== null && !cell.hasAttribute('data-background-color'))
      cell.setAttribute('data-background-color', color)
    alignCell(cell)
  }
  // Remove the font weight of headings and header cells, which browsers add to copied HTML. Otherwise, their text
  // would get a bold mark, although Tandem always shows them bold.
  for (const head of root.querySelectorAll(':is(h1, h2, h3, h4, h5, h6, th)[style]'))
    head.setAttribute('style', (head.getAttribute('style') ?? '').replace(weight, '$1'))
}

const lines = 'p, h1, h2, h3, h4, h5, h6'
const blocks = `${lines}, div, ul, ol, pre, blockquote, table, details, hr`

/**
 * Moves the alignment of a cell or of its row to the paragraphs and headings in the cell, because the schema stores
 * no alignment for cells.
 */
function alignCell(cell: Element): void {
  const side =
    textAlignmentOfElement(cell) ?? (cell.parentElement && textAlignmentOfElement(cell.parentElement))
  if (side === null || side === 'left') return
  if (cell.querySelector(blocks) === null && cell.textContent?.trim()) {
    const line = cell.ownerDocument.createElement('p')
    line.append(...cell.childNodes)
    cell.append(line)
  }
  for (const line of cell.querySelectorAll(lines))
    if (textAlignmentOfElement(line) === null && line.closest('td, th') === cell)
      line.setAttribute('align', side)
}

const background = /(?:^|;)\s*background(?:-color)?\s*:\s*([^;]+)/gi
const weight = /(^|;)\s*font-weight\s*:[^;]*/gi
const relevantDeclarations =
  /(?:^|;)\s*(?:background|background-color|font-weight|font-style|color|text-align)\s*:[^;]+/gi
const rule = /\.([\w-]{1,60})\s*\{([^{}]*)\}/g

/**
 * Returns for each class in the style sheets of the document its declarations of colors, font weight, font style
 * and alignment.
 */
function classStylesIn(root: Element): Map<string, string> {
  const classStyles = new Map<string, string>()
  if (root.querySelector(':is(td, th)[class]') === null) return classStyles
  for (const sheet of root.ownerDocument.querySelectorAll('style')) {
    for (const [, name = '', ownStyles = ''] of (sheet.textContent ?? '').matchAll(rule)) {
      const read = (ownStyles.match(relevantDeclarations) ?? []).map((one) => one.replace(/^;?\s*/, ''))
      if (read.length > 0) classStyles.set(name, read.join(';'))
    }
  }
  return classStyles
}
