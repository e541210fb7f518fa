import type { ColorName } from '../../../platform/colors.ts'
import { calloutKind } from '../callout-kinds.ts'
import { replaceRenderedFormulas } from './rendered-formulas.ts'

/**
 * Converts HTML files that were exported from Notion, GitHub, GitLab and Tandem to the structures of
 * clipboard HTML, which `normalizePastedHtml` handles. Works with any DOM implementation.
 */
export function normalizeHtmlFile(root: Element): void {
  each(root, nothingToRead, (end) => end.remove())
  each(root, '.page-description', (line) => line.textContent?.trim() === '' && line.remove())
  replaceRenderedFormulas(root)
  each(root, 'figure.callout', makeAside)
  each(root, '[data-block-type="callout-component"] > .emoji', (mark) => mark.remove())
  each(root, 'a.bookmark', (link) => makeLine(link, link.querySelector('.bookmark-title')))
  each(root, 'figure.link-to-page .icon', (icon) => icon.remove())
  each(root, 'figure.link-to-page a', (link) => makeLine(link, null))
  each(root, 'a > img', (picture) => isLinkToItself(picture) && unwrap(picture.parentElement))
  each(root, 'figure', normalizeFigure)
  each(root, 'blockquote', nameCallout)
  each(root, '[class*="highlight-"]', colour)
  each(root, 'ul.to-do-list', joinChildren)
  each(root, listsOfOne, joinToBefore)
  each(root, 'code[class*="language-"]', (code) => code.setAttribute('class', code.className.toLowerCase()))
}

function each(root: Element, selector: string, change: (element: Element) => unknown): void {
  for (const element of root.querySelectorAll(selector)) change(element)
}

/**
 * Elements that are removed, because they do not belong to the text. A cover image from the web would only become a
 * link that means nothing to readers.
 */
const nothingToRead = 'style, script, template, noscript, .property-icon, .page-cover-image[src^="http"]'
const listsOfOne = 'ul.bulleted-list, ul.to-do-list, ol.numbered-list'

/** Maps Notion's colors to the most similar colors in Tandem. */
const colors: Record<string, ColorName> = {
  gray: 'gray',
  brown: 'peach',
  orange: 'orange',
  yellow: 'orange',
  teal: 'green',
  green: 'green',
  blue: 'light-blue',
  purple: 'purple',
  pink: 'pink',
  red: 'peach',
}

function colour(mark: Element): void {
  const [, name = '', ground] = /highlight-([a-z]+)(_background)?/.exec(mark.className) ?? []
  const color = Object.hasOwn(colors, name) ? colors[name] : undefined
  if (color === undefined) return
  const span = mark.ownerDocument.createElement('span')
  span.setAttribute(ground ? 'data-background-color' : 'data-text-color', color)
  span.append(...mark.childNodes)
  mark.replaceWith(span)
}

/**
 * Merges a list into the adjacent list before it, because Notion exports each item as a separate list. A numbered list
 * that starts at 1 is a list of its own and is not merged.
 */
function joinToBefore(list: Element): void {
  const before = list.previousElementSibling
  if (before === null || before.className !== list.className || before.localName !== list.localName) return
  if (list.localName === 'ol' && (list.getAttribute('start') ?? '1') === '1') return
  before.append(...list.childNodes)
  list.remove()
}

function makeAside(callout: Element): void {
  const aside = callout.ownerDocument.createElement('aside')
  const icon = callout.querySelector('.icon')
  const emoji = icon?.textContent?.trim() ?? ''
  const box = icon?.parentElement
  if (box && box !== callout) box.remove()
  else icon?.remove()
  if (emoji !== '') {
    const line = callout.ownerDocument.createElement('p')
    line.textContent = emoji
    aside.append(line)
  }
  aside.append(...callout.childNodes)
  callout.replaceWith(aside)
}

function makeLine(link: Element, title: Element | null): void {
  const words = (title ?? link).textContent?.trim() || link.getAttribute('href') || ''
  const around = link.closest('figure')
  link.textContent = words
  link.removeAttribute('class')
  if (around === null) return
  const line = link.ownerDocument.createElement('p')
  line.append(link)
  around.replaceWith(line)
}

function isLinkToItself(picture: Element): boolean {
  const link = picture.parentElement
  return link?.childElementCount === 1 && link.getAttribute('href') === picture.getAttribute('src')
}

/** Converts the caption of a picture to its title. Captions of other figures become lines of text. */
function normalizeFigure(figure: Element): void {
  const caption = figure.querySelector('figcaption')
  const words = caption?.textContent?.trim() ?? ''
  const picture = figure.querySelector('img')
  if (caption && picture && words !== '') picture.setAttribute('title', words)
  if (picture && !picture.hasAttribute('width')) {
    const width = /(?:^|;)\s*width:\s*(\d+(?:\.\d+)?%)/.exec(picture.getAttribute('style') ?? '')?.[1]
    if (width !== undefined && width !== '100%') picture.setAttribute('width', width)
  }
  if (caption && (picture || words === '')) caption.remove()
  unwrap(figure)
}

/** Maps kinds of callouts in other programs to the most similar Markdown alerts. */
const likeOurs: Record<string, string> = {
  abstract: 'note',
  summary: 'note',
  tldr: 'note',
  todo: 'note',
  quote: 'note',
  cite: 'note',
  example: 'important',
  question: 'important',
  help: 'important',
  faq: 'important',
  hint: 'tip',
  success: 'tip',
  check: 'tip',
  done: 'tip',
  attention: 'warning',
  failure: 'caution',
  fail: 'caution',
  missing: 'caution',
  danger: 'caution',
  error: 'caution',
  bug: 'caution',
}

/**
 * Replaces the callout kinds of Obsidian with those of GitHub, which has fewer kinds, and removes the sign with
 * which Obsidian marks collapsed callouts.
 */
function nameCallout(quote: Element): void {
  const text = quote.firstElementChild?.firstChild
  if (text?.nodeType !== 3) return
  text.textContent = (text.textContent ?? '').replace(
    /^\s*\[!([\w-]+)\][+-]?(?=\s|$)/,
    (sign, written: string) => {
      const name = written.toLowerCase()
      const known = Object.hasOwn(likeOurs, name) ? likeOurs[name] : name
      return calloutKind(known ?? '') === null ? sign : `[!${known}]`
    },
  )
}

/** Converts the text of Notion's tasks, which Notion wraps in extra elements, to paragraphs. */
function joinChildren(list: Element): void {
  for (const words of list.querySelectorAll('.to-do-children-checked, .to-do-children-unchecked')) {
    const line = words.ownerDocument.createElement('p')
    line.append(...words.childNodes)
    words.replaceWith(line)
  }
}

function unwrap(element: Element | null): void {
  element?.replaceWith(...element.childNodes)
}
