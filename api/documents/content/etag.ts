import { createHash, subtle } from 'node:crypto'
import { AppError } from '#common/platform/errors.ts'

/** Returns the ETag of a text. Equal texts have equal tags, however often the document was merged. */
export async function computeEtag(html: string): Promise<string> {
  return `"${html.length < largeText ? createHash('sha256').update(html).digest('base64url') : await hashOffThread(html)}"`
}

/** Length in characters above which the hash is computed off the event loop. */
const largeText = 64 * 1024

async function hashOffThread(html: string): Promise<string> {
  return Buffer.from(await subtle.digest('SHA-256', Buffer.from(html))).toString('base64url')
}

/**
 * Returns true if the `If-Match` header is `*` or contains the ETag. Weak tags never match, as HTTP requires.
 */
export function matchesEtag(ifMatch: string, etag: string): boolean {
  return ifMatch === '*' || tagsIn(ifMatch).includes(etag)
}

/**
 * Returns the `If-Match` header, or null if the request has none. Throws `invalid` if the header is neither `*` nor a
 * list of tags.
 */
export function parseIfMatch(header: string | undefined): string | null {
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
