import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activitiesReader } from '#api/work/activities/reader.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import type { ApiClient } from '../../support/api-client.ts'
import {
  type ProjectPathParams,
  type ProjectTestServer,
  startProjectTestServer,
} from '../../support/project-test-server.ts'

let atlas: ProjectTestServer

beforeAll(async () => {
  atlas = await startProjectTestServer({}, undefined, [activitiesReader])
  await switchTo(atlas.params, true)
})
afterAll(() => atlas.close())

const switchTo = (params: ProjectPathParams, is_epic_enabled: boolean) =>
  atlas.cast.ann.call('updateProject', { params, body: { is_epic_enabled } })

let projects = 0
async function fresh(): Promise<ProjectPathParams> {
  const place = await atlas.makeProject(`Fresh ${++projects}`, `F${projects}`)
  await switchTo(place, true)
  return place
}

type Item = Pick<WorkItemRow, 'id'>
const at = (place: ProjectPathParams, { id }: Item) => ({ ...place, id })
const createEpic = (body: object = {}, place = atlas.params, who: ApiClient = atlas.cast.ann) =>
  who.call('createEpic', { params: place, body: { name: 'Sail to Naxos', ...body } })
const create = (body: object = {}, place = atlas.params) =>
  atlas.cast.ann.call('createWorkItem', { params: place, body: { name: 'Item', ...body } })
const get = (item: Item, place = atlas.params) =>
  atlas.cast.ann.call('getWorkItem', { params: at(place, item) })
const change = (item: Item, body: object, place = atlas.params) =>
  atlas.cast.ann.call('updateWorkItem', { params: at(place, item), body })
const refusedChange = (item: Item, body: object, place = atlas.params) =>
  atlas.cast.ann.refused('updateWorkItem', { params: at(place, item), body })
const convert = (item: Item, place = atlas.params) =>
  atlas.cast.ann.call('convertToEpic', { params: at(place, item) })
const convertBack = (item: Item, body: object = {}, place = atlas.params) =>
  atlas.cast.ann.call('convertToWorkItem', { params: at(place, item), body })

async function progress(epic: Item, place = atlas.params) {
  const all = await atlas.cast.ann.call('listEpicProgress', { params: place })
  return all.find(({ id }) => id === epic.id)
}
const total = async (epic: Item, place = atlas.params) => (await progress(epic, place))?.total_issues
const epicOf = async (item: Item, place = atlas.params) => (await get(item, place)).epic_id

describe('an epic', () => {
  test('is a work item of its own type, listed with epics but not with items', async () => {
    const place = await fresh()
    const { ann } = atlas.cast
    const epic = await createEpic({ priority: 'high' }, place)
    const item = await create({ name: 'Plain' }, place)
    expect(epic).toMatchObject({ is_epic: true, type_id: expect.any(String), epic_id: null, parent_id: null })
    expect(item).toMatchObject({ is_epic: false, type_id: null })
    const listed = async (call: 'listWorkItems' | 'listEpics') => {
      const { results } = await ann.call(call, { params: place, query: {} })
      return Array.isArray(results) ? results.map(({ id }) => id) : []
    }
    expect(await listed('listWorkItems')).toEqual([item.id])
    expect(await listed('listEpics')).toEqual([epic.id])
    const { results } = await ann.call('listEpics', { params: place, query: { group_by: 'priority' } })
    expect(results).toMatchObject({ high: { results: [{ id: epic.id }], total_results: 1 } })
    expect(await ann.call('syncEpics', { params: place, query: {} })).toMatchObject({
      results: [{ id: epic.id }],
    })
    const picked = await ann.call('pickEpics', { params: place, query: { issues: `${epic.id},${item.id}` } })
    expect(picked.map(({ id }) => id)).toEqual([epic.id])
    const detailed = await ann.call('listDetailedEpics', {
      params: place,
      query: { expand: 'issue_relation' },
    })
    expect(detailed.results).toMatchObject([{ id: epic.id, issue_relation: [] }])
    // An epic has a key and is found by key and by search, like every work item.
    const key = `F${projects}-${epic.sequence_id}`
    const byKey = await ann.call('getWorkItemByKey', { params: { slug: place.slug, key } })
    expect(byKey).toMatchObject({ id: epic.id, is_epic: true })
    const found = await ann.call('searchWorkItems', {
      params: place,
      query: { search: 'Naxos', parent: 'true', issue_id: item.id },
    })
    expect(found.map(({ id }) => id)).toEqual([epic.id])
    const second = await createEpic({}, place)
    expect(second.type_id).toBe(epic.type_id)
  })

  test('answers at epic paths what an item answers at item paths, and items are not found there', async () => {
    const { ann } = atlas.cast
    const epic = await createEpic({ description_html: '<p>Words</p>' })
    const item = await create()
    const here = { params: at(atlas.params, epic) }
    expect(await ann.call('getEpic', here)).toMatchObject({ id: epic.id, description_html: '<p>Words</p>' })
    await ann.call('createEpicComment', { ...here, body: { comment_html: '<p>Ahoy</p>' } })
    expect(await ann.call('listComments', here)).toMatchObject([{ comment_html: '<p>Ahoy</p>' }])
    await ann.call('createEpicLink', { ...here, body: { url: 'https://naxos.example' } })
    expect(await ann.call('listEpicLinks', here)).toMatchObject([{ url: 'https://naxos.example/' }])
    await ann.call('addEpicReaction', { ...here, body: { reaction: '128077' } })
    expect(await ann.call('listEpicReactions', here)).toMatchObject([{ reaction: '128077' }])
    expect(await ann.call('isSubscribedToEpic', here)).toEqual({ subscribed: true })
    const added = await ann.call('addItemsToEpic', { ...here, body: { sub_issue_ids: [item.id] } })
    expect(added.sub_issues).toMatchObject([{ id: item.id, epic_id: epic.id }])
    const { status } = await ann.refused('getEpic', { params: at(atlas.params, item) })
    expect(status).toBe(404)
    expect(
      (await ann.refused('updateEpic', { params: at(atlas.params, item), body: { name: 'No' } })).status,
    ).toBe(404)
  })

  test('has no parent, cycle or module', async () => {
    const { ann } = atlas.cast
    const place = await fresh()
    await ann.call('updateProject', { params: place, body: { cycle_view: true, module_view: true } })
    const [epic, other, item] = [
      await createEpic({}, place),
      await createEpic({}, place),
      await create({}, place),
    ]
    const cycle = await ann.call('createCycle', { params: place, body: { name: 'One' } })
    const module = await ann.call('createModule', { params: place, body: { name: 'One' } })
    for (const body of [
      { parent_id: item.id },
      { epic_id: other.id },
      { parent_id: other.id },
      { cycle_id: cycle.id },
      { module_ids: [module.id] },
    ]) {
      const refused = await refusedChange(epic, body, place)
      expect({ body, status: refused.status }).toEqual({ body, status: 400 })
    }
    const refused = await ann.refused('createEpic', {
      params: place,
      body: { name: 'Low', parent_id: item.id },
    })
    expect(refused.fields).toEqual({ parent_id: ['An epic can’t have a parent or an epic.'] })
  })
})

describe('the epic of an item', () => {
  test('is the epic above it at any depth and follows the tree', async () => {
    const place = await fresh()
    const [one, two] = [await createEpic({ name: 'One' }, place), await createEpic({ name: 'Two' }, place)]
    const whole = await create({ epic_id: one.id }, place)
    expect(whole).toMatchObject({ epic_id: one.id, parent_id: one.id })
    const part = await create({ parent_id: whole.id }, place)
    const deep = await create({ parent_id: part.id }, place)
    expect([part.epic_id, deep.epic_id]).toEqual([one.id, one.id])
    expect(await change(whole, { epic_id: two.id }, place)).toMatchObject({
      epic_id: two.id,
      parent_id: two.id,
    })
    expect([await epicOf(part, place), await epicOf(deep, place)]).toEqual([two.id, two.id])
    expect(await change(part, { parent_id: null }, place)).toMatchObject({ epic_id: null, parent_id: null })
    expect(await epicOf(deep, place)).toBeNull()
    expect(await epicOf(whole, place)).toBe(two.id)
  })

  test('is set by moving a sub-item below the epic, only if the epic changes', async () => {
    const place = await fresh()
    const [one, two] = [await createEpic({}, place), await createEpic({}, place)]
    const whole = await create({ epic_id: one.id }, place)
    const part = await create({ parent_id: whole.id }, place)
    expect(await change(part, { epic_id: one.id }, place)).toMatchObject({ parent_id: whole.id })
    expect(await change(part, { epic_id: two.id }, place)).toMatchObject({
      parent_id: two.id,
      epic_id: two.id,
    })
    expect(await change(part, { epic_id: null }, place)).toMatchObject({ parent_id: null, epic_id: null })
    // If a request contains the current `epic_id` and a new parent, only the parent changes. If the `epic_id` is new,
    // it takes precedence over the parent in the request.
    expect(await change(part, { epic_id: null, parent_id: whole.id }, place)).toMatchObject({
      parent_id: whole.id,
      epic_id: one.id,
    })
    expect(await change(part, { epic_id: two.id, parent_id: whole.id }, place)).toMatchObject({
      parent_id: two.id,
    })
  })

  test('must be an epic of the same project', async () => {
    const [place, elsewhere] = [await fresh(), await fresh()]
    const [epic, item, plain] = [
      await createEpic({}, elsewhere),
      await create({}, place),
      await create({}, place),
    ]
    for (const epic_id of [epic.id, plain.id, item.id])
      expect(await refusedChange(item, { epic_id }, place)).toMatchObject({
        status: 400,
        fields: { epic_id: ['The epic is not valid. Enter a valid epic_id.'] },
      })
  })

  test('can be set on many items at once and undone for each', async () => {
    const place = await fresh()
    const { ann } = atlas.cast
    const epic = await createEpic({}, place)
    const whole = await create({}, place)
    const [part, alone] = [await create({ parent_id: whole.id }, place), await create({}, place)]
    const issue_ids = [part.id, alone.id]
    await ann.call('changeWorkItems', {
      params: place,
      body: { issue_ids, properties: { epic_id: epic.id } },
    })
    expect(await total(epic, place)).toBe(2)
    const updates = [part, alone].map(({ id, parent_id }) => ({ id, parent_id }))
    await ann.call('setWorkItems', { params: place, body: { updates } })
    expect(await get(part, place)).toMatchObject({ parent_id: whole.id, epic_id: null })
    expect(await total(epic, place)).toBe(0)
  })

  test('groups, sorts and filters a list', async () => {
    const place = await fresh()
    const { ann } = atlas.cast
    const [b, a] = [await createEpic({ name: 'Beta' }, place), await createEpic({ name: 'Alpha' }, place)]
    const [inB, inA, none] = [
      await create({ epic_id: b.id }, place),
      await create({ epic_id: a.id }, place),
      await create({}, place),
    ]
    const list = (query: Record<string, string>) => ann.call('listWorkItems', { params: place, query })
    const grouped = await list({ group_by: 'epic' })
    expect(grouped.results).toMatchObject({
      [a.id]: { results: [{ id: inA.id }] },
      [b.id]: { results: [{ id: inB.id }] },
      None: { results: [{ id: none.id }] },
    })
    const ids = (answer: Awaited<ReturnType<typeof list>>) =>
      Array.isArray(answer.results) ? answer.results.map(({ id }) => id) : []
    expect(ids(await list({ order_by: 'epic__name' }))).toEqual([inA.id, inB.id, none.id])
    expect(ids(await list({ epic: a.id }))).toEqual([inA.id])
    expect(ids(await list({ filters: JSON.stringify({ epic_id__isnull: true }) }))).toEqual([none.id])
  })
})

describe('progress', () => {
  test('counts all descendants by state group', async () => {
    const place = await fresh()
    const { ann } = atlas.cast
    const epic = await createEpic({}, place)
    const states = Object.values(await ann.call('listStates', { params: place })).flat()
    const state = (group: string) => states.find((one) => one.group === group)?.id
    const whole = await create({ epic_id: epic.id, state_id: state('started') }, place)
    const part = await create({ parent_id: whole.id, state_id: state('unstarted') }, place)
    await create({ parent_id: part.id, state_id: state('completed') }, place)
    expect(await progress(epic, place)).toMatchObject({
      total_issues: 3,
      backlog_issues: 0,
      unstarted_issues: 1,
      started_issues: 1,
      completed_issues: 1,
      cancelled_issues: 0,
      update: null,
    })
    await ann.call('deleteWorkItem', { params: at(place, part) })
    expect(await progress(epic, place)).toMatchObject({ total_issues: 1, completed_issues: 0 })
    await ann.call('restoreWorkItem', { params: at(place, part) })
    expect(await progress(epic, place)).toMatchObject({ total_issues: 3, completed_issues: 1 })
  })
})

describe('converting', () => {
  test('turns an item with its sub-items into an epic, and back into an item at its former position', async () => {
    const place = await fresh()
    const { ann } = atlas.cast
    await ann.call('updateProject', { params: place, body: { cycle_view: true, module_view: true } })
    const cycle = await ann.call('createCycle', { params: place, body: { name: 'One' } })
    const module = await ann.call('createModule', { params: place, body: { name: 'One' } })
    const outer = await createEpic({}, place)
    const whole = await create({ epic_id: outer.id }, place)
    const where = { parent_id: whole.id, cycle_id: cycle.id, module_ids: [module.id] }
    const item = await create(where, place)
    const part = await create({ parent_id: item.id }, place)
    expect(await convert(item, place)).toMatchObject({
      is_epic: true,
      type_id: outer.type_id,
      parent_id: null,
      epic_id: null,
      cycle_id: null,
      module_ids: [],
    })
    expect(await get(part, place)).toMatchObject({ parent_id: item.id, epic_id: item.id })
    expect([await total(outer, place), await total(item, place)]).toEqual([1, 1])
    // A second conversion of the same item changes nothing.
    const again = await atlas.changes(() => convert(item, place))
    expect(again).toEqual([])
    expect(await convertBack(item, where, place)).toMatchObject({
      ...where,
      is_epic: false,
      type_id: null,
      epic_id: outer.id,
    })
    expect(await epicOf(part, place)).toBe(outer.id)
    expect(await total(outer, place)).toBe(3)
    expect(await progress(item, place)).toBeUndefined()
  })

  test('keeps an item out of its former cycle and module when these are restored', async () => {
    const place = await fresh()
    const { ann } = atlas.cast
    await ann.call('updateProject', { params: place, body: { cycle_view: true, module_view: true } })
    const cycle = await ann.call('createCycle', { params: place, body: { name: 'Sprint' } })
    const module = await ann.call('createModule', { params: place, body: { name: 'Engine' } })
    const planned = { cycle_id: cycle.id, module_ids: [module.id] }
    const [becomes, stays] = [await create(planned, place), await create(planned, place)]
    const [ofCycle, ofModule] = [
      { ...place, cycle_id: cycle.id },
      { ...place, module_id: module.id },
    ]
    await ann.call('deleteCycle', { params: ofCycle })
    await ann.call('deleteModule', { params: ofModule })
    await convert(becomes, place)
    await ann.call('restoreCycle', { params: ofCycle })
    await ann.call('restoreModule', { params: ofModule })
    expect(await get(becomes, place)).toMatchObject({ is_epic: true, cycle_id: null, module_ids: [] })
    expect(await get(stays, place)).toMatchObject(planned)
  })

  test('is rejected for archived items, items in intake, and guests', async () => {
    const { ann, gus } = atlas.cast
    const place = await fresh()
    await ann.call('updateProject', { params: place, body: { inbox_view: true } })
    const sent = await ann.call('createInboxIssue', { params: place, body: { issue: { name: 'Sent in' } } })
    const { id } = sent.issue
    expect((await ann.refused('convertToEpic', { params: { ...place, id } })).status).toBe(400)
    const own = await atlas.make('Own')
    await atlas.give(own, gus)
    expect((await gus.refused('convertToEpic', { params: at(atlas.params, own) })).status).toBe(403)
  })
})

describe('status updates', () => {
  test('are written by members, changed by the author and admins, and the newest is shown on the epic', async () => {
    const { ann, max, gus } = atlas.cast
    const epic = await createEpic({})
    const params = at(atlas.params, epic)
    const say = (who: ApiClient, status: string, text = '') =>
      who.call('createEpicUpdate', { params, body: { status, text } })
    const first = await say(ann, 'on_track', 'All well')
    const second = await say(max, 'at_risk', 'Wind from the north')
    expect(await progress(epic)).toMatchObject({ update: { id: second.id, status: 'at_risk' } })
    expect((await ann.call('listEpicUpdates', { params })).map(({ id }) => id)).toEqual([second.id, first.id])
    expect((await gus.refused('createEpicUpdate', { params, body: { status: 'on_track' } })).status).toBe(403)
    const of = (update: { id: string }) => ({ params: { ...params, update_id: update.id } })
    expect((await max.refused('updateEpicUpdate', { ...of(first), body: { text: 'No' } })).status).toBe(403)
    await ann.call('updateEpicUpdate', { ...of(second), body: { status: 'off_track' } })
    expect(await progress(epic)).toMatchObject({ update: { status: 'off_track' } })
    await max.call('deleteEpicUpdate', of(second))
    expect(await progress(epic)).toMatchObject({ update: { id: first.id } })
    await max.call('restoreEpicUpdate', of(second))
    expect(await progress(epic)).toMatchObject({ update: { id: second.id } })
    await ann.call('deleteEpicUpdate', of(second))
    expect((await max.refused('restoreEpicUpdate', of(second))).status).toBe(403)
    await ann.call('restoreEpicUpdate', of(second))
    const refused = await ann.refused('createEpicUpdate', { params, body: { status: 'fine' } })
    expect(refused.fields).toHaveProperty('status')
  })

  test('do not change when the epic is archived', async () => {
    const { ann } = atlas.cast
    const epic = await createEpic({ state_id: atlas.states['completed'] })
    const params = at(atlas.params, epic)
    const { id } = await ann.call('createEpicUpdate', { params, body: { status: 'on_track' } })
    await ann.call('archiveEpic', { params })
    const of = { params: { ...params, update_id: id } }
    await atlas.changingNothing(async () => {
      expect((await ann.refused('updateEpicUpdate', { ...of, body: { text: 'No' } })).status).toBe(403)
      expect((await ann.refused('deleteEpicUpdate', of)).status).toBe(403)
    })
  })
})

describe('turning epics off', () => {
  test('rejects changes of epics but keeps them', async () => {
    const { ann } = atlas.cast
    const place = await fresh()
    const [epic, item] = [await createEpic({}, place), await create({}, place)]
    const part = await create({ epic_id: epic.id }, place)
    await switchTo(place, false)
    for (const refused of [
      await ann.refused('createEpic', { params: place, body: { name: 'No' } }),
      await ann.refused('updateEpic', { params: at(place, epic), body: { name: 'No' } }),
      await refusedChange(item, { epic_id: epic.id }, place),
      await refusedChange(item, { parent_id: epic.id }, place),
    ])
      expect(refused).toMatchObject({ status: 400, error: 'This feature is turned off in the project' })
    expect(await change(part, { name: 'Still here', epic_id: epic.id }, place)).toMatchObject({
      epic_id: epic.id,
    })
    await switchTo(place, true)
    expect(await total(epic, place)).toBe(1)
  })
})

describe('a move to another project', () => {
  test('moves an epic with all its descendants if the target has epics turned on', async () => {
    const { ann } = atlas.cast
    const [place, elsewhere] = [await fresh(), await fresh()]
    const epic = await createEpic({}, place)
    const part = await create({ epic_id: epic.id }, place)
    const move = { params: place, body: { issue_ids: [epic.id], new_project_id: elsewhere.project_id } }
    await ann.call('createEpicUpdate', { params: at(place, epic), body: { status: 'on_track' } })
    await switchTo(elsewhere, false)
    expect(await ann.refused('moveWorkItems', move)).toMatchObject({ status: 400 })
    await switchTo(elsewhere, true)
    await ann.call('moveWorkItems', move)
    expect(await get(part, elsewhere)).toMatchObject({ epic_id: epic.id, project_id: elsewhere.project_id })
    expect(await progress(epic, elsewhere)).toMatchObject({
      total_issues: 1,
      type_id: epic.type_id,
      update: { project_id: elsewhere.project_id },
    })
  })

  test('removes an item from its epic, which it gets back when it returns', async () => {
    const { ann } = atlas.cast
    const [place, elsewhere] = [await fresh(), await fresh()]
    const epic = await createEpic({}, place)
    const item = await create({ epic_id: epic.id }, place)
    const part = await create({ parent_id: item.id }, place)
    const body = { issue_ids: [item.id], new_project_id: elsewhere.project_id }
    await ann.call('moveWorkItems', { params: place, body })
    expect([await epicOf(item, elsewhere), await epicOf(part, elsewhere)]).toEqual([null, null])
    expect(await total(epic, place)).toBe(0)
    await ann.call('moveWorkItems', {
      params: elsewhere,
      body: { ...body, new_project_id: place.project_id },
    })
    expect([await epicOf(item, place), await epicOf(part, place)]).toEqual([epic.id, epic.id])
    expect(await total(epic, place)).toBe(2)
  })
})

describe('the history', () => {
  test('contains changes of the epic, conversions and status updates', async () => {
    const place = await fresh()
    const { ann } = atlas.cast
    const epic = await createEpic({ name: 'Naxos' }, place)
    const key = `F${projects}-${epic.sequence_id}`
    const item = await create({}, place)
    const part = await create({ parent_id: item.id }, place)
    await change(item, { epic_id: epic.id }, place)
    await convert(item, place)
    await ann.call('createEpicUpdate', { params: at(place, item), body: { status: 'off_track' } })
    const said = async (one: Item) => {
      const query = { activity_type: 'epic-property' }
      const all = await ann.call('listHistory', { params: at(place, one), query })
      return all.flatMap((record) =>
        'verb' in record && record.field !== null ? [[record.field, record.old_value, record.new_value]] : [],
      )
    }
    await expect
      .poll(() => said(item), { timeout: 10_000 })
      .toEqual([
        ['epic', '', key],
        ['epic', key, ''],
        ['type', '', 'epic'],
        ['update', '', 'off_track'],
      ])
    expect(await said(part)).toEqual([])
  })
})
