import { isId } from '../../platform/ids.ts'
import { parseTextAlignment, type TextAlignment } from './alignments.ts'
import { isSafeHref } from './links.ts'

export interface PictureAttributes {
  /** Id of the file, or null if the value is not a valid id. */
  id: string | null
  alt: string | null
  /** Displayed width in percent of the text width. Null shows the natural width, at most the text width. */
  width: number | null
  /** The width of the picture file in pixels. Null if the width is unknown. */
  pixels: number | null
  /** The width of the picture divided by its height. Null if the size is unknown. */
  ratio: number | null
  /**
   * Side on which a picture that is narrower than the text is placed, or null for the start of the reading
   * direction.
   */
  alignment: TextAlignment | null
  /** The caption below the picture. Null if there is no caption. */
  caption: string | null
}

/** Attributes of a picture node whose stored attributes are invalid. */
export const emptyPictureAttributes: PictureAttributes = {
  id: null,
  alt: null,
  width: null,
  pixels: null,
  ratio: null,
  alignment: null,
  caption: null,
}

/** Reads the attributes of a picture from its HTML element. */
export function parsePictureElement(element: Element): PictureAttributes {
  return validPictureAttributes({
    src: element.getAttribute('src'),
    alt: element.getAttribute('alt'),
    width: element.getAttribute('width'),
    pixels: element.getAttribute('data-pixels'),
    ratio: element.getAttribute('aspectratio') ?? element.getAttribute('aspectRatio'),
    alignment: element.getAttribute('alignment'),
    caption: element.getAttribute('data-caption'),
  })
}

/** Returns only valid attributes, because any client can write arbitrary values. */
export function validPictureAttributes({
  src,
  alt,
  width,
  pixels,
  ratio,
  alignment,
  caption,
}: Record<string, unknown>): PictureAttributes {
  return {
    id: parsePictureId(src),
    alt: wordsOf(alt),
    width: widthOf(width),
    pixels: pixelsOf(pixels),
    ratio: ratioOf(ratio),
    alignment: parseTextAlignment(alignment),
    caption: wordsOf(caption),
  }
}

/** Returns the ids of pictures and other files in the HTML of a rendered document, without duplicates. */
export function fileIdsInHtml(html: string): string[] {
  const found = html.matchAll(/<(?:image|file)-component src="([0-9a-f-]{36})"/g)
  return [...new Set([...found].map(([, id = '']) => id))]
}

/**
 * Returns the beginnings of the HTML elements that show this file, so that stored HTML can be searched for them.
 */
export function fileElementPrefixes(id: string): { picture: string; file: string } {
  const start = (name: string) => `<${name} src="${id.toLowerCase()}"`
  return { picture: start('image-component'), file: start('file-component') }
}

/** Minimum width of a picture, in percent of the width of the text. */
export const minPictureWidth = 10

/** Maximum number of characters of the alternative text, and of the caption. */
export const maxAltLength = 500

/**
 * Replaces pictures on other websites with links, and all other pictures without a stored file with their
 * alternative text, so that viewers load nothing from other sites. `root` is an element of the browser or of
 * the server's parser.
 */
export function replacePicturesByLinks(root: Element): void {
  for (const picture of root.querySelectorAll('img, image-component')) {
    const source = picture.getAttribute('src') ?? ''
    if (picture.localName === 'image-component' && parsePictureId(source) !== null) continue
    const words = (picture.getAttribute('alt') ?? '').trim()
    if (isWebUrl(source)) replacePictureByLink(picture, source, words || source)
    else picture.replaceWith(words === '' ? '' : `[${words}]`)
  }
}

export function isWebUrl(source: string): boolean {
  return /^https?:/i.test(source) && isSafeHref(source)
}

/**
 * Replaces the picture with a link whose text is `words`. If the picture is inside another link, only the text
 * `words` takes its place. The new link is then inserted after the other link, unless both have the same
 * address.
 */
export function replacePictureByLink(picture: Element, href: string, words: string): void {
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

export function parsePictureId(value: unknown): string | null {
  return typeof value === 'string' && isId(value) ? value.toLowerCase() : null
}

function wordsOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== ''
    ? value.trim().slice(0, maxAltLength).toWellFormed()
    : null
}

/**
 * Returns the width if it is given in percent, otherwise null. Widths in pixels, which other editors write, are
 * ignored because they do not fit every screen.
 */
function widthOf(value: unknown): number | null {
  const match = typeof value === 'string' ? /^(\d{1,3})(\.\d+)?%$/.exec(value.trim()) : null
  const percent = typeof value === 'number' ? value : match ? Number(match[1]) : Number.NaN
  return Number.isFinite(percent) ? Math.round(Math.min(100, Math.max(minPictureWidth, percent))) : null
}

function pixelsOf(value: unknown): number | null {
  const pixels = Number(value ?? Number.NaN)
  return Number.isInteger(pixels) && pixels > 0 && pixels <= 100_000 ? pixels : null
}

function ratioOf(value: unknown): number | null {
  const ratio = Number(value ?? Number.NaN)
  return Number.isFinite(ratio) && ratio >= 0.001 && ratio <= 1000 ? Math.round(ratio * 1e4) / 1e4 : null
}
