import { textAlignmentOfElement } from '../alignments.ts'
import { parseEmoji } from '../emojis.ts'
import { fileElement, parseFileLinkTitle, validFileAttributes } from '../files.ts'
import { isWebUrl, replacePictureByLink } from '../pictures.ts'
import { makeTablesRectangular } from '../tables.ts'
import { normalizeCallouts } from './callouts.ts'
import { normalizeCellColors } from './cell-colors.ts'
import { convertMonospacedParagraphs, normalizeCodeBlock } from './code.ts'
import { normalizeColumns } from './columns.ts'
import { normalizeImportedLists, normalizeTasks } from './lists.ts'
import { normalizeOtherEditorBlocks } from './other-editors.ts'
import { replaceRenderedFormulas } from './rendered-formulas.ts'
import { normalizeTextColors } from './text-colors.ts'
import { normalizeToggles } from './toggles.ts'

/** Counts pasted elements that could not be preserved. The editor shows these numbers to the user. */
export interface PasteLossCounts {
  /** Number of pictures and players from the web that became links. */
  linked: number
  /**
   * Number of pictures that were not pasted, because their content is only in the clipboard of another
   * program.
   */
  lost: number
}

/**
 * Converts HTML of the clipboards of Word, Google Docs, Notion, Excel and others to HTML that the schema can
 * parse. `keepPicture` returns the id of the stored file for an address, or null to replace the picture by a
 * link. Works with any DOM implementation, because styles are parsed as text.
 */
export function normalizePastedHtml(
  root: Element,
  pictureWord: string,
  keepPicture: (source: string) => string | null = () => null,
): PasteLossCounts {
  const ofDocs = root.querySelectorAll('[id^="docs-internal-guid"]')
  for (const wrapper of ofDocs) unwrap(wrapper)
  if (ofDocs.length > 0) convertMonospacedParagraphs(root)
  for (const end of root.querySelectorAll('br.Apple-interchange-newline')) end.remove()
  normalizeHeadings(root)
  removeForgeControls(root)
  normalizeOtherEditorBlocks(root)
  replaceRenderedFormulas(root)
  // Skip `kbd` elements in a link. As code they would lose the link, because the schema does not allow both
  // marks on the same text.
  for (const key of root.querySelectorAll('kbd')) if (key.closest('a') === null) rename(key, 'code')
  normalizeCellColors(root)
  normalizeTextColors(root)
  normalizeToggles(root)
  normalizeImportedLists(root)
  normalizeTasks(root)
  normalizeCallouts(root)
  normalizeColumns(root)
  const boxes = [...root.querySelectorAll('div[align]')]
  for (const box of boxes) alignIn(box)
  const indented = [...root.querySelectorAll('div[data-indent]')]
  for (const box of indented) indentIn(box)
  for (const block of root.querySelectorAll('[align], [style]')) removeDefaultAlignment(block)
  const lossCounts = convertPictures(root, pictureWord, keepPicture)
  for (const link of root.querySelectorAll('a[href][title]')) convertFileLink(link, keepPicture)
  for (const box of [...boxes, ...indented]) unwrap(box)
  for (const link of root.querySelectorAll('a[href^="#"]')) unwrap(link)
  for (const code of root.querySelectorAll('pre')) normalizeCodeBlock(code)
  for (const caption of root.querySelectorAll('table > caption')) putBefore(caption)
  makeTablesRectangular(root)
  removeFillerContent(root)
  return lossCounts
}

function normalizeHeadings(root: Element): void {
  for (const title of root.querySelectorAll('.MsoTitle')) rename(title, 'h1')
  for (const heading of root.querySelectorAll('[role=heading]')) {
    const level = Number(heading.getAttribute('aria-level'))
    if (!/^h\d$/.test(heading.localName)) rename(heading, `h${level >= 1 && level <= 6 ? level : 2}`)
  }
}

/**
 * Removes the link and copy buttons that GitHub adds to texts, and replaces links to footnotes with plain
 * numbers.
 */
function removeForgeControls(root: Element): void {
  for (const sign of root.querySelectorAll('a.anchor, clipboard-copy, a[data-footnote-backref]'))
    sign.remove()
  for (const note of root.querySelectorAll('a[data-footnote-ref]')) note.replaceWith(`[${note.textContent}]`)
}

function convertPictures(
  root: Element,
  pictureWord: string,
  keepPicture: (source: string) => string | null,
): PasteLossCounts {
  const lossCounts = { linked: 0, lost: 0 }
  for (const picture of root.querySelectorAll('img, svg')) {
    const became = convertPicture(picture, pictureWord, keepPicture)
    if (became) lossCounts[became]++
  }
  for (const player of root.querySelectorAll('iframe, video, audio, embed')) {
    const source = player.getAttribute('src') ?? player.querySelector('source')?.getAttribute('src') ?? ''
    if (isWebUrl(source)) replacePictureByLink(player, source, player.getAttribute('title')?.trim() || source)
    else player.remove()
    lossCounts[isWebUrl(source) ? 'linked' : 'lost']++
  }
  return lossCounts
}

/**
 * Converts a picture. Returns the name of the counter to increase, or null if the picture was preserved or is
 * only decoration.
 */
function convertPicture(
  picture: Element,
  pictureWord: string,
  keepPicture: (source: string) => string | null,
): keyof PasteLossCounts | null {
  const words = (picture.getAttribute('alt') ?? picture.getAttribute('aria-label') ?? '').trim()
  const source = picture.getAttribute('src') ?? ''
  if (isDecoration(picture, words)) picture.remove()
  // Replace pictures of emojis with text. Chat programs, GitHub and GitLab show emojis as pictures.
  else if (parseEmoji(words) !== null) picture.replaceWith(words)
  else if (emojiOfSlack(picture) !== null) picture.replaceWith(emojiOfSlack(picture) ?? '')
  else {
    const id = keepPicture(source)
    if (id === null) return leftOut(picture, source, words, pictureWord)
    const around = picture.parentElement
    picture.replaceWith(pictureElement(picture, id, words))
    // Remove the paragraph around the picture, because a picture is a block.
    if (around?.localName === 'p' && around.childNodes.length === 1) unwrap(around)
  }
  return null
}

/** Converts a Markdown link to a file block if its title was written by `fileLinkTitle`. */
function convertFileLink(link: Element, keepFile: (source: string) => string | null): void {
  const found = parseFileLinkTitle(link.getAttribute('title'))
  const id = found && keepFile(link.getAttribute('href') ?? '')
  if (found && id)
    insertFileBlock(
      link,
      fileElement(link.ownerDocument, validFileAttributes({ src: id, name: link.textContent, ...found })),
    )
}

/**
 * Inserts a file block for a link to a file. The block replaces a link that is alone in its paragraph or on
 * its line. Otherwise, the block follows the block that contains the link.
 */
export function insertFileBlock(link: Element, file: Element): void {
  const line = link.closest('p, h1, h2, h3, h4, h5, h6, summary')
  const isWhole = line?.localName === 'p' && line.textContent?.trim() === link.textContent?.trim()
  if (isWhole) {
    line.replaceWith(file)
    return
  }
  if (line) line.after(file)
  const isOwnLine = line === null && putInLine(link, file)
  if (!isOwnLine) link.replaceWith(...link.childNodes)
}

/**
 * Inserts a file block into a table cell, which has only one line in Markdown, with `<br>` between blocks.
 * Returns true if the link was alone on its line and was removed.
 */
function putInLine(link: Element, file: Element): boolean {
  const beside = [neighbor(link, 'previousSibling'), neighbor(link, 'nextSibling')]
  const isOwn = beside.every((node) => node === null || /^(br|(file|image)-component)$/i.test(node.nodeName))
  link.after(file)
  if (!isOwn) return false
  link.remove()
  for (const node of beside) if (/^br$/i.test(node?.nodeName ?? '')) node?.remove()
  return true
}

function neighbor(link: Element, side: 'previousSibling' | 'nextSibling'): ChildNode | null {
  let at = link[side]
  while (at?.nodeType === 3 && !at.textContent?.trim()) at = at[side]
  return at
}

/**
 * Returns the emoji that a picture of Slack shows. Returns null for other pictures. Slack gives the name of an
 * emoji as text, but its code points only in the address of the picture.
 */
function emojiOfSlack(picture: Element): string | null {
  if (!picture.hasAttribute('data-stringify-emoji')) return null
  const letters = /\/([\da-f]{2,6}(?:-[\da-f]{2,6})*)\.\w+$/.exec(picture.getAttribute('src') ?? '')?.[1]
  const points = letters?.split('-').map((letter) => Number.parseInt(letter, 16)) ?? []
  if (points.length === 0 || points.some((point) => point > 0x10ffff)) return null
  return String.fromCodePoint(...points)
}

function leftOut(
  picture: Element,
  source: string,
  words: string,
  pictureWord: string,
): keyof PasteLossCounts {
  if (isWebUrl(source)) {
    replacePictureByLink(picture, source, words || fileName(source) || pictureWord)
    return 'linked'
  }
  picture.replaceWith(words === '' ? '' : `[${words}]`)
  return 'lost'
}

function pictureElement(picture: Element, id: string, words: string): Element {
  const element = picture.ownerDocument.createElement('image-component')
  element.setAttribute('src', id)
  const width = picture.getAttribute('width') ?? ''
  const found = {
    alt: words,
    width: width.endsWith('%') ? width : '',
    // Markdown stores the caption of a picture in the picture's title.
    'data-caption': picture.getAttribute('title') ?? '',
    alignment: picture.closest('[align]')?.getAttribute('align') ?? '',
  }
  for (const [name, value] of Object.entries(found)) if (value !== '') element.setAttribute(name, value)
  return element
}

/**
 * Returns true for pictures without meaning: SVG icons that have no text alternative or are hidden from screen
 * readers, and tracking pixels, which are at most two pixels wide and high.
 */
function isDecoration(picture: Element, words: string): boolean {
  if (picture.localName === 'svg') return words === '' || picture.getAttribute('aria-hidden') === 'true'
  const sizes = ['width', 'height'].map((name) => Number.parseInt(picture.getAttribute(name) ?? '99', 10))
  return sizes.every((size) => size <= 2)
}

function fileName(address: string): string {
  const path = URL.canParse(address) ? new URL(address).pathname : ''
  const name = path.split('/').at(-1) ?? ''
  return /\.\w{2,5}$/.test(name) ? name : ''
}

/** Moves the alignment of an element to the blocks in it. */
function alignIn(box: Element): void {
  const side = box.getAttribute('align') ?? ''
  for (const block of box.querySelectorAll('p, h1, h2, h3, h4, h5, h6'))
    if (textAlignmentOfElement(block) === null) block.setAttribute('align', side)
}

/** Moves the indentation of an element to the blocks in it. */
function indentIn(box: Element): void {
  for (const block of box.querySelectorAll('p, h1, h2, h3, h4, h5, h6'))
    if (!block.hasAttribute('data-indent'))
      block.setAttribute('data-indent', box.getAttribute('data-indent') ?? '')
}

/**
 * Removes left alignment together with all other styles of the element. It is the default, but many programs write it
 * on every paragraph.
 */
function removeDefaultAlignment(block: Element): void {
  if (textAlignmentOfElement(block) !== 'left') return
  block.removeAttribute('align')
  block.removeAttribute('style')
}

/**
 * Removes filler content: spaces that Word puts into empty paragraphs, and line breaks that Google Docs puts
 * between blocks.
 */
function removeFillerContent(root: Element): void {
  for (const paragraph of root.querySelectorAll('p'))
    if (
      paragraph.children.length === 0 ||
      paragraph.querySelector('br, a, input, mention-component, [data-latex]') === null
    )
      if (/^[\s\u00a0]+$/.test(paragraph.textContent ?? '')) paragraph.textContent = ''
  for (const end of root.querySelectorAll(':is(p, li, li > div) > br')) removeBlankLineBreak(end)
  for (const end of root.querySelectorAll('br')) {
    const [before, after] = [end.previousElementSibling, end.nextElementSibling]
    if (isBlock(before) && (after === null || isBlock(after)) && isAlone(end)) end.remove()
  }
}

/**
 * Removes a line break that is alone in a paragraph, or that is directly before the nested blocks of a list
 * item. Other editors write an empty line in this way.
 */
function removeBlankLineBreak(end: Element): void {
  const { parentElement: around, nextElementSibling: after } = end
  if (around === null || end.previousElementSibling !== null || !isAlone(end)) return
  if (around.localName === 'p' && after === null) end.remove()
  else if (isBlock(after)) end.replaceWith(end.ownerDocument.createElement('p'))
}

function isAlone(end: Element): boolean {
  return [end.previousSibling, end.nextSibling].every(
    (node) => node?.nodeType !== 3 || !node.textContent?.trim(),
  )
}

function isBlock(element: Element | null): boolean {
  return element !== null && /^(p|h[1-6]|ul|ol|table|div|blockquote|pre|hr)$/.test(element.localName)
}

function putBefore(caption: Element): void {
  const paragraph = caption.ownerDocument.createElement('p')
  paragraph.append(...caption.childNodes)
  caption.parentElement?.before(paragraph)
  caption.remove()
}

function rename(element: Element, name: string): void {
  const renamed = element.ownerDocument.createElement(name)
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
}

function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes)
}
