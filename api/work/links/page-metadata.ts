import type { LinkMetadata } from '#common/work/links/schema.ts'
import type { SafeClient } from '../../platform/outgoing/safe-client.ts'
import { Unreadable } from '../../platform/outgoing/unreadable.ts'
import { pageHead } from './page-head.ts'

/** What a page calls itself and its small picture; nothing of one that cannot be read. */
export async function pageMetadata(url: string, web: SafeClient): Promise<LinkMetadata> {
  const page = await readable(web.read(url, { types: ['text/html'], most: 512 * 1024 }))
  if (page === null) return {}
  const { title, icons } = pageHead(page.bytes, page.charset)
  const favicon = await firstPicture(
    [...icons.slice(0, 2), '/favicon.ico'].flatMap((icon) => URL.parse(icon, page.url)?.href ?? []),
    web,
  )
  return { ...(title !== null && { title }), ...(favicon !== null && { favicon }) }
}

/** Every list of links carries them, so they are small. */
const largestPicture = 8 * 1024

async function firstPicture(addresses: string[], web: SafeClient): Promise<string | null> {
  for (const address of addresses) {
    const picture = await readable(web.read(address, { types: pictureTypes, most: largestPicture }))
    const type = picture && !picture.isCut ? typeOf(picture.bytes) : null
    if (picture !== null && type !== null) return `data:${type};base64,${picture.bytes.toString('base64')}`
  }
  return null
}

/** What a server calls it says little; what it is its first bytes say. Drawings (SVG) are left out. */
const pictureTypes = [
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

async function readable<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof Unreadable) return null
    throw error
  }
}
