import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { connectLive } from '../../support/live-client.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'

let atlas: ProjectTestServer

beforeAll(async () => {
  atlas = await startProjectTestServer()
})
afterAll(() => atlas.close())

const at = (item: { id: string }) => ({ ...atlas.params, id: item.id })
const done = (name: string, more: object = {}) =>
  atlas.make(name, { state_id: atlas.states['completed'], ...more })
const archive = (item: { id: string }) => atlas.cast.max.call('archiveWorkItem', { params: at(item) })
const ids = (...items: { id: string }[]) => ({ issue_ids: items.map((item) => item.id) })

async function listed(): Promise<string[]> {
  const { results } = await atlas.cast.ann.call('listWorkItems', { params: atlas.params })
  return (Array.isArray(results) ? results : []).map((row: WorkItemRow) => row.id)
}

describe('archiving one work item', () => {
  test('removes it from lists and publishes one change', async () => {
    const item = await done('Done')
    const max = await connectLive(atlas.server, atlas.cast.max)
    await max.subscribe(atlas.cast.slug)
    const left = await atlas.changes(async () => {
      const { archived_at } = await archive(item)
      expect((await atlas.stored(item))['archived_at']).toEqual(new Date(archived_at))
    })
    expect(left).toMatchObject([{ entity: 'work_items', id: item.id, op: 'update' }])
    expect(Object.keys(left[0]?.fields ?? {}).sort()).toEqual(['archived_at', 'updated_at', 'updated_by'])
    await max.hears((change) => change.id === item.id && change.fields['archived_at'] !== undefined)
    expect(await listed()).not.toContain(item.id)
    max.close()
  })

  test('is rejected for an open item', async () => {
    const item = await atlas.make('Open')
    const refused = await atlas.changingNothing(() =>
      atlas.cast.max.refused('archiveWorkItem', { params: at(item) }),
    )
    expect(refused).toMatchObject({
      status: 400,
      error: 'Can only archive completed or cancelled state group issue',
    })
  })

  test('is allowed for a cancelled item', async () => {
    const item = await atlas.make('Dropped', { state_id: atlas.states['cancelled'] })
    expect((await archive(item)).archived_at).toEqual(expect.any(String))
  })

  test('twice keeps the first date', async () => {
    const item = await done('Twice')
    const first = await archive(item)
    expect(await atlas.changingNothing(() => archive(item))).toEqual(first)
  })

  test('keeps it readable but not editable', async () => {
    const item = await done('Closed')
    await archive(item)
    const read = await atlas.cast.max.call('getArchivedWorkItem', { params: at(item) })
    expect(read).toMatchObject({ id: item.id, name: 'Closed', description_html: expect.any(String) })
    await atlas.changingNothing(async () => {
      for (const [call, body] of [
        ['updateWorkItem', { name: 'No' }],
        ['changeWorkItems', { ...ids(item), properties: { priority: 'high' } }],
        ['setWorkItemDates', { updates: [{ id: item.id, start_date: '2026-01-01' }] }],
      ] as const) {
        expect(await atlas.cast.ann.refused(call, { params: at(item), body })).toMatchObject({ status: 403 })
      }
    })
  })

  test('does not count it for its parent until it returns', async () => {
    const parent = await atlas.make('Whole')
    const child = await done('Part', { parent_id: parent.id })
    const count = async () => (await atlas.stored(parent))['sub_issues_count']
    const left = await atlas.changes(() => archive(child))
    expect(left.find((change) => change.id === parent.id)?.fields).toEqual({ sub_issues_count: 0 })
    expect(await count()).toBe(0)
    await atlas.cast.max.call('unarchiveWorkItem', { params: at(child) })
    expect(await count()).toBe(1)
  })
})

describe('an archived item accepts nothing new', () => {
  test('no sub-item, by any call', async () => {
    const [shelf, item] = [await done('Shelf'), await atlas.make('Item')]
    const before = await atlas.make('Was there before', { parent_id: shelf.id })
    await archive(shelf)
    const parent_id = shelf.id
    await atlas.changingNothing(async () => {
      for (const [call, body] of [
        ['createWorkItem', { name: 'New', parent_id }],
        ['updateWorkItem', { parent_id }],
      ] as const) {
        expect(await atlas.cast.ann.refused(call, { params: at(item), body })).toMatchObject({
          status: 400,
          error: 'Parent is not valid issue_id please pass a valid issue_id',
          fields: { parent_id: [expect.any(String)] },
        })
      }
      const body = { sub_issue_ids: [item.id] }
      expect(await atlas.cast.ann.refused('addSubItems', { params: at(shelf), body })).toMatchObject({
        status: 403,
      })
    })
    const change = (body: object) => atlas.cast.ann.call('updateWorkItem', { params: at(before), body })
    expect(await change({ name: 'Stays', parent_id })).toMatchObject({ name: 'Stays', parent_id })
    expect(await change({ parent_id: null })).toMatchObject({ parent_id: null })
  })

  test('no relation, from either side; existing ones may be removed', async () => {
    const [shelf, item] = [await done('Shelf'), await atlas.make('Item')]
    const relate = { relation_type: 'blocked_by', issues: [shelf.id] }
    await atlas.cast.ann.call('createRelations', { params: at(item), body: relate })
    await archive(shelf)
    const more = { ...relate, relation_type: 'relates_to' }
    await atlas.changingNothing(async () => {
      for (const [one, body] of [
        [item, more],
        [shelf, { ...more, issues: [item.id] }],
      ] as const) {
        const refused = await atlas.cast.ann.refused('createRelations', { params: at(one), body })
        expect(refused).toMatchObject({ status: 403 })
      }
    })
    const end = { relation_type: 'blocked_by', related_issue: shelf.id }
    await atlas.cast.ann.call('removeRelation', { params: at(item), body: end })
  })

  test('nor does an item of an archived project', async () => {
    const [far, item] = [await atlas.makeProject('Shelved', 'SHE'), await atlas.make('Item')]
    const shelved = await atlas.make('Shelved', {}, atlas.cast.ann, far)
    await atlas.cast.ann.call('archiveProject', { params: far })
    await atlas.changingNothing(async () => {
      for (const [params, other] of [
        [at(item), shelved],
        [{ ...far, id: shelved.id }, item],
      ] as const) {
        const body = { relation_type: 'relates_to', issues: [other.id] }
        expect(await atlas.cast.ann.refused('createRelations', { params, body })).toMatchObject({
          status: 400,
          error: 'Archived projects cannot be updated',
        })
      }
    })
  })

  test('nor an item that is archived at the same moment', async () => {
    for (let round = 0; round < 6; round++) {
      const whole = await done('Whole')
      const [archived, made] = await Promise.allSettled([
        archive(whole),
        atlas.make('Part', { parent_id: whole.id }),
      ])
      if (archived.status === 'rejected') throw archived.reason
      // If both requests succeeded, the sub-item was created before the parent was archived.
      const { archived_at } = archived.value
      if (made.status === 'fulfilled') expect(made.value.created_at <= archived_at).toBe(true)
    }
  })
})

describe('unarchiving', () => {
  test('puts it back on lists and publishes one change', async () => {
    const item = await done('Back')
    await archive(item)
    const left = await atlas.changes(() => atlas.cast.max.call('unarchiveWorkItem', { params: at(item) }))
    expect(left).toMatchObject([{ id: item.id, op: 'update', fields: { archived_at: null } }])
    expect(await listed()).toContain(item.id)
    expect(await atlas.cast.max.refused('getArchivedWorkItem', { params: at(item) })).toMatchObject({
      status: 404,
    })
  })

  test('changes nothing for an item that is not archived', async () => {
    const item = await done('Here')
    await atlas.changingNothing(() => atlas.cast.max.call('unarchiveWorkItem', { params: at(item) }))
  })
})

describe('archiving many work items', () => {
  test('is one batch of changes and undone as one', async () => {
    const items = [await done('One'), await done('Two'), await done('Three')]
    const call = (name: 'archiveWorkItems' | 'unarchiveWorkItems') =>
      atlas.cast.max.call(name, { params: atlas.params, body: ids(...items) })
    const left = await atlas.changes(() => call('archiveWorkItems'))
    expect(left.map((change) => change.id).sort()).toEqual(items.map((item) => item.id).sort())
    const back = await atlas.changes(() => call('unarchiveWorkItems'))
    expect(back.map((change) => change.fields['archived_at'])).toEqual([null, null, null])
  })

  test('archives none if one is still open', async () => {
    const [fits, open] = [await done('Fits'), await atlas.make('Does not')]
    const response = await atlas.changingNothing(() =>
      fetch(
        `${atlas.server.url}/api/workspaces/${atlas.params.slug}/projects/${atlas.params.project_id}/bulk-archive-issues/`,
        {
          method: 'POST',
          headers: {
            cookie: atlas.cast.max.cookie,
            origin: atlas.server.url,
            'content-type': 'application/json',
          },
          body: JSON.stringify(ids(fits, open)),
        },
      ),
    )
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error_code: 4091,
      error_message: 'INVALID_ARCHIVE_STATE_GROUP',
    })
  })

  test('is for members and finds only items of the project', async () => {
    const item = await done('Mine')
    await atlas.give(item, atlas.cast.gus)
    const theirs = await atlas.make('Theirs', {}, atlas.cast.eve, atlas.eves)
    await atlas.changingNothing(async () => {
      for (const call of ['archiveWorkItems', 'unarchiveWorkItems'] as const) {
        const refused = async (who: 'ann' | 'gus' | 'eve', body: object) =>
          (await atlas.cast[who].refused(call, { params: atlas.params, body })).status
        expect(await refused('gus', ids(item))).toBe(403)
        expect(await refused('eve', ids(item))).toBe(404)
        expect(await refused('ann', ids(item, theirs))).toBe(404)
        expect(await refused('ann', { issue_ids: [] })).toBe(400)
      }
      for (const call of ['archiveWorkItem', 'unarchiveWorkItem', 'getArchivedWorkItem'] as const) {
        expect((await atlas.cast.gus.refused(call, { params: at(item) })).status).toBe(403)
        expect((await atlas.cast.eve.refused(call, { params: at(item) })).status).toBe(404)
        expect((await atlas.cast.ann.refused(call, { params: at(theirs) })).status).toBe(404)
      }
    })
  })
})
