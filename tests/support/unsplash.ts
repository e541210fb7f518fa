import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'

export interface Unsplash {
  url: string
  /** Method, path and query of all received requests. */
  asked: { path: string; query: URLSearchParams; authorization: string | undefined }[]
  /** HTTP status of the next API responses. With 200, the API responds normally. */
  status: number
  /** API responses wait for this promise. */
  pause: Promise<void>
  close(): Promise<void>
}

const count = 23

/** Starts a server that speaks the part of the API of Unsplash that Tandem uses. It has 23 pictures. */
export async function startUnsplash(key: string): Promise<Unsplash> {
  const image = await sharp({ create: { width: 2400, height: 1200, channels: 3, background: '#205080' } })
    .jpeg()
    .toBuffer()
  const photo = (id: string) => ({
    id,
    ...{ width: 4000, height: 2000, color: '#205080', description: null, alt_description: `Harbor ${id}` },
    urls: Object.fromEntries(
      ['raw', 'full', 'regular', 'small', 'thumb'].map((size) => [
        size,
        `${unsplash.url}/images/${id}?size=${size}`,
      ]),
    ),
    links: {
      html: `https://unsplash.com/photos/${id}`,
      download_location: `${unsplash.url}/photos/${id}/download`,
    },
    user: { name: 'Ada Lens', links: { html: 'https://unsplash.com/@ada' } },
  })
  const all = Array.from({ length: count }, (_, at) => `p${at + 1}`)
  const search = (shown: object[], query: URLSearchParams) => {
    const total = query.get('query') === 'harbor' ? count : 0
    const total_pages = Math.ceil(total / Number(query.get('per_page')))
    return { total, total_pages, results: total === 0 ? [] : shown }
  }
  const answerOf = (path: string, query: URLSearchParams): object | null => {
    const [page, per_page] = [Number(query.get('page')), Number(query.get('per_page'))]
    const shown = all.slice((page - 1) * per_page, page * per_page).map(photo)
    if (path === '/photos') return shown
    if (path === '/search/photos') return search(shown, query)
    const [, id = '', action] = /^\/photos\/(\w+)(\/download)?$/.exec(path) ?? []
    if (!all.includes(id)) return null
    return action ? { url: 'https://images.unsplash.com/x' } : photo(id)
  }
  const server = createServer(async (request, response) => {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '', 'http://unsplash')
    const { authorization } = request.headers
    unsplash.asked.push({ path, query, authorization })
    if (path.startsWith('/images/'))
      return response.writeHead(200, { 'content-type': 'image/jpeg' }).end(image)
    await unsplash.pause
    const isAllowed = authorization === `Client-ID ${key}`
    const answer = answerOf(path, query)
    const status = !isAllowed ? 401 : unsplash.status !== 200 ? unsplash.status : answer === null ? 404 : 200
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify(status === 200 ? answer : { errors: ['refused'] }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const unsplash: Unsplash = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    status: 200,
    pause: Promise.resolve(),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return unsplash
}
