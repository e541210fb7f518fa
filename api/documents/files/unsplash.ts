import { createHmac, timingSafeEqual } from 'node:crypto'
import { Readable } from 'node:stream'
import { isPictureType, pictureTypes } from '#common/documents/files/file-types.ts'
import type { UploadTarget } from '#common/documents/files/schema.ts'
import type { UnsplashPicture, unsplashCalls } from '#common/documents/files/unsplash.ts'
import type { BodyOf, QueryOf, ResponseOf } from '#common/platform/call.ts'
import { AppError, invalid } from '#common/platform/errors.ts'
import type { Config } from '../../platform/config/config.ts'
import type { ProjectContext, UserContext } from '../../platform/context/context.ts'
import { ExternalResourceUnreadable } from '../../platform/outgoing/unreadable.ts'
import {
  confirmAssetUpload,
  createProjectAsset,
  createUserAsset,
  projectFileLocation,
  userFileLocation,
} from './files.ts'
import { incomingUploadKey } from './keys.ts'
import {
  getPhoto,
  hasUnsplashKey,
  listPhotos,
  reportUse,
  searchPhotos,
  type UnsplashPhoto,
  unsplashNotRespondingError,
} from './unsplash-api.ts'

export async function searchPictures(
  ctx: UserContext,
  { query = '', page, per_page }: QueryOf<typeof unsplashCalls.searchPictures>,
): Promise<ResponseOf<typeof unsplashCalls.searchPictures>> {
  if (!hasUnsplashKey(ctx)) return []
  await ctx.limits.take('outgoing', ctx.user.id)
  const words = query.trim()
  const present = (photo: UnsplashPhoto) => presentPhoto(ctx.config, photo)
  if (words === '') return (await listPhotos(ctx, page, per_page)).map(present)
  const found = await searchPhotos(ctx, words, page, per_page)
  return { ...found, results: found.results.map(present) }
}

/**
 * Sends a picture that a search has found. Browsers load pictures of Unsplash through this server, so that
 * Unsplash does not learn who searches for what. The content security policy therefore needs no other host.
 * The signature prevents clients from reading other addresses through this call.
 */
export async function getUnsplashPicture(
  ctx: UserContext,
  { url, signature }: QueryOf<typeof unsplashCalls.getUnsplashPicture>,
): Promise<Response> {
  const expected = Buffer.from(signatureOf(ctx.config, url))
  const given = Buffer.from(signature)
  const isSigned = expected.length === given.length && timingSafeEqual(expected, given)
  if (!isSigned || !hasUnsplashKey(ctx)) throw invalid('url', 'The payload is not valid')
  await ctx.limits.take('preview', ctx.user.id)
  const { bytes, type } = await download(ctx, url)
  return new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': type,
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, max-age=86400',
    },
  })
}

type Chosen = BodyOf<typeof unsplashCalls.setUserCoverFromUnsplash>
type Stored = ResponseOf<typeof unsplashCalls.setUserCoverFromUnsplash>

export async function setUserCoverFromUnsplash(ctx: UserContext, { picture_id }: Chosen): Promise<Stored> {
  const picture = await copyPicture(ctx, picture_id)
  const target = await ctx.writing((em) =>
    createUserAsset({ ...ctx, em }, { ...announced(picture), entity_type: 'USER_COVER' }),
  )
  await store(ctx, target, picture)
  await confirmAssetUpload(ctx, userFileLocation(ctx), target.asset_id)
  return answerOf(target)
}

export async function setProjectCoverFromUnsplash(
  ctx: ProjectContext,
  { picture_id }: Chosen,
): Promise<Stored> {
  const picture = await copyPicture(ctx, picture_id)
  const target = await ctx.writing((em) =>
    createProjectAsset({ ...ctx, em }, { ...announced(picture), entity_type: 'PROJECT_COVER' }),
  )
  await store(ctx, target, picture)
  await confirmAssetUpload(ctx, projectFileLocation(ctx), target.asset_id)
  return answerOf(target)
}

interface CopiedPicture {
  name: string
  type: string
  bytes: Buffer
}

/** Width in pixels of copied pictures. Covers are never shown wider. */
const width = '1600'

async function copyPicture(ctx: UserContext, id: string): Promise<CopiedPicture> {
  if (!hasUnsplashKey(ctx)) throw invalid('picture_id', 'Unsplash rejected the access key.')
  await ctx.limits.take('outgoing', ctx.user.id)
  const photo = await getPhoto(ctx, id)
  await reportUse(ctx, photo)
  const address = new URL(photo.urls.raw)
  for (const [name, value] of Object.entries({ w: width, fit: 'max', q: '80', fm: 'jpg' }))
    address.searchParams.set(name, value)
  return { name: `unsplash-${id}.jpg`, ...(await download(ctx, address.href)) }
}

async function download(
  { web, settings, log }: UserContext,
  url: string,
): Promise<Pick<CopiedPicture, 'bytes' | 'type'>> {
  try {
    const wanted = { types: pictureTypes, most: settings.get('FILE_SIZE_LIMIT') }
    const { bytes, type, isCut } = await web.read(url, wanted)
    if (isCut) throw new AppError('too_large', 'REQUEST_BODY_TOO_LARGE')
    if (!isPictureType(type)) throw unsplashNotRespondingError()
    return { bytes, type }
  } catch (err) {
    if (!(err instanceof ExternalResourceUnreadable)) throw err
    log.warn({ err }, 'a picture of Unsplash cannot be read')
    throw unsplashNotRespondingError()
  }
}

function announced({ name, type, bytes }: CopiedPicture) {
  return { name, type, size: bytes.length }
}

async function store({ storage }: UserContext, { asset_id }: UploadTarget, { bytes }: CopiedPicture) {
  await storage.put(incomingUploadKey(asset_id), Readable.from([bytes]), bytes.length)
}

function answerOf({ asset_id, asset_url }: UploadTarget): Stored {
  return { asset_id, asset_url }
}

function presentPhoto(config: Config, photo: UnsplashPhoto): UnsplashPicture {
  const { id, description = null, alt_description = null, color = null, width, height, urls } = photo
  return {
    ...{ id, description, alt_description, color, width, height },
    urls: {
      thumb: signedAddress(config, urls.thumb),
      small: signedAddress(config, urls.small),
      regular: signedAddress(config, urls.regular),
    },
    links: { html: withReferral(photo.links.html) },
    user: { name: photo.user.name, links: { html: withReferral(photo.user.links.html) } },
  }
}

/** The guidelines of Unsplash require these parameters on links to its website. */
function withReferral(address: string): string {
  const url = new URL(address)
  url.searchParams.set('utm_source', 'tandem')
  url.searchParams.set('utm_medium', 'referral')
  return url.href
}

function signedAddress(config: Config, url: string): string {
  return `/api/unsplash/picture/?${new URLSearchParams({ url, signature: signatureOf(config, url) })}`
}

function signatureOf({ secret }: Config, url: string): string {
  return createHmac('sha256', secret).update(`unsplash:${url}`).digest('base64url')
}
