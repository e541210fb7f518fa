import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activitiesReader } from '#api/work/activities/reader.ts'
import type { EstimateType } from '#common/planning/estimates/rules.ts'
import type { EstimateResponse } from '#common/planning/estimates/schema.ts'
import { newId } from '#common/platform/ids.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { type ApiClient, runSql } from '../../support/api-client.ts'
import {
  type ProjectPathParams,
  type ProjectTestServer,
  startProjectTestServer,
} from '../../support/project-test-server.ts'

let atlas: ProjectTestServer

beforeAll(async () => {
  atlas = await startProjectTestServer({}, undefined, [activitiesReader])
})
afterAll(() => atlas.close())

let projects = 0
function fresh(): Promise<ProjectPathParams> {
  return atlas.makeProject(`Estimated ${++projects}`, `E${projects}`)
}

const at = (place: ProjectPathParams, { id }: { id: string }) => ({ ...place, estimate_id: id })
const bodyOf = (type: EstimateType, values: string[], last_used = true) => ({
  estimate: { type, last_used },
  estimate_points: values.map((value, key) => ({ key, value })),
})

function create(place: ProjectPathParams, type: EstimateType, values: string[], last_used = true) {
  return atlas.cast.ann.call('createEstimate', { params: place, body: bodyOf(type, values, last_used) })
}

const pointOf = (estimate: EstimateResponse, value: string) =>
  estimate.points.find((point) => point.value === value)?.id ?? ''
const valuesOf = ({ points }: EstimateResponse) => points.map(({ key, value }) => `${key} ${value}`)

/** Creates a project with an active estimate. */
async function estimated(type: EstimateType = 'points', values = ['1', '2', '3', '5']) {
  const place = await fresh()
  const estimate = await create(place, type, values)
  const of = (value: string) => pointOf(estimate, value)
  const make = (name: string, value: string | null, more: object = {}) =>
    atlas.make(name, { ...(value !== null && { estimate_point: of(value) }), ...more }, atlas.cast.ann, place)
  return { place, estimate, of, make }
}

async function projectOf(place: ProjectPathParams) {
  return atlas.cast.ann.call('getProject', { params: place })
}

async function carried(place: ProjectPathParams, item: { id: string }): Promise<string | null> {
  const row = await atlas.cast.ann.call('getWorkItem', { params: { ...place, id: item.id } })
  return row.estimate_point
}

/** Returns the sums of the estimates, by group and in total. */
async function sums(place: ProjectPathParams, query: Record<string, string> = {}) {
  const answer = await atlas.cast.ann.call('listWorkItems', {
    params: place,
    query: { group_by: 'priority', per_page: '1', estimate_sum: 'true', ...query },
  })
  const groups = Object.entries(answer.results).flatMap(([name, group]) =>
    group.total_results === 0 ? [] : [[name, group.estimate_sum]],
  )
  return { all: answer.estimate_sum, ...Object.fromEntries(groups) }
}

describe('an estimate', () => {
  test('is created with its values, activated and published', async () => {
    const place = await fresh()
    const changes = await atlas.changes(() => create(place, 'points', ['1', '2,50', '3']))
    const heard = changes.map(({ entity, op }) => `${entity} ${op}`)
    expect(heard.toSorted()).toEqual([
      'estimate_points create',
      'estimate_points create',
      'estimate_points create',
      'estimates create',
      'projects update',
    ])
    const [estimate] = await atlas.cast.ann.call('listEstimates', { params: place })
    expect(estimate).toMatchObject({ name: 'Estimate 1', type: 'points', last_used: true })
    expect(valuesOf(estimate as EstimateResponse)).toEqual(['1 1', '2 2.5', '3 3'])
    expect((await projectOf(place)).estimate).toBe(estimate?.id)
    const everywhere = await atlas.cast.ann.call('listWorkspaceEstimates', { params: place })
    expect(everywhere).toContainEqual(estimate)
  })

  test.each([
    ['points', ['1', 'two'], 'Points must be numbers with at most two decimals.'],
    ['points', ['1', '1.0'], 'The values of an estimate must be different.'],
    ['categories', ['S', 's'], 'The values of an estimate must be different.'],
    ['categories', ['S', 'X'.repeat(21)], 'A value can have at most 20 characters.'],
    ['time', ['1h', 'soon'], 'Enter a time such as 1h 30m.'],
  ] as const)('refuses %s of %j', async (type, values, message) => {
    const place = await fresh()
    const refusal = await atlas.changingNothing(() =>
      atlas.cast.ann.refused('createEstimate', { params: place, body: bodyOf(type, [...values]) }),
    )
    expect(refusal).toMatchObject({ status: 400, fields: { estimate_points: [message] } })
  })

  test('stores time in minutes, however it is typed', async () => {
    const { estimate } = await estimated('time', ['30m', '1h 30m', '2h', '2.5h'])
    expect(valuesOf(estimate)).toEqual(['1 30', '2 90', '3 120', '4 150'])
  })

  test('requires values and a unique name', async () => {
    const { ann } = atlas.cast
    const place = await fresh()
    const none = await ann.refused('createEstimate', { params: place, body: { estimate_points: [] } })
    expect(JSON.stringify(none)).toContain('Estimate points are required')
    const named = { ...bodyOf('points', ['1', '2']), estimate: { name: 'Effort' } }
    await ann.call('createEstimate', { params: place, body: named })
    expect((await ann.refused('createEstimate', { params: place, body: named })).status).toBe(400)
    const { estimate } = await estimated()
    const params = at(place, estimate)
    expect((await ann.refused('getEstimate', { params })).status).toBe(404)
    const keyless = await ann.refused('createEstimatePoint', { params, body: {} })
    expect(JSON.stringify(keyless)).toContain('Key and value are required')
  })

  test('never overwrites an existing estimate', async () => {
    const { ann } = atlas.cast
    const { place, estimate, of } = await estimated()
    const params = at(place, estimate)
    const named = { id: newId(), key: 1, value: '8' }
    const refusals = () =>
      Promise.all([
        ann.refused('createEstimate', {
          params: place,
          body: { id: estimate.id, ...bodyOf('time', ['1h']) },
        }),
        ann.refused('createEstimatePoint', { params, body: { id: of('2'), key: 1, value: '8' } }),
        ann.refused('createEstimate', {
          params: place,
          body: { estimate_points: [named, { ...named, value: '9' }] },
        }),
      ])
    for (const refused of await atlas.changingNothing(refusals))
      expect(refused).toMatchObject({ status: 409, code: 'conflict' })
  })

  test('is chosen by admins, edited by members, and visible to guests', async () => {
    const { ann, max, gus } = atlas.cast
    const { params } = atlas
    const refused = async (who: ApiClient, last_used: boolean) =>
      (await who.refused('createEstimate', { params, body: bodyOf('points', ['1', '2'], last_used) })).status
    expect(await refused(gus, false)).toBe(403)
    expect(await refused(max, true)).toBe(403)
    const made = await max.call('createEstimate', { params, body: bodyOf('points', ['1', '2'], false) })
    expect((await ann.call('getProject', { params })).estimate).toBeNull()
    expect((await max.refused('switchEstimate', { params: at(params, made), body: {} })).status).toBe(403)
    expect(await gus.call('listEstimates', { params })).toEqual([made])
    const body = { value: '3' }
    const point = { ...at(params, made), estimate_point_id: pointOf(made, '2') }
    expect((await gus.refused('updateEstimatePoint', { params: point, body })).status).toBe(403)
  })

  test('is deleted together with its values on items', async () => {
    const { place, estimate, make } = await estimated()
    const item = await make('One', '3')
    await atlas.cast.ann.call('deleteEstimate', { params: at(place, estimate) })
    expect(await carried(place, item)).toBeNull()
    expect((await projectOf(place)).estimate).toBeNull()
    expect(await atlas.cast.ann.call('listEstimates', { params: place })).toEqual([])
  })
})

describe('its values', () => {
  test('are inserted at their position and reordered', async () => {
    const { ann } = atlas.cast
    const { place, estimate, of } = await estimated()
    const params = at(place, estimate)
    await ann.call('createEstimatePoint', { params, body: { key: 2, value: '1.5' } })
    const now = () => ann.call('getEstimate', { params })
    expect(valuesOf(await now())).toEqual(['1 1', '2 1.5', '3 2', '4 3', '5 5'])
    const point = { ...params, estimate_point_id: of('5') }
    await ann.call('updateEstimatePoint', { params: point, body: { key: 1 } })
    expect(valuesOf(await now())).toEqual(['1 5', '2 1', '3 1.5', '4 2', '5 3'])
    const reversed = (await now()).points.toReversed().map(({ id }, key) => ({ id, key }))
    await ann.call('updateEstimate', { params, body: { estimate_points: reversed } })
    expect(valuesOf(await now())).toEqual(['1 3', '2 2', '3 1.5', '4 1', '5 5'])
    const taken = await ann.refused('updateEstimatePoint', { params: point, body: { value: '3' } })
    expect(taken.status).toBe(400)
  })

  test('are renamed without changing their items', async () => {
    const { place, estimate, of, make } = await estimated()
    const item = await make('One', '3')
    const params = { ...at(place, estimate), estimate_point_id: of('3') }
    const changes = await atlas.changes(() =>
      atlas.cast.ann.call('updateEstimatePoint', { params, body: { value: '8' } }),
    )
    expect(changes.map(({ entity, op }) => [entity, op])).toEqual([['estimate_points', 'update']])
    expect(await carried(place, item)).toBe(of('3'))
    expect(await sums(place)).toEqual({ all: 8, none: 8 })
  })

  test('are replaced by another value or removed, and restored on those items', async () => {
    const { ann } = atlas.cast
    const { place, estimate, of, make } = await estimated()
    const [first, second, other] = [await make('1', '3'), await make('2', '3'), await make('3', '5')]
    const params = { ...at(place, estimate), estimate_point_id: of('3') }
    expect(await ann.call('countEstimateItems', { params })).toMatchObject({ [of('3')]: 2, [of('1')]: 0 })
    const elsewhere = await estimated()
    const body = { new_estimate_id: elsewhere.of('5') }
    expect((await ann.refused('deleteEstimatePoint', { params, body })).status).toBe(400)
    const left = await ann.call('deleteEstimatePoint', { params, body: { new_estimate_id: of('5') } })
    expect(left.map(({ key, value }) => `${key} ${value}`)).toEqual(['1 1', '2 2', '3 5'])
    expect([await carried(place, first), await carried(place, other)]).toEqual([of('5'), of('5')])
    await ann.call('updateWorkItem', {
      params: { ...place, id: second.id },
      body: { estimate_point: of('1') },
    })
    await ann.call('restoreEstimatePoint', { params })
    expect(valuesOf(await ann.call('getEstimate', { params }))).toEqual(['1 1', '2 2', '3 3', '4 5'])
    const now = [await carried(place, first), await carried(place, second), await carried(place, other)]
    expect(now).toEqual([of('3'), of('1'), of('5')])
    await ann.call('deleteEstimatePoint', { params, body: {} })
    expect(await carried(place, first)).toBeNull()
  })

  test('cannot all be deleted', async () => {
    const { place, estimate, of } = await estimated('points', ['1', '2'])
    const { ann } = atlas.cast
    await ann.call('deleteEstimatePoint', {
      params: { ...at(place, estimate), estimate_point_id: of('1') },
      body: {},
    })
    const params = { ...at(place, estimate), estimate_point_id: of('2') }
    expect((await ann.refused('deleteEstimatePoint', { params, body: {} })).status).toBe(400)
  })
})

describe('a project', () => {
  test('hides its estimate and keeps the values when it is turned off', async () => {
    const { ann } = atlas.cast
    const { place, estimate, of, make } = await estimated()
    const item = await make('One', '3')
    await ann.call('updateProject', { params: place, body: { estimate: null } })
    expect(await carried(place, item)).toBe(of('3'))
    const refusal = await ann.refused('updateWorkItem', {
      params: { ...place, id: item.id },
      body: { estimate_point: of('5') },
    })
    expect(JSON.stringify(refusal)).toContain(
      'Estimate point is not valid please pass a valid estimate_point_id',
    )
    await ann.call('updateProject', { params: place, body: { estimate: estimate.id } })
    expect(await carried(place, item)).toBe(of('3'))
  })

  test('switches to another estimate with a mapping of values', async () => {
    const { ann } = atlas.cast
    const { place, estimate, of, make } = await estimated()
    const [small, large] = [await make('Small', '1'), await make('Large', '5')]
    const shirts = await create(place, 'categories', ['S', 'L'], false)
    const body = {
      values: [{ estimate_point_id: of('1'), new_estimate_point_id: pointOf(shirts, 'S') }],
    }
    const wrong = { values: [{ estimate_point_id: of('1'), new_estimate_point_id: of('2') }] }
    const params = at(place, shirts)
    expect((await ann.refused('switchEstimate', { params, body: wrong })).status).toBe(400)
    await ann.call('switchEstimate', { params, body })
    expect([await carried(place, small), await carried(place, large)]).toEqual([pointOf(shirts, 'S'), null])
    expect((await projectOf(place)).estimate).toBe(shirts.id)
    const used = await ann.call('listEstimates', { params: place })
    expect(used.map(({ id, last_used }) => [id, last_used])).toEqual([
      [shirts.id, true],
      [estimate.id, false],
    ])
  })

  test('creates and switches to an estimate in one call, or not at all', async () => {
    const { ann } = atlas.cast
    const { place, estimate, of, make } = await estimated()
    const item = await make('Small', '1')
    const ids = { S: newId(), L: newId() }
    const bodyWith = (new_estimate_point_id: string) => ({
      estimate: { type: 'categories' as const, name: 'Shirts', last_used: true },
      estimate_points: Object.entries(ids).map(([value, id], key) => ({ id, key, value })),
      values: [{ estimate_point_id: of('1'), new_estimate_point_id }],
    })
    const refused = await ann.refused('createEstimate', { params: place, body: bodyWith(newId()) })
    expect(refused).toMatchObject({ status: 400, fields: { values: [expect.any(String)] } })
    expect((await ann.call('listEstimates', { params: place })).map(({ id }) => id)).toEqual([estimate.id])
    expect(await carried(place, item)).toBe(of('1'))
    const made = await ann.call('createEstimate', { params: place, body: bodyWith(ids.L) })
    expect(made.last_used).toBe(true)
    expect((await projectOf(place)).estimate).toBe(made.id)
    expect(await carried(place, item)).toBe(ids.L)
  })

  test('restores the values when a switch is undone, unless items were estimated since', async () => {
    const { ann } = atlas.cast
    const { place, estimate, of, make } = await estimated()
    const shirts = await create(place, 'categories', ['S', 'L'], false)
    const [small, large] = [pointOf(shirts, 'S'), pointOf(shirts, 'L')]
    const body = {
      values: [
        { estimate_point_id: of('1'), new_estimate_point_id: small },
        { estimate_point_id: of('2'), new_estimate_point_id: small },
        { estimate_point_id: of('3'), new_estimate_point_id: large },
      ],
    }
    const items = {
      one: await make('One', '1'),
      trashed: await make('Trashed', '2'),
      cleared: await make('Cleared', '3'),
      lost: await make('Lost', '5'),
      none: await make('None', null),
    }
    const all = async () => {
      const rows = await Promise.all(Object.values(items).map(atlas.stored))
      return Object.fromEntries(Object.keys(items).map((name, i) => [name, rows[i]?.['estimate_point']]))
    }
    const set = (item: { id: string }, estimate_point: string | null) =>
      ann.call('updateWorkItem', { params: { ...place, id: item.id }, body: { estimate_point } })
    await ann.call('deleteWorkItem', { params: { ...place, id: items.trashed.id } })
    await ann.call('switchEstimate', { params: at(place, shirts), body })
    await set(items.cleared, null)
    const taking = { params: at(place, estimate), body: { back: true } }
    await ann.call('switchEstimate', taking)
    const again = { one: of('1'), trashed: of('2'), cleared: null, lost: of('5'), none: null }
    expect(await all()).toEqual(again)
    expect((await projectOf(place)).estimate).toBe(estimate.id)

    await ann.call('switchEstimate', { params: at(place, shirts), body })
    const switched = await all()
    for (const item of [items.none, items.one]) {
      await set(item, large)
      expect(await ann.refused('switchEstimate', taking)).toMatchObject({ status: 400 })
      await set(item, item === items.one ? small : null)
    }
    expect(await all()).toEqual(switched)
    await ann.call('switchEstimate', taking)
    expect(await all()).toEqual(again)
  })

  test('switches without a mapping only if no value is lost', async () => {
    const { ann } = atlas.cast
    const { place, make } = await estimated()
    const item = await make('One', '3')
    const fewer = await create(place, 'points', ['1', '2'], false)
    const more = await create(place, 'points', ['3', '4'], false)
    const use = (estimate: string) => ({ params: place, body: { estimate } })
    expect((await ann.refused('updateProject', use(fewer.id))).status).toBe(400)
    await ann.call('updateProject', use(more.id))
    expect(await carried(place, item)).toBe(pointOf(more, '3'))
  })
})

describe('an item', () => {
  test('has a value of its project, and its history shows it', async () => {
    const { ann } = atlas.cast
    const { place, of } = await estimated('time', ['30m', '1h 30m'])
    const elsewhere = await estimated()
    const item = await atlas.make('One', {}, ann, place)
    const params = { ...place, id: item.id }
    const set = (estimate_point: string | null) =>
      ann.call('updateWorkItem', { params, body: { estimate_point } })
    const refusal = await ann.refused('updateWorkItem', {
      params,
      body: { estimate_point: elsewhere.of('1') },
    })
    expect(refusal.status).toBe(400)
    await set(of('90'))
    await set(of('30'))
    await set(null)
    await expect
      .poll(async () => {
        const rows = await runSql<{ field: string; verb: string; old_value: string; new_value: string }>(
          atlas.server.databaseUrl,
          "select field, verb, old_value, new_value from work_item_activities where issue_id = $1 and field like 'estimate%' order by created_at, id",
          [item.id],
        )
        return rows.map((row) => Object.values(row))
      })
      .toEqual([
        ['estimate_time', 'updated', null, '90'],
        ['estimate_time', 'updated', '90', '30'],
        ['estimate_time', 'removed', '30', null],
      ])
  })

  test('keeps an equal value in another project and gets its own back when it returns', async () => {
    const { ann } = atlas.cast
    const { place, of, make } = await estimated()
    const target = await estimated('points', ['3', '8'])
    const [kept, dropped] = [await make('Kept', '3'), await make('Dropped', '5')]
    const move = (from: ProjectPathParams, to: ProjectPathParams) =>
      ann.call('moveWorkItems', {
        params: from,
        body: { issue_ids: [kept.id, dropped.id], new_project_id: to.project_id },
      })
    await move(place, target.place)
    const there = [await carried(target.place, kept), await carried(target.place, dropped)]
    expect(there).toEqual([target.of('3'), null])
    await move(target.place, place)
    expect([await carried(place, kept), await carried(place, dropped)]).toEqual([of('3'), of('5')])
  })

  test('is created with an estimate alone, with sub-items, from a draft and in bulk', async () => {
    const { ann } = atlas.cast
    const { place, of } = await estimated()
    const item = await atlas.make(
      'Whole',
      { estimate_point: of('5'), sub_items: [{ name: 'Part', estimate_point: of('2') }] },
      ann,
      place,
    )
    expect(await carried(place, item)).toBe(of('5'))
    expect(await sums(place)).toEqual({ all: 7, none: 7 })
    const draft = await ann.call('createProjectDraft', {
      params: place,
      body: { name: 'Begun', estimate_point: of('3') },
    })
    const published = await ann.call('publishDraft', { params: { slug: place.slug, id: draft.id }, body: {} })
    expect(published.estimate_point).toBe(of('3'))
    const template = await ann.call('createTemplate', {
      params: place,
      body: { name: 'Bug', estimate_point: of('1') },
    })
    expect(template.estimate_point).toBe(of('1'))
    await ann.call('changeWorkItems', {
      params: place,
      body: { issue_ids: [item.id, published.id], properties: { estimate_point: of('1') } },
    })
    expect(await sums(place)).toEqual({ all: 4, none: 4 })
  })
})

describe('a list', () => {
  test('contains the sum of each group, loaded or not', async () => {
    const { place, make, of } = await estimated('points', ['0.5', '2', '3'])
    const rows: WorkItemRow[] = []
    for (const [value, priority] of [
      ['0.5', 'high'],
      ['2', 'high'],
      ['3', 'low'],
      [null, 'low'],
    ] as const)
      rows.push(await make('Item', value, { priority }))
    expect(await sums(place)).toEqual({ all: 5.5, high: 2.5, low: 3 })
    expect(await sums(place, { group_by: '' })).toMatchObject({ all: 5.5 })
    expect(await sums(place, { estimate_point: of('3') })).toEqual({ all: 3, low: 3 })
    const without = await atlas.cast.ann.call('listWorkItems', { params: place, query: {} })
    expect(without).not.toHaveProperty('estimate_sum')
  })

  test('sorts by the position of values, not by their names', async () => {
    const { place, make, of } = await estimated('categories', ['S', 'M', 'L'])
    const [medium, none, large, small] = [
      await make('1', 'M'),
      await make('2', null),
      await make('3', 'L'),
      await make('4', 'S'),
    ]
    const list = (query: Record<string, string>) =>
      atlas.cast.ann.call('listWorkItems', { params: place, query })
    const ordered = await list({ order_by: 'estimate_point__key' })
    expect((ordered.results as WorkItemRow[]).map(({ id }) => id)).toEqual(
      [small, medium, large, none].map(({ id }) => id),
    )
    const grouped = await list({ group_by: 'estimate' })
    expect(Object.keys(grouped.results)).toEqual([of('S'), of('M'), of('L'), 'None'])
  })
})

test('values are locked after the items that have them', async () => {
  const { place, estimate, of, make } = await estimated()
  const { ann } = atlas.cast
  const item = await make('A', '1')
  const other = await create(place, 'points', ['8', '13'], false)
  const giving = new pg.Client({ connectionString: atlas.server.databaseUrl })
  await giving.connect()
  const point = { params: { ...at(place, estimate), estimate_point_id: of('1') } }
  const deeds = [
    () => ann.call('deleteEstimatePoint', { ...point, body: { new_estimate_id: of('2') } }),
    () => ann.call('restoreEstimatePoint', point),
    () => ann.call('switchEstimate', { params: at(place, other), body: {} }),
    () => ann.call('switchEstimate', { params: at(place, estimate), body: { back: true } }),
    () => ann.call('deleteEstimate', { params: at(place, estimate) }),
  ]
  for (const deed of deeds) {
    await giving.query('begin')
    await giving.query('select from work_items where id = $1 for no key update', [item.id])
    const done = deed()
    const waits =
      "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
    while ((await giving.query(waits)).rows.length === 0);
    // The call now waits for the lock on the item. It must not have locked the estimate values before, because it
    // and this transaction would then block each other.
    await giving.query("set local lock_timeout = '100ms'")
    await giving.query('select from estimate_points where project_id = $1 for share', [place.project_id])
    await giving.query('commit')
    await done
  }
  await giving.end()
})

test('no item gets a value of an estimate that is being replaced', async () => {
  const { place, estimate, of, make } = await estimated()
  const { ann } = atlas.cast
  const other = await create(place, 'points', ['8', '13'], false)
  const items = [await make('A', null), await make('B', null), await make('C', null), await make('D', null)]
  for (let round = 0; round < 8; round++) {
    const [from, to] = round % 2 === 0 ? [of('1'), other] : [pointOf(other, '8'), estimate]
    const estimating = items.map((item) =>
      ann.call('updateWorkItem', { params: { ...place, id: item.id }, body: { estimate_point: from } }),
    )
    const switching = ann.call('switchEstimate', { params: at(place, to), body: {} })
    const [switched] = await Promise.allSettled([switching, ...estimating])
    expect(switched.status).toBe('fulfilled')
    for (const item of items) expect(await carried(place, item)).toBeNull()
  }
})
