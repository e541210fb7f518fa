import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  maxItemsCreatedAtOnce,
  maxItemsPerBulkCall,
  maxValuesPerItemField,
} from '#common/work/work-items/rules.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { runSql } from '../../support/api-client.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'

let atlas: ProjectTestServer

beforeAll(async () => {
  atlas = await startProjectTestServer()
})
afterAll(() => atlas.close())

const ids = (...items: { id: string }[]) => ({ issue_ids: items.map((item) => item.id) })
const idsOf = (rows: { id: string }[]) => rows.map((row) => row.id).sort()
const { ann, max, gus, eve } = {
  ann: () => atlas.cast.ann,
  max: () => atlas.cast.max,
  gus: () => atlas.cast.gus,
  eve: () => atlas.cast.eve,
}
const change = (items: { id: string }[], properties: object) =>
  max().call('changeWorkItems', { params: atlas.params, body: { ...ids(...items), properties } })

describe('one change of many work items', () => {
  test('is one batch that contains only what changed', async () => {
    const items = [
      await atlas.make('One'),
      await atlas.make('Two'),
      await atlas.make('Urgent', { priority: 'urgent' }),
    ]
    const left = await atlas.changes(() => change(items, { priority: 'urgent' }))
    expect(idsOf(left)).toEqual(idsOf(items.slice(0, 2)))
    for (const one of left) {
      expect(Object.keys(one.fields).sort()).toEqual(['priority', 'updated_at', 'updated_by'])
      expect(one).toMatchObject({ op: 'update', actor_id: max().id, fields: { priority: 'urgent' } })
    }
  })

  test('adds people and labels to the existing ones', async () => {
    const [label, other] = await ann().call('listLabels', { params: atlas.params })
    const item = await atlas.make('Mine', { assignee_ids: [ann().id], label_ids: [label?.id] })
    await change([item], {
      assignee_ids: [max().id, ann().id, gus().id, eve().id],
      label_ids: [other?.id, label?.id, atlas.params.project_id],
    })
    // The rules for single changes apply here too: guests, strangers and labels of other projects are left
    // out.
    expect(await atlas.stored(item)).toMatchObject({
      assignee_ids: [ann().id, max().id],
      label_ids: [label?.id, other?.id],
    })
  })

  test('is undone with the former values in one batch', async () => {
    const items = [
      await atlas.make('High', { priority: 'high', assignee_ids: [ann().id], start_date: '2026-03-01' }),
      await atlas.make('Low', { priority: 'low', state_id: atlas.states['completed'] }),
    ]
    await change(items, {
      priority: 'none',
      assignee_ids: [max().id],
      start_date: '2026-01-01',
      state_id: atlas.states['started'],
    })
    const updates = items.map(({ id, priority, state_id, assignee_ids, start_date }) => ({
      id,
      priority,
      state_id,
      assignee_ids,
      start_date,
    }))
    const left = await atlas.changes(() =>
      max().call('setWorkItems', { params: atlas.params, body: { updates } }),
    )
    expect(idsOf(left)).toEqual(idsOf(items))
    for (const { id, priority, state_id, assignee_ids, start_date } of items) {
      const { results } = await ann().call('listWorkItems', { params: atlas.params })
      const row = (Array.isArray(results) ? results : []).find((one: WorkItemRow) => one.id === id)
      expect(row).toMatchObject({ priority, state_id, assignee_ids, start_date })
    }
  })

  test('gives each item its own title', async () => {
    const items = [await atlas.make('One'), await atlas.make('Two'), await atlas.make('Same')]
    const set = (names: string[]) =>
      items.map(({ id }, at) => ({ id, name: names[at] ?? '', priority: 'low' as const }))
    await max().call('setWorkItems', {
      params: atlas.params,
      body: { updates: set([' First ', 'Second', 'Same']) },
    })
    for (const [at, name] of ['First', 'Second', 'Same'].entries()) {
      expect(await atlas.stored(items[at] ?? { id: '' })).toMatchObject({ name, priority: 'low' })
    }
    const refused = await atlas.changingNothing(() =>
      max().refused('setWorkItems', {
        params: atlas.params,
        body: { updates: set(['Third', ' ', 'Same']) },
      }),
    )
    expect(refused).toMatchObject({
      status: 400,
      fields: { 'updates.1.name': ['A title is required.'] },
    })
  })

  test('adds no label to an item with the maximum number', async () => {
    const [label] = await ann().call('listLabels', { params: atlas.params })
    const [free, full] = [await atlas.make('Free'), await atlas.make('Full')]
    // Give the item as many values as it may have. The values must still fit into one entry of the index for
    // lists.
    await runSql(
      atlas.server.databaseUrl,
      `with cycle as (
         insert into cycles (id, workspace_id, project_id, name, sort_order)
         select gen_random_uuid(), workspace_id, project_id, 'Sprint', 1 from work_items where id = $2 returning id
       )
       update work_items set (assignee_ids, label_ids, module_ids) =
         (select array_agg(gen_random_uuid()), array_agg(gen_random_uuid()), array_agg(gen_random_uuid()) from generate_series(1, $1)),
         cycle_id = (select id from cycle), start_date = '2026-01-01', target_date = '2026-01-01', completed_at = now()
       where id = $2`,
      [maxValuesPerItemField, full.id],
    )
    const refused = await atlas.changingNothing(() =>
      max().refused('changeWorkItems', {
        params: atlas.params,
        body: { ...ids(free, full), properties: { label_ids: [label?.id] } },
      }),
    )
    expect(refused).toMatchObject({ status: 400, fields: { label_ids: [expect.any(String)] } })
  })

  test.each([
    ['an unknown state', () => ({ state_id: atlas.params.project_id }), 'state_id'],
    ['dates out of order', () => ({ start_date: '2026-05-02', target_date: '2026-05-01' }), 'start_date'],
    ['a start after the end that is there', () => ({ start_date: '2026-04-02' }), 'start_date'],
    ['an unknown priority', () => ({ priority: 'huge' }), 'properties.priority'],
  ])('with %s changes no item at all', async (_, properties, field) => {
    const items = [await atlas.make('Free'), await atlas.make('Ends', { target_date: '2026-04-01' })]
    const refused = await atlas.changingNothing(() =>
      max().refused('changeWorkItems', {
        params: atlas.params,
        body: { ...ids(...items), properties: properties() },
      }),
    )
    expect(refused).toMatchObject({ status: 400, fields: { [field]: [expect.any(String)] } })
  })
})

describe('the dates of many work items', () => {
  const set = (updates: object[]) =>
    max().call('setWorkItemDates', { params: atlas.params, body: { updates } })

  test('are set, cleared and left for each item', async () => {
    const [a, b] = [
      await atlas.make('A'),
      await atlas.make('B', { start_date: '2026-01-05', target_date: '2026-01-09' }),
    ]
    const left = await atlas.changes(async () => {
      expect(
        await set([
          { id: a.id, start_date: '2026-02-01', target_date: '2026-02-02' },
          { id: b.id, start_date: null },
        ]),
      ).toEqual({ message: 'Issues updated successfully' })
    })
    expect(left.find((one) => one.id === a.id)?.fields).toMatchObject({
      start_date: '2026-02-01',
      target_date: '2026-02-02',
    })
    expect(left.find((one) => one.id === b.id)?.fields).toMatchObject({ start_date: null })
    expect(left.find((one) => one.id === b.id)?.fields).not.toHaveProperty('target_date')
    expect(left).toHaveLength(2)
  })
})

describe('deleting many work items', () => {
  const remove = (items: { id: string }[]) =>
    ann().call('deleteWorkItems', { params: atlas.params, body: ids(...items) })
  const restore = (items: { id: string }[]) =>
    ann().call('restoreWorkItems', { params: atlas.params, body: ids(...items) })

  test('is one batch and undone as one', async () => {
    const items = [await atlas.make('One'), await atlas.make('Two', { priority: 'high' })]
    const left = await atlas.changes(async () =>
      expect(await remove(items)).toEqual({ message: '2 issues were deleted' }),
    )
    expect(left.map((one) => one.op)).toEqual(['delete', 'delete'])
    expect(idsOf(left)).toEqual(idsOf(items))
    const back = await atlas.changes(() => restore(items))
    expect(back.map((one) => one.op)).toEqual(['create', 'create'])
    const { updated_at, ...whole } = items[1] ?? {}
    expect(back.find((one) => one.id === items[1]?.id)?.fields).toMatchObject(whole)
  })

  test('deletes and restores descendants too', async () => {
    const top = await atlas.make('Top')
    const middle = await atlas.make('Middle', { parent_id: top.id })
    const gone = await atlas.make('Gone before', { parent_id: top.id })
    const bottom = await atlas.make('Bottom', { parent_id: middle.id })
    await ann().call('deleteWorkItem', { params: { ...atlas.params, id: gone.id } })
    const left = await atlas.changes(() =>
      ann().call('deleteWorkItem', { params: { ...atlas.params, id: top.id } }),
    )
    expect(idsOf(left)).toEqual(idsOf([top, middle, bottom]))
    await restore([top])
    for (const item of [top, middle, bottom]) expect((await atlas.stored(item))['deleted_at']).toBeNull()
    expect((await atlas.stored(gone))['deleted_at']).not.toBeNull()
    expect(await atlas.stored(top)).toMatchObject({ sub_issues_count: 1 })
    expect(await atlas.stored(middle)).toMatchObject({ sub_issues_count: 1, parent_id: top.id })
  })

  test('counts sub-items correctly, also when one is restored alone', async () => {
    const [one, two] = [await atlas.make('One'), await atlas.make('Two')]
    const child = await atlas.make('Child', { parent_id: one.id })
    await remove([child])
    expect(await atlas.stored(one)).toMatchObject({ sub_issues_count: 0 })
    await remove([one, two])
    await restore([child])
    expect(await atlas.stored(child)).toMatchObject({ deleted_at: null, parent_id: null })
    await restore([one])
    expect(await atlas.stored(one)).toMatchObject({ deleted_at: null, sub_issues_count: 0 })
  })

  test('uses the most similar state if the former one is gone', async () => {
    const state = await ann().call('createState', {
      params: atlas.params,
      body: { name: 'Passing', color: '#60646c', group: 'completed' },
    })
    const item = await atlas.make('Stateless', { state_id: state.id })
    await remove([item])
    await ann().call('deleteState', { params: { ...atlas.params, state_id: state.id } })
    await restore([item])
    expect(await atlas.stored(item)).toMatchObject({
      state_id: atlas.states['completed'],
      state__group: 'completed',
      completed_at: expect.any(Date),
    })
  })

  test('restoring an item that is not deleted changes nothing', async () => {
    const item = await atlas.make('Here')
    await atlas.changingNothing(() => restore([item]))
  })
})

describe('security 1, 2, 48: a bulk call', () => {
  const bodies = (items: { id: string }[]) =>
    [
      ['changeWorkItems', { ...ids(...items), properties: { priority: 'low' } }],
      ['setWorkItems', { updates: items.map(({ id }) => ({ id, priority: 'low' })) }],
      ['setWorkItemDates', { updates: items.map(({ id }) => ({ id, start_date: '2026-01-01' })) }],
      ['deleteWorkItems', ids(...items)],
      ['restoreWorkItems', ids(...items)],
    ] as const

  test('is rejected for a guest, a stranger, and lower roles', async () => {
    const item = await atlas.make('Made by Gus')
    await atlas.give(item, gus())
    await atlas.changingNothing(async () => {
      for (const [call, body] of bodies([item])) {
        const status = async (who: typeof ann) =>
          (await who().refused(call, { params: atlas.params, body })).status
        expect({ [call]: [await status(gus), await status(eve)] }).toEqual({ [call]: [403, 404] })
        if (call.startsWith('delete') || call.startsWith('restore')) expect(await status(max)).toBe(403)
      }
    })
  })

  test('with one item of another project changes none', async () => {
    const own = await atlas.make('Own')
    const sibling = await atlas.make('Sibling', {}, ann(), await atlas.makeProject('Borealis', 'BOR'))
    const foreign = await atlas.make('Foreign', {}, eve(), atlas.eves)
    await atlas.changingNothing(async () => {
      for (const other of [sibling, foreign, { id: crypto.randomUUID() }]) {
        for (const [call, body] of bodies([own, other])) {
          const refused = await ann().refused(call, { params: atlas.params, body })
          expect({ [call]: refused.status }).toEqual({ [call]: 404 })
        }
      }
    })
  })

  test('rejects an empty list and too many items', async () => {
    const many = Array.from({ length: maxItemsPerBulkCall + 1 }, () => ({ id: crypto.randomUUID() }))
    await atlas.changingNothing(async () => {
      for (const items of [[], many]) {
        for (const [call, body] of bodies(items)) {
          const refused = await ann().refused(call, { params: atlas.params, body })
          expect({ [call]: refused.status }).toEqual({ [call]: 400 })
        }
      }
    })
  })

  test('is rejected in an archived project', async () => {
    const own = await atlas.makeProject('Shelved', 'SHE')
    const item = await atlas.make('Item', {}, ann(), own)
    await ann().call('archiveProject', { params: own })
    await atlas.changingNothing(async () => {
      for (const [call, body] of bodies([item])) {
        expect(await ann().refused(call, { params: own, body })).toMatchObject({
          status: 400,
          error: 'Archived projects cannot be updated',
        })
      }
    })
  })
})

test('changes five thousand items as one batch', async () => {
  const big = await atlas.makeProject('Big', 'BIG')
  const first = await atlas.make('First', {}, ann(), big)
  await runSql(
    atlas.server.databaseUrl,
    `insert into work_items (id, workspace_id, project_id, sequence_id, name, state_id, state__group, sort_order, created_by)
     select uuidv7(), workspace_id, project_id, n + 1, 'Item ' || n, state_id, state__group, n, created_by
     from work_items, generate_series(1, 4999) n where id = $1`,
    [first.id],
  )
  const rows = await runSql<{ id: string }>(
    atlas.server.databaseUrl,
    'select id from work_items where project_id = $1',
    [big.project_id],
  )
  const states = await ann().call('listStates', { params: big })
  const started = Object.values(states)
    .flat()
    .find((state) => state.group === 'started')?.id
  const left = await atlas.changes(() =>
    ann().call('changeWorkItems', {
      params: big,
      body: { ...ids(...rows), properties: { state_id: started, assignee_ids: [ann().id] } },
    }),
  )
  expect(left).toHaveLength(5000)
  expect(new Set(left.map((one) => one.actor_id))).toEqual(new Set([ann().id]))
})

describe('several new work items', () => {
  const create = (names: string[]) =>
    max().call('createWorkItems', { params: atlas.params, body: { items: names.map((name) => ({ name })) } })
  const refused = (body: object, who = max(), params = atlas.params) =>
    who.refused('createWorkItems', { params, body: body as never })

  test('are created in their order in one transaction', async () => {
    let rows: WorkItemRow[] = []
    const changes = await atlas.changes(async () => {
      rows = await create(['Chart', 'Sound', 'Buoy'])
    })
    expect(rows.map(({ name }) => name)).toEqual(['Chart', 'Sound', 'Buoy'])
    expect(rows[2]?.sequence_id).toBe((rows[0]?.sequence_id ?? 0) + 2)
    const created = changes.filter(({ entity, op }) => entity === 'work_items' && op === 'create')
    expect(idsOf(created)).toEqual(idsOf(rows))
  })

  test('have the given descriptions', async () => {
    const items = [
      { name: 'Chart', description_html: '<p>The <strong>whole</strong> line</p>' },
      { name: 'Sound' },
    ]
    const rows = await max().call('createWorkItems', { params: atlas.params, body: { items } })
    const texts = await Promise.all(
      rows.map(({ id }) => max().call('getWorkItem', { params: { ...atlas.params, id } })),
    )
    expect(texts.map(({ description_html }) => description_html)).toEqual([
      expect.stringContaining('<strong>whole</strong> line'),
      '<p></p>',
    ])
  })

  test('are all rejected if one of them is invalid, or without permission', async () => {
    const [existing] = await create(['Existing'])
    await atlas.changingNothing(async () => {
      expect(await refused({ items: [{ name: 'Good' }, { name: '' }] })).toMatchObject({ status: 400 })
      expect(await refused({ items: [] })).toMatchObject({ status: 400 })
      expect(
        await refused({ items: Array.from({ length: maxItemsCreatedAtOnce + 1 }, () => ({ name: 'x' })) }),
      ).toMatchObject({ status: 400 })
      expect(
        await refused({ items: [{ name: 'Good' }, { id: existing?.id, name: 'Same id' }] }),
      ).toMatchObject({ status: 409 })
      expect(await refused({ items: [{ name: 'x' }] }, gus())).toMatchObject({ status: 403 })
      expect(await refused({ items: [{ name: 'x' }] }, eve())).toMatchObject({ status: 404 })
    })
  })
})
