import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApiClient } from '../../support/api-client.ts'
import { callPlaneApi } from '../../support/plane-client.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'

// These tests check the visits that the server records when a client of Plane reads rows.
let atlas: ProjectTestServer
let within: string

beforeAll(async () => {
  atlas = await startProjectTestServer()
  within = `/api/workspaces/acme/projects/${atlas.params.project_id}`
})
afterAll(() => atlas.close())

const read = (path: string, who: Pick<ApiClient, 'cookie'>) => callPlaneApi(atlas.server, who, 'GET', path)
const visits = async (who: ApiClient) =>
  (await who.call('listRecentVisits', { params: { slug: 'acme' } })).map(
    ({ entity_data }) => entity_data.name,
  )

test('reading an item, a page or a project counts as a visit', async () => {
  const { ann, max } = atlas.cast
  const item = await atlas.make('Anchor')
  const keyed = await atlas.make('Bow')
  const page = await ann.call('createPage', { params: atlas.params, body: { name: 'Plan' } })
  const changes = await atlas.changes(async () => {
    await read(`${within}/`, max)
    await expect.poll(() => visits(max)).toEqual(['Atlas'])
    await read(`${within}/issues/${item.id}`, max)
    await expect.poll(() => visits(max)).toEqual(['Anchor', 'Atlas'])
    await read(`/api/workspaces/acme/work-items/ATL-${keyed.sequence_id}`, max)
    await read(`${within}/pages/${page.id}`, max)
    await expect.poll(async () => (await visits(max)).sort()).toEqual(['Anchor', 'Atlas', 'Bow', 'Plan'])
  })
  // The test reads each path twice, with and without a trailing slash. A second read within a minute is not recorded
  // as a visit.
  expect(changes.map(({ op }) => op)).toEqual(['create', 'create', 'create', 'create'])
  for (const { audience } of changes) expect(audience).toEqual([`user:${max.id}`])
  expect(await visits(ann)).toEqual([])
})

test('the list of items counts as a visit to its project', async () => {
  const { ann } = atlas.cast
  await read(`${within}/issues?per_page=10`, ann)
  await expect.poll(() => visits(ann)).toEqual(['Atlas'])
})

test('a guest visits only rows that the guest can read', async () => {
  const { gus } = atlas.cast
  const hidden = await atlas.make('Hidden')
  await expect(read(`${within}/issues/${hidden.id}`, gus)).rejects.toThrow('404')
  const own = await atlas.make('Own')
  await atlas.give(own, gus)
  await read(`${within}/issues/${own.id}`, gus)
  await expect.poll(() => visits(gus)).toEqual(['Own'])
})

test('nobody visits rows of another workspace', async () => {
  const { eve } = atlas.cast
  const item = await atlas.make('Foreign')
  await atlas.changingNothing(async () => {
    await expect(read(`${within}/issues/${item.id}`, eve)).rejects.toThrow('404')
    await expect(read(`${within}/`, eve)).rejects.toThrow('404')
    await expect(read(`${within}/`, { cookie: '' })).rejects.toThrow('401')
  })
})

test('programs, our own client and preloading visit nothing', async () => {
  const { ann, max } = atlas.cast
  const before = await visits(max)
  const item = await atlas.make('Unvisited')
  const page = await ann.call('createPage', { params: atlas.params, body: { name: 'Preloaded' } })
  const { token } = await max.call('createApiToken', { body: { label: 'Script' } })
  const path = `${atlas.server.url}${within}/issues/${item.id}/`
  expect((await fetch(path, { headers: { 'x-api-key': String(token) } })).status).toBe(200)
  await max.call('getWorkItem', { params: { ...atlas.params, id: item.id } })
  await read(`${within}/pages/${page.id}?track_visit=false`, max)
  // Visits are recorded in the background. The test waits until this later visit is recorded, so that visits of the
  // earlier requests would be recorded too.
  const last = await atlas.make('Visited')
  await read(`${within}/issues/${last.id}`, max)
  await expect.poll(() => visits(max)).toEqual(['Visited', ...before])
})
