import { isPicture } from '#common/documents/files/file-types.ts'
import { type EntityType, type PictureWidth, widthsOf } from '#common/documents/files/rules.ts'
import type { FileAttributes } from '#common/documents/files/schema.ts'
import { type AppError, notFound } from '#common/platform/errors.ts'
import type { Context } from '../../platform/context/context.ts'
import type { ByteRange } from '../../platform/storage/storage.ts'
import { storageKeyOf } from './keys.ts'

export interface ServeOptions {
  width?: string | undefined
  /** Whether to save it whatever it is. */
  download?: 'true' | 'false' | undefined
}

interface Served {
  id: string
  attributes: FileAttributes
  /** Left out of what is attached. */
  entity_type?: EntityType
}

/** A file never changes: whoever may see it, and has it already, keeps it. Asked anew each time, so that this ends with the access. */
const askedEachTime = 'private, no-cache'

/**
 * Sends a file to somebody who may read it, or where to read it. Nothing of it runs in the name of our pages: only what is a picture,
 * sound or video by its content is shown at all, in a sandbox; everything else is bytes to be saved.
 */
export async function serveFile(
  ctx: Context,
  file: Served,
  reading: ServeOptions,
  cacheControl = askedEachTime,
): Promise<Response> {
  const { storage, http } = ctx
  const width = offeredWidth(file, reading)
  const key = storageKeyOf(file.id, width)
  const type = width === undefined ? file.attributes.type : 'image/webp'
  const etag = `"${file.id}${width === undefined ? '' : `-${width}`}"`
  const headers = new Headers({
    ...headersOf(type, file.attributes.name, reading),
    ETag: etag,
    'Accept-Ranges': 'bytes',
    'Cache-Control': cacheControl,
  })
  const asked = http.incoming.headers
  if (asked['if-none-match'] === etag) return new Response(null, { status: 304, headers })
  const elsewhere = await storage.readUrl(key, {
    type: headers.get('content-type') ?? '',
    disposition: headers.get('content-disposition') ?? '',
  })
  if (elsewhere !== null) return redirect(elsewhere)
  const size = width === undefined ? file.attributes.size : await storage.size(key)
  // One that was sent before it was offered in that width.
  if (size === null && width !== undefined)
    return serveFile(ctx, file, { ...reading, width: undefined }, cacheControl)
  if (size === null) throw gone()
  const isWhole = asked['if-range'] !== undefined && asked['if-range'] !== etag
  return sendFrom(ctx, { key, size, range: isWhole ? null : rangeOf(asked.range, size), headers })
}

interface Sent {
  key: string
  size: number
  range: ReturnType<typeof rangeOf>
  headers: Headers
}

async function sendFrom({ storage, http }: Context, { key, size, range, headers }: Sent): Promise<Response> {
  if (range === 'unsatisfiable') {
    return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${size}` } })
  }
  headers.set('Content-Length', String(range === null ? size : range.end - range.start + 1))
  if (range !== null) headers.set('Content-Range', `bytes ${range.start}-${range.end}/${size}`)
  const status = range === null ? 200 : 206
  if (http.incoming.method === 'HEAD') return new Response(null, { status, headers })
  const stream = await storage.get(key, range ?? undefined)
  if (stream === null) throw gone()
  http.sendBody(stream)
  return new Response(null, { status, headers })
}

function gone(): AppError {
  return notFound('The requested asset could not be found.')
}

/** The address holds the right to read for some minutes, so nobody keeps it. */
function redirect(to: string): Response {
  return new Response(null, { status: 302, headers: { Location: to, 'Cache-Control': 'no-store' } })
}

/** Undefined for the file itself, which of a picture that is no wider, or not offered in that width, is what there is. */
function offeredWidth(
  { attributes: { width }, entity_type = 'ISSUE_ATTACHMENT' }: Served,
  { width: asked }: ServeOptions,
): PictureWidth | undefined {
  return widthsOf(entity_type).find((each) => String(each) === asked && width !== null && width > each)
}

function headersOf(type: string, name: string, { download }: ServeOptions): Record<string, string> {
  const isShown = download !== 'true' && (isPicture(type) || /^(audio|video)\//.test(type))
  return {
    'Content-Type': isShown ? type : 'application/octet-stream',
    'Content-Disposition': `${isShown ? 'inline' : 'attachment'}; ${fileNameOf(name)}`,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
  }
}

/** As every browser reads it, and as newer ones do, which know more letters (RFC 6266). */
export function fileNameOf(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const whole = encodeURIComponent(name).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `filename="${plain}"; filename*=UTF-8''${whole}`
}

/** Null for the whole, which is also the answer to several ranges at once and to what is not understood (RFC 9110). */
export function rangeOf(header: string | undefined, size: number): ByteRange | null | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (match === null) return null
  const [from, to] = [match[1] ?? '', match[2] ?? '']
  if (from === '' && to === '') return null
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(to) < start) return null
  return start > end ? 'unsatisfiable' : { start, end }
}
