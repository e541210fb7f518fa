import type { ColorName } from '../../../platform/colors.ts'
import { nearestTextColor } from './nearest-colors.ts'

const elements = ':is(span, b, strong, i, em, u, s, mark, p, li, td, th)[style], font'
/** Elements whose text other programs color automatically: links, headings and highlighted code. */
const ofPrograms = 'a, h1, h2, h3, h4, h5, h6, pre, code'
const written = /(?:^|;)\s*color\s*:\s*([^;]+)/gi

/**
 * Preserves text colors that somebody chose. If nearly the whole text has the same color, this color is the
 * default of the source program and is dropped.
 */
export function normalizeTextColors(root: Element): void {
  const colored = [...root.querySelectorAll(elements)].flatMap((element) => {
    const color = colorOf(element)
    return color === null ? [] : [{ element, color }]
  })
  if (colored.length === 0) return
  const usual = usualIn(root)
  for (const { element, color } of colored) if (color !== usual) paint(element, color)
}

function colorOf(element: Element): ColorName | null {
  if (element.hasAttribute('data-text-color') || element.closest(ofPrograms) !== null) return null
  return ownColorOf(element)
}

function ownColorOf(element: Element): ColorName | null {
  const style = [...(element.getAttribute('style') ?? '').matchAll(written)].at(-1)?.[1]
  return nearestTextColor(style ?? element.getAttribute('color') ?? '')
}

/**
 * Returns the color of nearly all letters. Returns null if there is no such color. It also returns null for a
 * single block, because somebody may have colored all of it.
 */
function usualIn(root: Element): ColorName | null {
  if (root.querySelectorAll('p, li, td, th, h1, h2, h3, h4, h5, h6').length < 2) return null
  const letters = lettersOf(root)
  const all = [...letters.values()].reduce((sum, each) => sum + each, 0)
  const [[color, most] = [null, 0]] = [...letters].toSorted(([, one], [, other]) => other - one)
  return most >= all * 0.9 ? color : null
}

/**
 * Counts the letters of each color. The function is iterative, because imported elements can be nested to any
 * depth. The key null stands for letters without a color.
 */
function lettersOf(root: Element): Map<ColorName | null, number> {
  const letters = new Map<ColorName | null, number>()
  const left: [Node, ColorName | null][] = [[root, null]]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [node, color] = next
    for (const child of node.childNodes) {
      if (child.nodeType === 1) left.push([child, ownColorOf(child as Element) ?? color])
      else letters.set(color, (letters.get(color) ?? 0) + (child.textContent ?? '').trim().length)
    }
  }
  return letters
}

const blocks = /^(p|div|ul|ol|table|pre|blockquote|details|hr)$/

function paint(element: Element, color: ColorName): void {
  if (isOfLinks(element)) return
  if (element.localName === 'span') element.setAttribute('data-text-color', color)
  else paintWithin(element, color)
}

/**
 * Colors the inline content of an element. Nested paragraphs are colored separately, and other nested blocks
 * have their own colors.
 */
function paintWithin(element: Element, color: ColorName): void {
  let span: Element | null = null
  for (const child of [...element.childNodes]) {
    const name = child.nodeName.toLowerCase()
    if (name === 'p') paint(child as Element, color)
    if (blocks.test(name)) span = null
    else if (span !== null) span.append(child)
    else if (child.textContent?.trim()) {
      span = element.ownerDocument.createElement('span')
      span.setAttribute('data-text-color', color)
      child.before(span)
      span.append(child)
    }
  }
}

function isOfLinks(element: Element): boolean {
  const linked = [...element.querySelectorAll('a')].map(({ textContent }) => textContent ?? '').join('')
  return linked.trim() !== '' && linked.trim() === element.textContent?.trim()
}
