import { Parser } from 'htmlparser2'
import { containsControlCharacters } from '#common/platform/text.ts'
import { linkTitleLength } from '#common/work/links/rules.ts'

export interface PageHead {
  title: string | null
  /** Addresses of its pictures as they stand there, the best first. */
  icons: string[]
}

/** What a page calls itself and where its small pictures are; a page that was cut off serves as well. */
export function pageHead(bytes: Uint8Array, charset: string | null): PageHead {
  const found: { size: number; href: string }[] = []
  let title = ''
  let isInTitle = false
  let isRead = false
  let pictures = 0
  const parser = new Parser({
    onopentag(name, { rel = '', href = '', sizes = '' }) {
      if (name === 'svg') pictures++
      // A picture has a title of its own.
      if (name === 'title' && pictures === 0 && !isRead) isInTitle = true
      if (name === 'link' && href !== '' && rel.toLowerCase().split(/\s+/).includes('icon'))
        found.push({ href, size: Number.parseInt(sizes, 10) || usualSize })
      if (name === 'body' && isRead) parser.pause()
    },
    ontext(text) {
      if (isInTitle && title.length < longest) title += text
    },
    onclosetag(name) {
      if (name === 'svg') pictures = Math.max(0, pictures - 1)
      if (name !== 'title' || !isInTitle) return
      isInTitle = false
      isRead = true
    },
  })
  parser.write(decoded(bytes, charset))
  return {
    title: readable(title),
    icons: found.toSorted((a, b) => distance(a.size) - distance(b.size)).map(({ href }) => href),
  }
}

/** In pixels: what is shown on a fine screen, and what a picture is that does not say. */
const wantedSize = 32
const usualSize = 24
const longest = 2_000

function distance(size: number): number {
  return Math.abs(size - wantedSize)
}

function decoded(bytes: Uint8Array, charset: string | null): string {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 1024))
  const named = charset ?? /<meta[^>]+charset=["']?([\w-]+)/i.exec(start)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(named).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

/** On one line and no longer than a title; null where nothing is left. */
function readable(title: string): string | null {
  const text = [...title.replace(/\s+/g, ' ').trim().toWellFormed()]
    .filter((character) => !containsControlCharacters(character))
    .join('')
  if (text.length <= linkTitleLength) return text || null
  return `${text
    .slice(0, linkTitleLength - 1)
    .toWellFormed()
    .replace(/\ufffd$/, '')}…`
}
