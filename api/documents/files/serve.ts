import { isPictureType } from '#common/documents/files/file-types.ts'
import {
  type FileEntityType,
  type PictureWidth,
  pictureWidthsForEntityType,
} from '#common/documents/files/rules.ts'
import type { FileAttributes } from '#common/documents/files/schema.ts'
import { type AppError, notFound } from '#common/platform/errors.ts'
import type { Context } from '../../platform/context/context.ts'
import type { ByteRange } from '../../platform/storage/storage.ts'
import { fileStorageKey } from './keys.ts'

export interface ServeOptions {
  width?: string | undefined
  /** If `true`, the file is sent as a download, so that the browser does not display it. */
  download?: 'true' | 'false' | undefined
}

interface Served {
  id: string
  attributes: FileAttributes
  /** The kind of object to which the file belongs. Is undefined for attachments. */
  entity_type?: FileEntityType
}

/**
 * Files never change, but browsers must revalidate a cached file before each use, because the user may have
 * lost access to it.
 */
const revalidate = 'private, no-cache'

/**
 * Sends a file, or redirects to the object store. Only pictures, audio and video are displayed in the
 * browser. A sandbox prevents that they run scripts on Tandem's origin. All other files are sent as
 * downloads.
 */
export async function serveFile(
  ctx: Context,
  file: Served,
  reading: ServeOptions,
  cacheControl = revalidate,
): Promise<Response> {
  const { storage, http } = ctx
  const width = offeredWidth(file, reading)
  const key = fileStorageKey(file.id, width)
  const type = width === undefined ? file.attributes.type : 'image/webp'
  const etag = `"${file.id}${width === undefined ? '' : `-${width}`}"`
  const headers = new Headers({
    ...headersOf(type, file.attributes.name, reading),
    ETag: etag,
    'Accept-Ranges': 'bytes',
    'Cache-Control': cacheControl,
  })
  const requestHeaders = http.incoming.headers
  if (requestHeaders['if-none-match'] === etag) return new Response(null, { status: 304, headers })
  const elsewhere = await storage.readUrl(key, {
    type: headers.get('content-type') ?? '',
    disposition: headers.get('content-disposition') ?? '',
  })
  if (elsewhere !== null) return redirect(elsewhere)
  const size = width === undefined ? file.attributes.size : await storage.size(key)
  // The file was uploaded before Tandem created copies of this width, so send the original.
  if (size === null && width !== undefined)
    return serveFile(ctx, file, { ...reading, width: undefined }, cacheControl)
  if (size === null) throw assetNotFound()
  const isWhole = requestHeaders['if-range'] !== undefined && requestHeaders['if-range'] !== etag
  return sendRange(ctx, {
    key,
    size,
    range: isWhole ? null : parseByteRange(requestHeaders.range, size),
    headers,
  })
}

interface SendOptions {
  key: string
  size: number
  range: ReturnType<typeof parseByteRange>
  headers: Headers
}

async function sendRange(
  { storage, http }: Context,
  { key, size, range, headers }: SendOptions,
): Promise<Response> {
  if (range === 'unsatisfiable') {
    return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${size}` } })
  }
  headers.set('Content-Length', String(range === null ? size : range.end - range.start + 1))
  if (range !== null) headers.set('Content-Range', `bytes ${range.start}-${range.end}/${size}`)
  const status = range === null ? 200 : 206
  if (http.incoming.method === 'HEAD') return new Response(null, { status, headers })
  const stream = await storage.get(key, range ?? undefined)
  if (stream === null) throw assetNotFound()
  http.sendBody(stream)
  return new Response(null, { status, headers })
}

function assetNotFound(): AppError {
  return notFound('The requested asset could not be found.')
}

/**
 * Redirects to the file store. The signed address grants access for some minutes, so browsers must not cache
 * the redirect.
 */
function redirect(to: string): Response {
  return new Response(null, { status: 302, headers: { Location: to, 'Cache-Control': 'no-store' } })
}

/**
 * Returns the requested width, or undefined for the original file if the width is not offered or the picture
 * is not wider.
 */
function offeredWidth(
  { attributes: { width }, entity_type = 'ISSUE_ATTACHMENT' }: Served,
  { width: requestedWidth }: ServeOptions,
): PictureWidth | undefined {
  return pictureWidthsForEntityType(entity_type).find(
    (each) => String(each) === requestedWidth && width !== null && width > each,
  )
}

function headersOf(type: string, name: string, { download }: ServeOptions): Record<string, string> {
  const isShown = download !== 'true' && (isPictureType(type) || /^(audio|video)\//.test(type))
  return {
    'Content-Type': isShown ? type : 'application/octet-stream',
    'Content-Disposition': `${isShown ? 'inline' : 'attachment'}; ${contentDispositionFileName(name)}`,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
  }
}

/**
 * Returns the file name for `Content-Disposition`: in ASCII for all browsers and in UTF-8 for newer ones (RFC
 * 6266).
 */
export function contentDispositionFileName(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const whole = encodeURIComponent(name).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `filename="${plain}"; filename*=UTF-8''${whole}`
}

/**
 * Returns the requested byte range, or null for the whole file. Multiple ranges and unknown formats also get
 * the whole file (RFC 9110). Returns `unsatisfiable` if the range starts after the end of the file.
 */
export function parseByteRange(header: string | undefined, size: number): ByteRange | null | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (match === null) return null
  const [from, to] = [match[1] ?? '', match[2] ?? '']
  if (from === '' && to === '') return null
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(to) < start) return null
  return start > end ? 'unsatisfiable' : { start, end }
}
