import { isId } from '../../platform/ids.ts'
import { alignmentOf, type TextAlignment } from './alignments.ts'
import { isSafeHref } from './links.ts'

export interface PictureAttributes {
  /** Of its file; null where a client has written something else. */
  id: string | null
  alt: string | null
  /** Per cent of the text's width; null for its own, as far as there is room. */
  width: number | null
  /** Its own width. */
  pixels: number | null
  /** Width by height. */
  ratio: number | null
  /** At which side a picture stands that is narrower than the text; null for where reading begins. */
  alignment: TextAlignment | null
  /** What stands below it. */
  caption: string | null
}

/** Where somebody has written no picture. */
export const noPicture: PictureAttributes = {
  id: null,
  alt: null,
  width: null,
  pixels: null,
  ratio: null,
  alignment: null,
  caption: null,
}

/** What an element of a stored text shows. */
export function pictureOf(element: Element): PictureAttributes {
  return checkedPicture({
    src: element.getAttribute('src'),
    alt: element.getAttribute('alt'),
    width: element.getAttribute('width'),
    pixels: element.getAttribute('data-pixels'),
    ratio: element.getAttribute('aspectratio') ?? element.getAttribute('aspectRatio'),
    alignment: element.getAttribute('alignment'),
    caption: element.getAttribute('data-caption'),
  })
}

/** Of what any client may have written just what can be. */
export function checkedPicture({
  src,
  alt,
  width,
  pixels,
  ratio,
  alignment,
  caption,
}: Record<string, unknown>): PictureAttributes {
  return {
    id: pictureId(src),
    alt: wordsOf(alt),
    width: widthOf(width),
    pixels: pixelsOf(pixels),
    ratio: ratioOf(ratio),
    alignment: alignmentOf(alignment),
    caption: wordsOf(caption),
  }
}

/** The ids of the pictures and other files in HTML that was made of a document, each once. */
export function filesInHtml(html: string): string[] {
  const found = html.matchAll(/<(?:image|file)-component src="([0-9a-f-]{36})"/g)
  return [...new Set([...found].map(([, id = '']) => id))]
}

/** What HTML that was made of a document has in it when this file stands there, as a picture or as a file. */
export function fileStarts(id: string): { picture: string; file: string } {
  const start = (name: string) => `<${name} src="${id.toLowerCase()}"`
  return { picture: start('image-component'), file: start('file-component') }
}

/** How narrow a picture may be made, in per cent of the text. */
export const narrowestPicture = 10

/** Characters that say what is to be seen on a picture, and of those below it. */
export const altLength = 500

/**
 * Pictures on the web become links to where they are, and those that stand in the text itself their words: a text that is shown asks nobody
 * but us for anything. `root` is of a browser or of the server's parser.
 */
export function linkPictures(root: Element): void {
  for (const picture of root.querySelectorAll('img, image-component')) {
    const source = picture.getAttribute('src') ?? ''
    if (picture.localName === 'image-component' && pictureId(source) !== null) continue
    const words = (picture.getAttribute('alt') ?? '').trim()
    if (isOnWeb(source)) putLink(picture, source, words || source)
    else picture.replaceWith(words === '' ? '' : `[${words}]`)
  }
}

export function isOnWeb(source: string): boolean {
  return /^https?:/i.test(source) && isSafeHref(source)
}

/** Beside the link that a picture stands in, which keeps the picture's words. */
export function putLink(picture: Element, href: string, words: string): void {
  const link = picture.ownerDocument.createElement('a')
  link.setAttribute('href', href)
  link.textContent = words
  const around = picture.closest('a[href]')
  if (around === null || around.getAttribute('href') === href) {
    picture.replaceWith(around ? words : link)
    return
  }
  picture.replaceWith(words)
  around.after(' ', link)
}

export function pictureId(value: unknown): string | null {
  return typeof value === 'string' && isId(value) ? value.toLowerCase() : null
}

function wordsOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== ''
    ? value.trim().slice(0, altLength).toWellFormed()
    : null
}

/** Other editors say it in pixels, which are too many or too few on another screen. */
function widthOf(value: unknown): number | null {
  const match = typeof value === 'string' ? /^(\d{1,3})(\.\d+)?%$/.exec(value.trim()) : null
  const percent = typeof value === 'number' ? value : match ? Number(match[1]) : Number.NaN
  return Number.isFinite(percent) ? Math.round(Math.min(100, Math.max(narrowestPicture, percent))) : null
}

function pixelsOf(value: unknown): number | null {
  const pixels = Number(value ?? Number.NaN)
  return Number.isInteger(pixels) && pixels > 0 && pixels <= 100_000 ? pixels : null
}

function ratioOf(value: unknown): number | null {
  const ratio = Number(value ?? Number.NaN)
  return Number.isFinite(ratio) && ratio >= 0.001 && ratio <= 1000 ? Math.round(ratio * 1e4) / 1e4 : null
}
