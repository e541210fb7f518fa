import { LockMode } from '@mikro-orm/postgresql'
import type { LinkMetadata } from '#common/links/schema.ts'
import { query } from '../db/orm.ts'
import { writing } from '../feed/writing.ts'
import type { Job } from '../jobs/job.ts'
import { type SafeClient, Unreadable } from '../outgoing/safe-client.ts'
import { LinkEntity } from './entity.ts'
import { pageHead } from './page-head.ts'

/** Reads what the page of a link calls itself. A page that cannot be read is not asked again: the link has its address. */
export const readPage: Job<{ link_id: string }> = {
  name: 'read-page',
  retries: 3,
  retryAfter: [5, 300],
  endsWithin: 60,
  async run({ link_id }, { orm, web }) {
    const link = await query(orm.em.fork())
      .selectFrom('work_item_links')
      .select('url')
      .where('id', '=', link_id)
      .executeTakeFirst()
    if (link === undefined) return
    const metadata = await metadataOf(link.url, web)
    if (Object.keys(metadata).length === 0) return
    await writing(orm.em, { actor_id: null, mutation_id: null }, async (em) => {
      // It may have been changed or deleted meanwhile.
      const now = await em.findOne(
        LinkEntity,
        { id: link_id, url: link.url },
        { lockMode: LockMode.PESSIMISTIC_WRITE },
      )
      if (now === null) return
      now.metadata = metadata
      await em.flush()
    })
  },
}

async function metadataOf(url: string, web: SafeClient): Promise<LinkMetadata> {
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
