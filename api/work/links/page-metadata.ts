import type { LinkMetadata } from '#common/work/links/schema.ts'
import type { SafeHttpClient } from '../../platform/outgoing/safe-client.ts'
import { ExternalResourceUnreadable } from '../../platform/outgoing/unreadable.ts'
import { parsePageHead } from './page-head.ts'

/** Loads the title and the icon of a page. Returns an empty object if the page cannot be read. */
export async function fetchPageMetadata(url: string, web: SafeHttpClient): Promise<LinkMetadata> {
  const page = await orNullIfUnreadable(web.read(url, { types: ['text/html'], most: 512 * 1024 }))
  if (page === null) return {}
  const { title, icons } = parsePageHead(page.bytes, page.charset)
  const favicon = await loadIcon(
    [...icons.slice(0, 2), '/favicon.ico'].flatMap((icon) => URL.parse(icon, page.url)?.href ?? []),
    web,
  )
  return { ...(title !== null && { title }), ...(favicon !== null && { favicon }) }
}

/**
 * Maximum bytes of an icon. The limit is low, because the row of a link contains the icon, and every list of links
 * contains these rows.
 */
const iconSizeLimit = 8 * 1024

async function loadIcon(addresses: string[], web: SafeHttpClient): Promise<string | null> {
  for (const address of addresses) {
    const icon = await orNullIfUnreadable(web.read(address, { types: iconTypes, most: iconSizeLimit }))
    const type = icon && !icon.isCut ? typeOf(icon.bytes) : null
    if (icon !== null && type !== null) return `data:${type};base64,${icon.bytes.toString('base64')}`
  }
  return null
}

/**
 * Accepted content types of icons. The content type of a server is unreliable, so `typeOf` checks the first
 * bytes. SVG is excluded.
 */
const iconTypes = [
  'image/png',
  'image/x-icon',
  'image/vnd.microsoft.icon',
  'image/ico',
  'image/gif',
  'image/jpeg',
  'image/webp',
  'application/octet-stream',
]

function typeOf(bytes: Buffer): string | null {
  const begins = (...first: number[]) => first.every((byte, at) => bytes[at] === byte)
  if (begins(0x89, 0x50, 0x4e, 0x47)) return 'image/png'
  if (begins(0, 0, 1, 0)) return 'image/x-icon'
  if (begins(0x47, 0x49, 0x46, 0x38)) return 'image/gif'
  if (begins(0xff, 0xd8, 0xff)) return 'image/jpeg'
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
    ? 'image/webp'
    : null
}

async function orNullIfUnreadable<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof ExternalResourceUnreadable) return null
    throw error
  }
}
