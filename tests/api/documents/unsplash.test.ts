import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ApiClient, runSql } from '../../support/api-client.ts'
import { makeInstanceAdmin } from '../../support/cast.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'
import { startUnsplash, type Unsplash } from '../../support/unsplash.ts'
import { fetchAsUser } from '../../support/upload.ts'

const key = 'the-access-key'

let unsplash: Unsplash
let atlas: ProjectTestServer
beforeAll(async () => {
  unsplash = await startUnsplash(key)
  atlas = await startProjectTestServer({ REACHABLE_NETWORKS: '127.0.0.1', UNSPLASH_HOST: unsplash.url })
  await makeInstanceAdmin(atlas.server, atlas.cast.ann.id)
  await setKey(key)
})
afterAll(async () => {
  await atlas.close()
  await unsplash.close()
})
beforeEach(() => {
  unsplash.status = 200
  unsplash.asked.length = 0
})

const setKey = (UNSPLASH_ACCESS_KEY: string | null) =>
  atlas.cast.ann.call('updateConfigurations', { body: { UNSPLASH_ACCESS_KEY } })
const hasKey = async () => (await atlas.cast.ann.call('getInstance', {})).config.has_unsplash_configured
const search = async (query: Record<string, string>, who = atlas.cast.gus) => {
  const found = await who.call('searchPictures', { query })
  if (Array.isArray(found)) throw new Error('the answer is a list')
  return found
}
const chosen = (picture_id: string) => ({ params: atlas.params, body: { picture_id } })
const coverOf = async () =>
  (await atlas.cast.ann.call('getProject', { params: atlas.params })).cover_image_url
const files = () =>
  runSql<{ id: string }>(
    atlas.server.databaseUrl,
    "select id from file_assets where deleted_at is null and attributes->>'name' like 'unsplash-%'",
  )

describe('a search', () => {
  test('finds pictures, page by page, with the photographer', async () => {
    const first = await search({ query: ' harbor ' })
    expect(first).toMatchObject({ total: 23, total_pages: 2 })
    expect(first.results).toHaveLength(20)
    expect(first.results[0]).toEqual({
      ...{ id: 'p1', description: null, alt_description: 'Harbor p1', color: '#205080' },
      ...{ width: 4000, height: 2000 },
      urls: {
        thumb: expect.stringMatching(/^\/api\/unsplash\/picture\//),
        small: expect.any(String),
        regular: expect.any(String),
      },
      links: { html: 'https://unsplash.com/photos/p1?utm_source=tandem&utm_medium=referral' },
      user: {
        name: 'Ada Lens',
        links: { html: 'https://unsplash.com/@ada?utm_source=tandem&utm_medium=referral' },
      },
    })
    expect((await search({ query: 'harbor', page: '2' })).results.map(({ id }) => id)).toEqual([
      'p21',
      'p22',
      'p23',
    ])
    expect(await search({ query: 'nothing' })).toEqual({ total: 0, total_pages: 0, results: [] })
  })

  test('without words returns the recommended pictures', async () => {
    const found = await atlas.cast.gus.call('searchPictures', { query: { per_page: '5' } })
    expect(found).toHaveLength(5)
    expect(unsplash.asked.map(({ path }) => path)).toEqual(['/photos'])
  })

  test.each([
    [401, 400, 'Unsplash rejected the access key.'],
    [403, 429, 'Unsplash accepts no more requests at the moment. Try again later.'],
    [500, 400, 'Unsplash does not answer. Try again later.'],
  ])('answers the status %i of Unsplash with %i', async (theirs, status, error) => {
    unsplash.status = theirs
    expect(await atlas.cast.ann.refused('searchPictures', { query: { query: 'harbor' } })).toMatchObject({
      status,
      error,
    })
  })

  test('rejects invalid paging', async () => {
    const wrong: Record<string, string>[] = [{ page: '0' }, { per_page: '31' }, { page: '501' }]
    for (const query of wrong)
      expect(await atlas.cast.ann.refused('searchPictures', { query })).toMatchObject({ code: 'invalid' })
    expect(unsplash.asked).toEqual([])
  })
})

describe('a picture of a search', () => {
  test('is read through this server', async () => {
    const [picture] = (await search({ query: 'harbor' })).results
    const answer = await fetchAsUser(atlas.server, atlas.cast.gus, picture?.urls.small ?? '')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/jpeg')
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    expect(unsplash.asked.at(-1)).toMatchObject({ path: '/images/p1', authorization: undefined })
  })

  test('needs a signature, so that no other address is read', async () => {
    const [picture] = (await search({ query: 'harbor' })).results
    const address = new URL(picture?.urls.small ?? '', atlas.server.url)
    unsplash.asked.length = 0
    address.searchParams.set('url', `${unsplash.url}/images/p2`)
    const answer = await fetchAsUser(atlas.server, atlas.cast.ann, address.pathname + address.search)
    expect(answer.status).toBe(400)
    expect(unsplash.asked).toEqual([])
  })
})

describe('a chosen picture', () => {
  test('is stored as the cover of the project', async () => {
    const { ann } = atlas.cast
    let url = ''
    const changes = await atlas.changes(async () => {
      url = (await ann.call('setProjectCoverFromUnsplash', chosen('p3'))).asset_url
    })
    expect(await coverOf()).toBe(url)
    expect(changes.map(({ entity, fields }) => [entity, fields?.['cover_image_url']])).toContainEqual([
      'projects',
      url,
    ])
    expect(unsplash.asked.map(({ path }) => path)).toEqual([
      '/photos/p3',
      '/photos/p3/download',
      '/images/p3',
    ])
    expect(unsplash.asked[2]?.query.get('w')).toBe('1600')
    unsplash.asked.length = 0
    const answer = await fetchAsUser(atlas.server, ann, url)
    expect(answer.status).toBe(200)
    expect(unsplash.asked).toEqual([])
  })

  test('replaces the previous one', async () => {
    const before = await files()
    await atlas.cast.ann.call('setProjectCoverFromUnsplash', chosen('p4'))
    expect(await files()).toHaveLength(before.length)
  })

  test('is stored as the cover of a person', async () => {
    const { gus } = atlas.cast
    const { asset_url } = await gus.call('setUserCoverFromUnsplash', { body: { picture_id: 'p5' } })
    expect((await gus.call('getMe', {})).cover_image_url).toBe(asset_url)
  })

  test('is the cover of a project only for its admins', async () => {
    const refuse = (who: ApiClient, params = atlas.params) =>
      atlas.changingNothing(() =>
        who.refused('setProjectCoverFromUnsplash', { params, body: { picture_id: 'p1' } }),
      )
    const { max, gus, eve, ann } = atlas.cast
    expect(await refuse(max)).toMatchObject({ code: 'forbidden' })
    expect(await refuse(gus)).toMatchObject({ code: 'forbidden' })
    expect(await refuse(eve)).toMatchObject({ code: 'not_found' })
    expect(await refuse(ann, { ...atlas.params, project_id: atlas.eves.project_id })).toMatchObject({
      code: 'not_found',
    })
    expect(unsplash.asked).toEqual([])
  })

  test('changes nothing if Unsplash does not have it', async () => {
    const before = await coverOf()
    const refuse = (id: string) =>
      atlas.changingNothing(() => atlas.cast.ann.refused('setProjectCoverFromUnsplash', chosen(id)))
    expect(await refuse('p99')).toMatchObject({ code: 'not_found' })
    expect(await refuse('../users')).toMatchObject({ code: 'invalid' })
    unsplash.status = 500
    expect(await refuse('p1')).toMatchObject({ code: 'invalid' })
    expect(await coverOf()).toBe(before)
  })
})

test('searches that Unsplash does not answer delay no other request of the user', async () => {
  const { ann } = atlas.cast
  const pause = Promise.withResolvers<void>()
  unsplash.pause = pause.promise
  unsplash.asked.length = 0
  const searches = Array.from({ length: 8 }, () => search({ query: 'harbor' }, ann))
  await expect.poll(() => unsplash.asked.length).toBe(6)
  expect(await ann.call('getInstance', {})).toMatchObject({ config: { has_unsplash_configured: true } })
  expect(await ann.call('listProjects', { params: { slug: atlas.params.slug } })).not.toEqual([])
  expect(unsplash.asked.length).toBe(6)
  pause.resolve()
  expect((await Promise.all(searches)).map(({ total }) => total)).toEqual(Array(8).fill(23))
})

test('without a key, nothing is offered or requested', async () => {
  expect(await hasKey()).toBe(true)
  const { picture } = await search({ query: 'harbor' }).then(({ results }) => ({ picture: results[0] }))
  await setKey(null)
  unsplash.asked.length = 0
  const { ann } = atlas.cast
  expect(await hasKey()).toBe(false)
  expect(await ann.call('searchPictures', { query: { query: 'harbor' } })).toEqual([])
  expect(await ann.refused('setUserCoverFromUnsplash', { body: { picture_id: 'p1' } })).toMatchObject({
    code: 'invalid',
  })
  expect((await fetchAsUser(atlas.server, ann, picture?.urls.small ?? '')).status).toBe(400)
  expect(unsplash.asked).toEqual([])
  await setKey(key)
})

test('the access key is stored encrypted and never returned', async () => {
  const rows = await runSql<{ value: string }>(
    atlas.server.databaseUrl,
    "select value from instance_settings where key = 'UNSPLASH_ACCESS_KEY'",
  )
  expect(rows).toHaveLength(1)
  expect(Buffer.from(rows[0]?.value ?? '', 'base64').toString('latin1')).not.toContain(key)
  expect(JSON.stringify(await atlas.cast.ann.call('listConfigurations', {}))).not.toContain(key)
})
