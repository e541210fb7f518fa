import { Parser } from 'htmlparser2'
import { containsControlCharacters } from '#common/platform/text.ts'
import { maxLinkTitleLength } from '#common/work/links/rules.ts'

export interface PageHead {
  title: string | null
  /** The icon URLs as the page contains them, best icon first. */
  icons: string[]
}

/** Reads title and icons from the beginning of a page, which may be cut off. */
export function parsePageHead(bytes: Uint8Array, charset: string | null): PageHead {
  const found: { size: number; href: string }[] = []
  let title = ''
  let isInTitle = false
  let hasTitle = false
  let openSvgs = 0
  const parser = new Parser({
    onopentag(name, { rel = '', href = '', sizes = '' }) {
      if (name === 'svg') openSvgs++
      // Ignore the `title` elements of SVG images.
      if (name === 'title' && openSvgs === 0 && !hasTitle) isInTitle = true
      if (name === 'link' && href !== '' && rel.toLowerCase().split(/\s+/).includes('icon'))
        found.push({ href, size: Number.parseInt(sizes, 10) || defaultIconSize })
      if (name === 'body' && hasTitle) parser.pause()
    },
    ontext(text) {
      if (isInTitle && title.length < titleReadLimit) title += text
    },
    onclosetag(name) {
      if (name === 'svg') openSvgs = Math.max(0, openSvgs - 1)
      if (name !== 'title' || !isInTitle) return
      isInTitle = false
      hasTitle = true
    },
  })
  parser.write(decode(bytes, charset))
  return {
    title: cleanTitle(title),
    icons: found.toSorted((a, b) => distance(a.size) - distance(b.size)).map(({ href }) => href),
  }
}

/**
 * Icon sizes in pixels: the preferred size for high-resolution screens, and the size that is assumed if the
 * page states none.
 */
const preferredIconSize = 32
const defaultIconSize = 24
const titleReadLimit = 2_000

function distance(size: number): number {
  return Math.abs(size - preferredIconSize)
}

function decode(bytes: Uint8Array, charset: string | null): string {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 1024))
  const named = charset ?? /<meta[^>]+charset=["']?([\w-]+)/i.exec(start)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(named).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

/** Returns the title on one line and cut to the maximum length. Returns null if the title is empty. */
function cleanTitle(title: string): string | null {
  const text = [...title.replace(/\s+/g, ' ').trim().toWellFormed()]
    .filter((character) => !containsControlCharacters(character))
    .join('')
  if (text.length <= maxLinkTitleLength) return text || null
  return `${text
    .slice(0, maxLinkTitleLength - 1)
    .toWellFormed()
    .replace(/\ufffd$/, '')}…`
}
