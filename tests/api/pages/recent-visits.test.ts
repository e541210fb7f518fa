import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recentVisitsLimit } from '#common/pages/recent-visits/rules.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'

let atlas: ProjectTestServer
let params: { slug: string }

beforeAll(async () => {
  atlas = await startProjectTestServer()
  params = { slug: atlas.params.slug }
})
afterAll(() => atlas.close())

const visit = (entity_name: string, id: string, who = atlas.cast.max) =>
  who.call('recordVisit', { params, body: { entity_name, entity_identifier: id } })
const refusedVisit = (entity_name: string, id: string, who = atlas.cast.max) =>
  who.refused('recordVisit', { params, body: { entity_name, entity_identifier: id } })
const visits = async (who = atlas.cast.max, query: Record<string, string> = {}) =>
  (await who.call('listRecentVisits', { params, query })).map(({ entity_data }) => entity_data.name)

describe('a recent visit', () => {
  test('is stored once per entity and sent only to its person', async () => {
    const { max, ann } = atlas.cast
    const item = await atlas.make('Anchor')
    const page = await ann.call('createPage', { params: atlas.params, body: { name: 'Plan' } })
    const told = await atlas.changes(async () => {
      await visit('issue', item.id)
      await visit('page', page.id)
      await visit('project', atlas.params.project_id)
      await visit('issue', item.id)
    })
    expect(told.map(({ op }) => op)).toEqual(['create', 'create', 'create', 'update'])
    for (const { audience } of told) expect(audience).toEqual([`user:${max.id}`])
    expect(await visits()).toEqual(['Anchor', 'Atlas', 'Plan'])
    expect(await visits(max, { entity_name: 'page' })).toEqual(['Plan'])
    expect(await visits(ann)).toEqual([])
    const [first] = await max.call('listRecentVisits', { params })
    expect(first?.entity_data).toMatchObject({
      name: 'Anchor',
      project_identifier: 'ATL',
      sequence_id: item.sequence_id,
      state: item.state_id,
    })
  })

  test('needs access to the entity', async () => {
    const { gus, eve, ann } = atlas.cast
    const item = await atlas.make('Not of Gus')
    const secret = await ann.call('createPage', { params: atlas.params, body: { name: 'Secret', access: 1 } })
    const eves = await atlas.make('Elsewhere', {}, eve, atlas.eves)
    const refused = { status: 400, fields: { entity_identifier: ['This entity does not exist.'] } }
    await atlas.changingNothing(async () => {
      expect(await refusedVisit('issue', item.id, gus)).toMatchObject(refused)
      expect(await refusedVisit('page', secret.id)).toMatchObject(refused)
      expect(await refusedVisit('issue', eves.id)).toMatchObject(refused)
      expect(await refusedVisit('page', item.id)).toMatchObject(refused)
      expect(await refusedVisit('cycle', item.id)).toMatchObject({ status: 400 })
    })
  })

  test('is hidden once the entity is deleted or inaccessible', async () => {
    const { ann } = atlas.cast
    const item = await atlas.make('Deleted')
    const page = await ann.call('createPage', { params: atlas.params, body: { name: 'Closed' } })
    await visit('issue', item.id)
    await visit('page', page.id)
    expect((await visits()).slice(0, 2)).toEqual(['Closed', 'Deleted'])
    await ann.call('deleteWorkItem', { params: { ...atlas.params, id: item.id } })
    await ann.call('setPageAccess', { params: { ...atlas.params, page_id: page.id }, body: { access: 1 } })
    const left = await visits()
    expect(left).not.toContain('Closed')
    expect(left).not.toContain('Deleted')
  })

  test('is deleted when there are twenty newer ones', async () => {
    const { ann } = atlas.cast
    const page = await ann.call('createPage', { params: atlas.params, body: { name: 'Read long ago' } })
    await visit('page', page.id, ann)
    for (let at = 0; at <= recentVisitsLimit; at++) {
      await visit('issue', (await atlas.make(`Item ${at}`)).id, ann)
    }
    const kept = await visits(ann)
    expect(kept).toHaveLength(recentVisitsLimit)
    expect(kept[0]).toBe(`Item ${recentVisitsLimit}`)
    expect(kept).not.toContain('Item 0')
    // More visits of pages are stored than of other objects, because page lists are sorted by the last visit.
    expect(kept).not.toContain('Read long ago')
    expect(await visits(ann, { entity_name: 'page', limit: '200' })).toEqual(['Read long ago'])
    expect(await visits(ann, { limit: '3' })).toHaveLength(3)
  })
})
