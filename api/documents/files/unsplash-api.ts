import { z } from 'zod'
import { AppError, notFound } from '#common/platform/errors.ts'
import type { Context } from '../../platform/context/context.ts'
import { ExternalResourceUnreadable } from '../../platform/outgoing/unreadable.ts'

type UnsplashContext = Pick<Context, 'web' | 'settings' | 'log'>

const webAddress = z.url({ protocol: /^https?$/ })
const photo = z.object({
  id: z.string().regex(/^[\w-]{1,64}$/),
  description: z.string().nullish(),
  alt_description: z.string().nullish(),
  color: z
    .string()
    .regex(/^#[\da-f]{3,8}$/i)
    .nullish()
    .catch(null),
  width: z.int(),
  height: z.int(),
  urls: z.object({ raw: webAddress, regular: webAddress, small: webAddress, thumb: webAddress }),
  links: z.object({ html: webAddress, download_location: webAddress }),
  user: z.object({ name: z.string(), links: z.object({ html: webAddress }) }),
})
export type UnsplashPhoto = z.infer<typeof photo>

const photoList = z
  .array(z.unknown())
  .transform((rows) => rows.flatMap((row) => photo.safeParse(row).data ?? []))
const photoSearch = z.object({ total: z.int(), total_pages: z.int(), results: photoList })

/**
 * `patience` is the time limit of a request in milliseconds, and `most` is the maximum size of its response in bytes.
 */
const patience = 10_000
const most = 2_000_000

export function hasUnsplashKey({ settings }: Pick<Context, 'settings'>): boolean {
  return settings.get('UNSPLASH_ACCESS_KEY') !== ''
}

export async function searchPhotos(ctx: UnsplashContext, words: string, page: number, per_page: number) {
  const paging = { page: String(page), per_page: String(per_page) }
  const query = new URLSearchParams({ query: words, ...paging, content_filter: 'high' })
  return parsed(photoSearch, await readApi(ctx, `${apiAddress(ctx)}/search/photos?${query}`))
}

/** Lists the pictures that the editors of Unsplash have chosen. */
export async function listPhotos(ctx: UnsplashContext, page: number, per_page: number) {
  const query = new URLSearchParams({ page: String(page), per_page: String(per_page) })
  return parsed(photoList, await readApi(ctx, `${apiAddress(ctx)}/photos?${query}`))
}

export async function getPhoto(ctx: UnsplashContext, id: string): Promise<UnsplashPhoto> {
  return parsed(photo, await readApi(ctx, `${apiAddress(ctx)}/photos/${id}`))
}

/**
 * Reports to Unsplash that somebody uses the picture, because the guidelines of Unsplash require this report. The
 * picture can be used even if the report fails. The key is sent only to the configured server.
 */
export async function reportUse(ctx: UnsplashContext, { links }: UnsplashPhoto): Promise<void> {
  if (new URL(links.download_location).origin !== new URL(apiAddress(ctx)).origin) return
  try {
    await readApi(ctx, links.download_location)
  } catch (err) {
    if (!(err instanceof AppError)) throw err
    ctx.log.warn({ err }, 'the use of a picture was not reported to Unsplash')
  }
}

function apiAddress({ settings }: Pick<Context, 'settings'>): string {
  return settings.get('UNSPLASH_HOST').replace(/\/+$/, '')
}

/** Reads the API. Throws `AppError` with a message for users if Unsplash rejects the request. */
async function readApi(ctx: UnsplashContext, address: string): Promise<unknown> {
  const headers = {
    authorization: `Client-ID ${ctx.settings.get('UNSPLASH_ACCESS_KEY')}`,
    'accept-version': 'v1',
    accept: 'application/json',
    'user-agent': 'Tandem',
  }
  try {
    const { status, bytes } = await ctx.web.send(address, {
      method: 'GET',
      headers,
      body: '',
      patience,
      most,
    })
    if (status === 200) return JSON.parse(bytes.toString())
    ctx.log.warn({ status }, 'Unsplash rejected a request')
    throw refusalOf(status)
  } catch (err) {
    if (err instanceof AppError) throw err
    if (!(err instanceof ExternalResourceUnreadable) && !(err instanceof SyntaxError)) throw err
    ctx.log.warn({ err }, 'Unsplash cannot be read')
    throw unsplashNotRespondingError()
  }
}

/** Unsplash responds with 403 when the key has reached its limit of requests per hour. */
function refusalOf(status: number): AppError {
  if (status === 404) return notFound()
  if (status === 401) return new AppError('invalid', 'Unsplash rejected the access key.')
  if (status === 403 || status === 429)
    return new AppError('rate_limited', 'Unsplash accepts no more requests at the moment. Try again later.')
  return unsplashNotRespondingError()
}

export function unsplashNotRespondingError(): AppError {
  return new AppError('invalid', 'Unsplash does not answer. Try again later.')
}

function parsed<T>(schema: z.ZodType<T>, answer: unknown): T {
  const { data } = schema.safeParse(answer)
  if (data === undefined) throw unsplashNotRespondingError()
  return data
}
