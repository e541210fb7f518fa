import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { role } from '#common/platform/roles.ts'
import type { ApiClient } from '../../support/api-client.ts'
import { connectLive } from '../../support/live-client.ts'
import {
  type ProjectPathParams,
  type ProjectTestServer,
  startProjectTestServer,
} from '../../support/project-test-server.ts'

let atlas: ProjectTestServer
/** The target project. Max is a member, Gus is not. */
let borealis: ProjectPathParams
let letters: string
let made = 0

beforeAll(async () => {
  atlas = await startProjectTestServer()
})
beforeEach(async () => {
  made += 1
  letters = `BO${made}`
  borealis = await atlas.makeProject(`Borealis ${made}`, letters)
  const members = [{ member_id: atlas.cast.max.id, role: role.member }]
  await atlas.cast.ann.call('addProjectMembers', { params: borealis, body: { members } })
})
afterAll(() => atlas.close())

type Item = { id: string }

const bodyOf = (to: ProjectPathParams, items: Item[]) => ({
  issue_ids: items.map(({ id }) => id),
  new_project_id: to.project_id,
})
const move = (items: Item[], { from = atlas.params, to = borealis, who = atlas.cast.ann }: Way = {}) =>
  who.call('moveWorkItems', { params: from, body: bodyOf(to, items) })
const refused = (items: Item[], { from = atlas.params, to = borealis, who = atlas.cast.ann }: Way = {}) =>
  atlas.changingNothing(() => who.refused('moveWorkItems', { params: from, body: bodyOf(to, items) }))

interface Way {
  from?: ProjectPathParams
  to?: ProjectPathParams
  who?: ApiClient
}

const statesOf = async (place: ProjectPathParams) => {
  const listed = await atlas.cast.ann.call('listStates', { params: place })
  return Array.isArray(listed) ? listed : []
}
const stateOf = async (place: ProjectPathParams, group: string) =>
  (await statesOf(place)).find((state) => state.group === group)?.id ?? ''
const label = (name: string, place: ProjectPathParams) =>
  atlas.cast.ann.call('createLabel', { params: place, body: { name } })
const byKey = (key: string, who: ApiClient = atlas.cast.ann) =>
  who.call('getWorkItemByKey', { params: { slug: atlas.params.slug, key } })

describe('an item that moves to another project', () => {
  test('can be read and changed at its former path by those with access', async () => {
    const { ann, gus, max } = atlas.cast
    const item = await atlas.make('Moves')
    await move([item])
    const params = { ...atlas.params, id: item.id }
    expect(await ann.call('getWorkItem', { params })).toMatchObject({
      id: item.id,
      project_id: borealis.project_id,
    })
    expect(
      await max.call('updateWorkItem', { params, body: { name: 'Waited', priority: 'high' } }),
    ).toMatchObject({
      name: 'Waited',
      priority: 'high',
      project_id: borealis.project_id,
    })
    const state_id = await stateOf(atlas.params, 'completed')
    expect(await max.refused('updateWorkItem', { params, body: { state_id } })).toMatchObject({ status: 400 })
    for (const refused of [
      await gus.refused('getWorkItem', { params }),
      await gus.refused('updateWorkItem', { params, body: { name: 'Hidden' } }),
    ])
      expect(refused).toMatchObject({ status: 404 })
    const members = [{ member_id: gus.id, role: role.guest }]
    await ann.call('addProjectMembers', { params: borealis, body: { members } })
    expect(await gus.refused('updateWorkItem', { params, body: { name: 'Not mine' } })).toMatchObject({
      status: 404,
    })
    await ann.call('archiveProject', { params: borealis })
    expect(await ann.refused('updateWorkItem', { params, body: { name: 'Archived' } })).toMatchObject({
      status: 400,
    })
  })

  test('gets a new key and is found by its old one', async () => {
    const item = await atlas.make('Moves')
    const [moved] = await move([item])
    expect(moved).toEqual({ id: item.id, project_id: borealis.project_id, sequence_id: 1 })
    expect(await byKey(`${letters}-1`)).toMatchObject({ id: item.id, updated_by: atlas.cast.ann.id })
    expect(await byKey(`ATL-${item.sequence_id}`)).toMatchObject({ id: item.id, sequence_id: 1 })
    const { results } = await atlas.cast.ann.call('listWorkItems', { params: atlas.params })
    expect(Array.isArray(results) && results.some(({ id }) => id === item.id)).toBe(false)
    expect((await atlas.make('Next', {}, atlas.cast.ann, borealis)).sequence_id).toBe(2)
  })

  test('gets the state and labels of the same name and loses people without access', async () => {
    const { ann, max } = atlas.cast
    const names = ['Shared', 'Alone'] as const
    const [shared, alone] = [
      await label(`${names[0]} ${made}`, atlas.params),
      await label(`${names[1]} ${made}`, atlas.params),
    ]
    const there = await label(`shared ${made}`, borealis)
    const item = await atlas.make('Moves', {
      state_id: atlas.states['started'],
      label_ids: [shared.id, alone.id],
      assignee_ids: [ann.id, max.id],
    })
    await ann.call('removeProjectMember', {
      params: { ...borealis, member_id: await membership(max.id) },
    })
    await move([item])
    expect(await byKey(`${letters}-1`)).toMatchObject({
      state_id: await stateOf(borealis, 'started'),
      state__group: 'started',
      label_ids: [there.id],
      assignee_ids: [ann.id],
    })
    expect((await atlas.stored(item))['subscriber_ids']).toEqual([ann.id])
  })

  test('moves with archived and deleted descendants and leaves its parent', async () => {
    const { ann } = atlas.cast
    const whole = await atlas.make('Whole')
    const part = await atlas.make('Part', { parent_id: whole.id })
    const state_id = atlas.states['completed']
    const archived = await atlas.make('Archived', { parent_id: part.id, state_id })
    const trashed = await atlas.make('Trashed', { parent_id: part.id })
    await ann.call('archiveWorkItem', { params: { ...atlas.params, id: archived.id } })
    await ann.call('deleteWorkItem', { params: { ...atlas.params, id: trashed.id } })
    const moved = await move([part])
    expect(moved.map(({ id }) => id)).toEqual([part.id])
    for (const item of [part, archived, trashed])
      expect((await atlas.stored(item))['project_id']).toBe(borealis.project_id)
    expect(await atlas.stored(part)).toMatchObject({ parent_id: null, sub_issues_count: 0 })
    expect(await atlas.stored(archived)).toMatchObject({ parent_id: part.id })
    expect(await atlas.stored(whole)).toMatchObject({ sub_issues_count: 0 })
    const restored = await ann.call('restoreWorkItem', { params: { ...borealis, id: trashed.id } })
    expect(restored).toMatchObject({ parent_id: part.id, state__group: 'backlog' })
    expect(await atlas.stored(part)).toMatchObject({ sub_issues_count: 1 })
  })

  test('gets lost values back when it returns', async () => {
    const { ann, max } = atlas.cast
    const alone = await label(`Only here ${made}`, atlas.params)
    const review = await ann.call('createState', {
      params: atlas.params,
      body: { name: `Review ${made}`, color: '#1a2b3c', group: 'started' },
    })
    const whole = await atlas.make('Whole')
    const item = await atlas.make('Returns', {
      state_id: review.id,
      label_ids: [alone.id],
      assignee_ids: [max.id],
      parent_id: whole.id,
    })
    await ann.call('removeProjectMember', { params: { ...borealis, member_id: await membership(max.id) } })
    await move([item])
    expect(await byKey(`${letters}-1`)).toMatchObject({ label_ids: [], assignee_ids: [], parent_id: null })
    expect((await atlas.stored(item))['subscriber_ids']).not.toContain(max.id)
    await move([item], { from: borealis, to: atlas.params })
    expect((await atlas.stored(item))['subscriber_ids']).toContain(max.id)
    expect(await byKey(`ATL-${item.sequence_id}`)).toMatchObject({
      sequence_id: item.sequence_id,
      state_id: review.id,
      label_ids: [alone.id],
      assignee_ids: [max.id],
      parent_id: whole.id,
    })
    expect(await atlas.stored(whole)).toMatchObject({ sub_issues_count: 1 })
    expect(await byKey(`${letters}-1`)).toMatchObject({ id: item.id, sequence_id: item.sequence_id })
    expect((await move([item]))[0]?.sequence_id).toBe(1)
  })

  test('keeps a state that was set meanwhile', async () => {
    const item = await atlas.make('Done elsewhere', { state_id: atlas.states['unstarted'] })
    await move([item])
    const state_id = await stateOf(borealis, 'completed')
    await atlas.cast.ann.call('updateWorkItem', { params: { ...borealis, id: item.id }, body: { state_id } })
    const { completed_at } = await atlas.stored(item)
    await move([item], { from: borealis, to: atlas.params })
    expect(await atlas.stored(item)).toMatchObject({ state_id: atlas.states['completed'], completed_at })
  })

  test('keeps its relations, which are published to those who see both items', async () => {
    const { ann } = atlas.cast
    const [item, other] = [await atlas.make('Related'), await atlas.make('Other')]
    const body = { relation_type: 'blocked_by' as const, issues: [other.id] }
    await ann.call('createRelations', { params: { ...atlas.params, id: item.id }, body })
    const left = await atlas.changes(() => move([item]))
    const relation = left.find(({ entity }) => entity === 'work_item_relations')
    expect(Object.values(relation?.fields ?? {})).toContain(borealis.project_id)
    const related = await ann.call('listRelations', { params: { ...borealis, id: item.id } })
    expect(JSON.stringify(related)).toContain(other.id)
  })

  test('is deleted for those without access to the target and complete for those with access', async () => {
    const { ann, max, gus } = atlas.cast
    const item = await atlas.make('Seen')
    await atlas.give(item, gus)
    const [maxs, guss] = [await connectLive(atlas.server, max), await connectLive(atlas.server, gus)]
    await maxs.subscribe(atlas.cast.slug)
    await guss.subscribe(atlas.cast.slug)
    await move([item], { who: ann })
    await guss.hears((change) => change.id === item.id && change.op === 'delete')
    await maxs.hears(
      (change) => change.id === item.id && change.op === 'update' && change.fields['name'] === 'Seen',
    )
    const refusal = await gus.refused('getWorkItemByKey', {
      params: { slug: atlas.params.slug, key: `ATL-${item.sequence_id}` },
    })
    expect(refusal.status).toBe(404)
    maxs.close()
    guss.close()
  })

  test('is reported to clients that keep a copy of the project', async () => {
    const item = await atlas.make('Copied')
    const query = { updated_at__gt: new Date(Date.now() - 1000).toISOString() }
    await move([item])
    const gone = await atlas.cast.ann.call('listDeletedWorkItems', { params: atlas.params, query })
    expect(gone).toContain(item.id)
  })

  test('comes after existing items, in the former order', async () => {
    const there = await atlas.make('There', {}, atlas.cast.ann, borealis)
    const items = [await atlas.make('One'), await atlas.make('Two'), await atlas.make('Three')]
    await move(items.toReversed())
    const query = { order_by: 'sort_order' }
    const { results } = await atlas.cast.ann.call('listWorkItems', { params: borealis, query })
    const names = Array.isArray(results) ? results.map(({ name }) => name) : []
    expect(names).toEqual([there.name, 'One', 'Two', 'Three'])
  })
})

describe('a move is rejected', () => {
  test('to the same project, another workspace, or an unknown project', async () => {
    const item = await atlas.make('Stays')
    for (const to of [
      atlas.params,
      atlas.eves,
      { ...borealis, project_id: '01a2077d-1e9f-734e-8326-56446942a243' },
    ])
      expect(await refused([item], { to })).toMatchObject({
        status: 400,
        fields: { new_project_id: [expect.any(String)] },
      })
  })

  test('to a project without permission to create items', async () => {
    const { ann, max, gus } = atlas.cast
    const item = await atlas.make('Stays')
    const hidden = await atlas.makeProject(`Hidden ${made}`, `HI${made}`)
    expect(await refused([item], { to: hidden, who: max })).toMatchObject({ status: 400 })
    const members = [{ member_id: gus.id, role: role.guest }]
    await ann.call('addProjectMembers', { params: borealis, body: { members } })
    await ann.call('updateProjectMember', {
      params: { ...borealis, member_id: await membership(max.id) },
      body: { role: role.guest },
    })
    expect(await refused([item], { who: max })).toMatchObject({ status: 403 })
    await ann.call('archiveProject', { params: borealis })
    expect(await refused([item])).toMatchObject({ status: 400 })
  })

  test('for archived, foreign and unknown items', async () => {
    const done = await atlas.make('Done', { state_id: atlas.states['completed'] })
    await atlas.cast.ann.call('archiveWorkItem', { params: { ...atlas.params, id: done.id } })
    expect(await refused([done])).toMatchObject({ status: 403 })
    const elsewhere = await atlas.make('Elsewhere', {}, atlas.cast.ann, borealis)
    expect(await refused([elsewhere])).toMatchObject({ status: 404 })
    expect(await refused([])).toMatchObject({ status: 400 })
  })
})

test('concurrent moves in both directions finish, and each item has a unique key', async () => {
  const here = await Promise.all([1, 2, 3, 4].map((at) => atlas.make(`Here ${at}`)))
  const there = await Promise.all(
    [1, 2, 3, 4].map((at) => atlas.make(`There ${at}`, {}, atlas.cast.ann, borealis)),
  )
  await Promise.all([
    ...here.map((item) => move([item])),
    ...there.map((item) => move([item], { from: borealis, to: atlas.params })),
  ])
  const keys = await Promise.all(
    [...here, ...there].map(async (item) => {
      const { project_id, sequence_id } = await atlas.stored(item)
      return `${project_id} ${sequence_id}`
    }),
  )
  expect(new Set(keys).size).toBe(8)
})

async function membership(memberId: string): Promise<string> {
  const members = await atlas.cast.ann.call('listProjectMembers', { params: borealis })
  return members.find(({ member }) => member === memberId)?.id ?? ''
}
