import { createHash, subtle } from 'node:crypto'
import { AppError } from '#common/platform/errors.ts'

/** Of a text as REST answers it: the same text has the same tag, however often it was merged meanwhile. */
export async function etagOf(html: string): Promise<string> {
  return `"${html.length < large ? createHash('sha256').update(html).digest('base64url') : await besides(html)}"`
}

/** In characters. What is longer is worked out beside the event loop, which a small text is not worth. */
const large = 64 * 1024

async function besides(html: string): Promise<string> {
  return Buffer.from(await subtle.digest('SHA-256', Buffer.from(html))).toString('base64url')
}

/** A weak tag matches nothing, as HTTP says of `If-Match`. */
export function matches(ifMatch: string, etag: string): boolean {
  return ifMatch === '*' || tagsIn(ifMatch).includes(etag)
}

/** The header as it was sent, null without one. Throws `invalid` for what is neither `*` nor a list of tags. */
export function checkedIfMatch(header: string | undefined): string | null {
  if (header === undefined) return null
  const ifMatch = header.trim()
  if (ifMatch === '*' || tagsIn(ifMatch).length > 0) return ifMatch
  throw new AppError('invalid', 'If-Match must be * or a list of entity tags.')
}

const tag = '(?:W/)?"[\\x21\\x23-\\x7e\\x80-\\xff]*"'
const list = new RegExp(`^${tag}(?:[ \\t]*,[ \\t]*${tag})*$`)

function tagsIn(header: string): string[] {
  return header.length <= 4096 && list.test(header) ? (header.match(new RegExp(tag, 'g')) ?? []) : []
}
