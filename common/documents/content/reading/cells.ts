import { alignmentIn } from '../alignments.ts'
import { colorLike } from './colors-like.ts'

/**
 * Colours of cells, wherever programs say them, by the ones of ours that are most like them. Excel says how cells look in a sheet of styles
 * alone, which is not part of what is read.
 */
export function tidyCells(root: Element): void {
  const looks = looksIn(root)
  for (const cell of root.querySelectorAll('td, th')) {
    const said = (cell.getAttribute('class') ?? '').split(/\s+/).flatMap((name) => looks.get(name) ?? [])
    const style = [...said, cell.getAttribute('style') ?? ''].join(';')
    if (said.length > 0) cell.setAttribute('style', style)
    const written = [...style.matchAll(background)].at(-1)?.[1] ?? cell.getAttribute('bgcolor') ?? ''
    const color = colorLike(written)
    if (color !== null && !cell.hasAttribute('data-background-color'))
      cell.setAttribute('data-background-color', color)
    alignCell(cell)
  }
  // Browsers say of what they copy how it looked there; headers are bold here as well.
  for (const head of root.querySelectorAll(':is(h1, h2, h3, h4, h5, h6, th)[style]'))
    head.setAttribute('style', (head.getAttribute('style') ?? '').replace(weight, '$1'))
}

const lines = 'p, h1, h2, h3, h4, h5, h6'
const blocks = `${lines}, div, ul, ol, pre, blockquote, table, details, hr`

/** At which side a cell has its text, its lines say themselves. */
function alignCell(cell: Element): void {
  const side = alignmentIn(cell) ?? (cell.parentElement && alignmentIn(cell.parentElement))
  if (side === null || side === 'left') return
  if (cell.querySelector(blocks) === null && cell.textContent?.trim()) {
    const line = cell.ownerDocument.createElement('p')
    line.append(...cell.childNodes)
    cell.append(line)
  }
  for (const line of cell.querySelectorAll(lines))
    if (alignmentIn(line) === null && line.closest('td, th') === cell) line.setAttribute('align', side)
}

const background = /(?:^|;)\s*background(?:-color)?\s*:\s*([^;]+)/gi
const weight = /(^|;)\s*font-weight\s*:[^;]*/gi
const kept = /(?:^|;)\s*(?:background|background-color|font-weight|font-style|color|text-align)\s*:[^;]+/gi
const rule = /\.([\w-]{1,60})\s*\{([^{}]*)\}/g

/** What the sheets beside the text say of classes, as far as it is read. */
function looksIn(root: Element): Map<string, string> {
  const looks = new Map<string, string>()
  if (root.querySelector(':is(td, th)[class]') === null) return looks
  for (const sheet of root.ownerDocument.querySelectorAll('style')) {
    for (const [, name = '', said = ''] of (sheet.textContent ?? '').matchAll(rule)) {
      const read = (said.match(kept) ?? []).map((one) => one.replace(/^;?\s*/, ''))
      if (read.length > 0) looks.set(name, read.join(';'))
    }
  }
  return looks
}
