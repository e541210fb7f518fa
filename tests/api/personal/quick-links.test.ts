import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { normalizeQuickLinkUrl, quickLinksLimit } from '#common/personal/quick-links/rules.ts'
import { newId } from '#common/platform/ids.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'

let atlas: ProjectTestServer
/** A server that sends requests only to public addresses, which is the default setting. */
let strict: ProjectTestServer
let params: { slug: string }

beforeAll(async () => {
  atlas = await startProjectTestServer({ REACHABLE_NETWORKS: '127.0.0.1' })
  strict = await startProjectTestServer()
  params = { slug: atlas.params.slug }
})
afterAll(() => Promise.all([atlas.close(), strict.close()]))

const own = async () => (await atlas.cast.max.call('listQuickLinks', { params })).map((link) => link.url)

describe('a quick link', () => {
  test('is created, changed, moved and deleted, published only to its owner', async () => {
    const { max } = atlas.cast
    const id = newId()
    const told = await atlas.changes(async () => {
      const made = await max.call('createQuickLink', {
        params,
        body: { id, url: 'example.com/a', title: 'A' },
      })
      expect(made).toMatchObject({ id, url: 'https://example.com/a', title: 'A', owner: max.id })
      const second = await max.call('createQuickLink', { params, body: { url: 'https://example.com/b' } })
      expect(second.title).toBeNull()
      expect(await own()).toEqual(['https://example.com/a', 'https://example.com/b'])
      const at = { ...params, quick_link_id: id }
      await max.call('updateQuickLink', { params: at, body: { title: '' } })
      expect(await max.call('getQuickLink', { params: at })).toMatchObject({ title: null })
      const sort_order = second.sort_order + 1
      await max.call('updateQuickLink', { params: at, body: { sort_order } })
      expect(await own()).toEqual(['https://example.com/b', 'https://example.com/a'])
      await max.call('deleteQuickLink', { params: at })
      expect(await own()).toEqual(['https://example.com/b'])
    })
    expect(told.map(({ op }) => op)).toEqual(['create', 'create', 'update', 'update', 'delete'])
    for (const { audience } of told) expect(audience).toEqual([`user:${max.id}`])
  })

  test('is restored with its id and position by Undo', async () => {
    const { max } = atlas.cast
    const link = await max.call('createQuickLink', { params, body: { url: 'https://example.com/back' } })
    await max.call('deleteQuickLink', { params: { ...params, quick_link_id: link.id } })
    const { id, url, title, sort_order } = link
    const again = await max.call('createQuickLink', { params, body: { id, url, title, sort_order } })
    expect(again).toMatchObject({ id, url, sort_order })
  })

  test('exists once for an address and user', async () => {
    const { max, ann } = atlas.cast
    const body = { url: 'https://example.com/once' }
    await max.call('createQuickLink', { params, body })
    const refused = { status: 400, fields: { url: ['URL already exists for this workspace and owner'] } }
    await atlas.changingNothing(async () => {
      expect(await max.refused('createQuickLink', { params, body })).toMatchObject(refused)
    })
    await ann.call('createQuickLink', { params, body })
  })

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'ftp://example.com',
    'nowhere',
    'http://',
    'https://user:secret@example.com',
    '//',
    'http://exa mple.com',
  ])('is rejected with the URL %s', async (url) => {
    await atlas.changingNothing(async () => {
      expect(await atlas.cast.max.refused('createQuickLink', { params, body: { url } })).toMatchObject({
        status: 400,
      })
    })
  })

  test('security 16: gets its title from the page through the safe client', async () => {
    const { max } = atlas.cast
    const asked: string[] = []
    const page = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.setHeader('content-type', 'text/html')
      response.end('<head><title>Board &amp; more</title></head>')
    })
    await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(page.address() as AddressInfo).port}/`
    try {
      // This server must not request the page, because it does not allow private addresses.
      const body = { url }
      await strict.cast.max.call('createQuickLink', { params: { slug: strict.params.slug }, body })
      const told = await atlas.changes(async () => {
        await max.call('createQuickLink', { params, body })
        const read = async () => (await max.call('listQuickLinks', { params })).find((one) => one.url === url)
        await expect
          .poll(async () => (await read())?.metadata, { timeout: 10_000 })
          .toEqual({ title: 'Board & more' })
      })
      expect(told.map(({ op }) => op)).toEqual(['create', 'update'])
      for (const { audience } of told) expect(audience).toEqual([`user:${max.id}`])
      // Only one of the two servers requested the page, because the other server requests only public
      // addresses.
      expect(asked.filter((one) => one === '/')).toHaveLength(1)
      const [kept] = await strict.cast.max.call('listQuickLinks', { params: { slug: strict.params.slug } })
      expect(kept?.metadata).toEqual({})
    } finally {
      page.close()
    }
  })

  test('of others is not found', async () => {
    const { max, ann } = atlas.cast
    const link = await max.call('createQuickLink', { params, body: { url: 'https://example.com/mine' } })
    const at = { ...params, quick_link_id: link.id }
    await atlas.changingNothing(async () => {
      for (const name of ['getQuickLink', 'deleteQuickLink'] as const)
        expect(await ann.refused(name, { params: at })).toMatchObject({ status: 404 })
      expect(await ann.refused('updateQuickLink', { params: at, body: { title: 'Hers' } })).toMatchObject({
        status: 404,
      })
    })
    expect((await ann.call('listQuickLinks', { params })).map(({ id }) => id)).not.toContain(link.id)
  })

  test('is limited to one hundred', async () => {
    const { gus } = atlas.cast
    for (let at = 0; at < quickLinksLimit; at++)
      await gus.call('createQuickLink', { params, body: { url: `https://example.com/${at}` } })
    const body = { url: 'https://example.com/more' }
    expect(await gus.refused('createQuickLink', { params, body })).toMatchObject({ status: 400 })
  })
})

test.each([
  [' example.com ', 'https://example.com/'],
  ['localhost:3000/x', 'http://localhost:3000/x'],
  ['example.com:8080', 'https://example.com:8080/'],
  ['127.0.0.1:8080', 'http://127.0.0.1:8080/'],
  ['HTTPS://Example.com/A', 'https://example.com/A'],
  ['mailto:ann@example.com', null],
  ['', null],
])('normalizes the URL %s to %s', (typed, kept) => {
  expect(normalizeQuickLinkUrl(typed)).toBe(kept)
})
