import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { role } from '#common/platform/roles.ts'
import { type RelationName, relationNames } from '#common/work/relations/rules.ts'
import type { ApiClient } from '../../support/api-client.ts'
import { connectLive } from '../../support/live-client.ts'
import {
  type ProjectPathParams,
  type ProjectTestServer,
  startProjectTestServer,
} from '../../support/project-test-server.ts'

type Item = { id: string; project_id: string }

let atlas: ProjectTestServer
/** A project of the same workspace that only Ann is in. */
let borealis: ProjectPathParams

beforeAll(async () => {
  atlas = await startProjectTestServer()
  borealis = await atlas.makeProject('Borealis', 'BOR')
})
afterAll(() => atlas.close())

const at = (item: Item) => ({ ...atlas.params, project_id: item.project_id, id: item.id })
const body = (relation_type: RelationName, ...items: { id: string }[]) => ({
  relation_type,
  issues: items.map((item) => item.id),
})
const relate = (item: Item, name: RelationName, ...others: Item[]) =>
  atlas.cast.ann.call('createRelations', { params: at(item), body: body(name, ...others) })
const refused = (item: Item, name: RelationName, other: { id: string }, who: ApiClient = atlas.cast.max) =>
  who.refused('createRelations', { params: at(item), body: body(name, other) })

/** Returns the relations of the item: for each name of a relation, the ids of the related items. */
async function seen(item: Item, who: ApiClient = atlas.cast.ann): Promise<Record<string, string[]>> {
  const relations = await who.call('listRelations', { params: at(item) })
  const named = Object.entries(relations).map(([name, items]) => [name, items.map((one) => one.id)] as const)
  return Object.fromEntries(named.filter(([, ids]) => ids.length > 0))
}

describe('a relation', () => {
  test.each([
    ['relates_to', 'relates_to'],
    ['duplicate', 'duplicate'],
    ['blocked_by', 'blocking'],
    ['start_before', 'start_after'],
    ['finish_before', 'finish_after'],
    ['implemented_by', 'implements'],
  ] as const)('%s is seen from the other side as %s', async (name, inverse) => {
    const [a, b, c] = [await atlas.make('A'), await atlas.make('B'), await atlas.make('C')]
    await relate(a, name, b)
    expect(await seen(a)).toEqual({ [name]: [b.id] })
    expect(await seen(b)).toEqual({ [inverse]: [a.id] })
    await relate(b, inverse, c)
    expect(await seen(b)).toEqual(name === inverse ? { [name]: [a.id, c.id] } : { [inverse]: [a.id, c.id] })
  })

  test('returns every name and the related items', async () => {
    const [a, b] = [await atlas.make('A'), await atlas.make('B', { priority: 'high' })]
    const [made] = await relate(a, 'blocking', b)
    expect(made).toMatchObject({
      id: b.id,
      name: 'B',
      priority: 'high',
      sequence_id: b.sequence_id,
      project__identifier: 'ATL',
      relation_type: 'blocking',
      relation_id: expect.any(String),
    })
    const all = await atlas.cast.ann.call('listRelations', { params: at(a) })
    expect(Object.keys(all).sort()).toEqual([...relationNames].sort())
  })

  test('is published once to those who see both items', async () => {
    const [a, b] = [await atlas.make('A'), await atlas.make('B')]
    const max = await connectLive(atlas.server, atlas.cast.max)
    await max.subscribe(atlas.cast.slug)
    const left = await atlas.changes(() => relate(a, 'blocking', b))
    expect(left).toMatchObject([
      {
        entity: 'work_item_relations',
        op: 'create',
        fields: { issue_id: b.id, related_issue_id: a.id, relation_type: 'blocked_by' },
      },
    ])
    expect(left[0]?.fields).not.toHaveProperty('issue_created_by')
    await max.hears((change) => change.id === left[0]?.id)
    const gone = await atlas.changes(() =>
      atlas.cast.max.call('removeRelation', {
        params: at(a),
        body: { relation_type: 'blocking', related_issue: b.id },
      }),
    )
    expect(gone).toMatchObject([{ op: 'delete', id: left[0]?.id }])
    await max.hears((change) => change.id === left[0]?.id && change.op === 'delete')
    max.close()
  })

  test('created twice, from either side, is stored once', async () => {
    const [a, b] = [await atlas.make('A'), await atlas.make('B')]
    const [first] = await relate(a, 'blocked_by', b)
    const again = await atlas.changingNothing(() => relate(b, 'blocking', a))
    expect(again[0]?.relation_id).toBe(first?.relation_id)
    await relate(a, 'relates_to', b)
    await atlas.changingNothing(() => relate(b, 'relates_to', a))
  })

  test('may exist next to others between the same items', async () => {
    const [a, b] = [await atlas.make('A'), await atlas.make('B')]
    for (const name of ['blocked_by', 'relates_to', 'implements'] as const) await relate(a, name, b)
    expect(await seen(a)).toEqual({ blocked_by: [b.id], relates_to: [b.id], implements: [b.id] })
    const { implements: [one] = [] } = await atlas.cast.ann.call('listRelations', { params: at(a) })
    await atlas.cast.max.call('deleteRelation', {
      params: { ...at(b), relation_id: one?.relation_id ?? '' },
    })
    expect(await seen(a)).toEqual({ blocked_by: [b.id], relates_to: [b.id] })
  })

  test('is hidden with a deleted item and returns with it', async () => {
    const [a, b] = [await atlas.make('A'), await atlas.make('B')]
    await relate(a, 'blocked_by', b)
    await atlas.cast.ann.call('deleteWorkItem', { params: at(b) })
    expect(await seen(a)).toEqual({})
    await atlas.cast.ann.call('restoreWorkItem', { params: at(b) })
    expect(await seen(a)).toEqual({ blocked_by: [b.id] })
  })

  test('moves without a change while its other item is deleted', async () => {
    const { ann } = atlas.cast
    const [a, b] = [await atlas.make('A'), await atlas.make('B')]
    const [made] = await relate(a, 'blocked_by', b)
    await ann.call('deleteWorkItem', { params: at(b) })
    const place = await atlas.makeProject('Moved to', 'MVT')
    const body = { issue_ids: [a.id], new_project_id: place.project_id }
    const moved = await atlas.changes(() => ann.call('moveWorkItems', { params: atlas.params, body }))
    expect(moved.filter(({ entity }) => entity === 'work_item_relations')).toEqual([])
    const back = await atlas.changes(() => ann.call('restoreWorkItem', { params: at(b) }))
    expect(back).toContainEqual(
      expect.objectContaining({
        id: made?.relation_id,
        op: 'create',
        fields: expect.objectContaining({ project_id: place.project_id }),
      }),
    )
  })
})

describe('the relations of a project', () => {
  const all = async (who: ApiClient, params: ProjectPathParams = atlas.params) =>
    (await who.call('listProjectRelations', { params })).map((relation) => relation.id)
  const idOf = async (made: Promise<{ relation_id: string }[]>) => (await made)[0]?.relation_id ?? ''

  test('are listed as stored, without deleted items', async () => {
    const [a, b, c] = [await atlas.make('A'), await atlas.make('B'), await atlas.make('C')]
    const kept = await idOf(relate(a, 'blocking', b))
    const trashed = await idOf(relate(a, 'relates_to', c))
    const rows = await atlas.cast.max.call('listProjectRelations', { params: atlas.params })
    expect(rows.find((row) => row.id === kept)).toMatchObject({
      issue_id: b.id,
      related_issue_id: a.id,
      relation_type: 'blocked_by',
      project_id: atlas.params.project_id,
    })
    expect(rows.find((row) => row.id === kept)).not.toHaveProperty('issue_created_by')
    expect(await all(atlas.cast.max)).toContain(trashed)
    await atlas.cast.ann.call('deleteWorkItem', { params: at(c) })
    const left = await all(atlas.cast.max)
    expect([left.includes(kept), left.includes(trashed)]).toEqual([true, false])
  })

  test('leave out items elsewhere that the caller cannot see', async () => {
    const [a, far] = [await atlas.make('A'), await atlas.make('Far', {}, atlas.cast.ann, borealis)]
    const relation = await idOf(relate(a, 'blocked_by', far))
    expect(await all(atlas.cast.ann)).toContain(relation)
    expect(await all(atlas.cast.ann, borealis)).toEqual(expect.arrayContaining([relation]))
    expect(await all(atlas.cast.max)).not.toContain(relation)
    expect((await atlas.cast.eve.refused('listProjectRelations', { params: atlas.params })).status).toBe(404)
    expect((await atlas.cast.max.refused('listProjectRelations', { params: borealis })).status).toBe(404)
  })

  test('of a restricted guest are those between their own items', async () => {
    const [own, other, hidden] = [
      await atlas.make('Own'),
      await atlas.make('Other'),
      await atlas.make('Hidden'),
    ]
    for (const item of [own, other]) await atlas.give(item, atlas.cast.gus)
    const seen = await idOf(relate(own, 'blocking', other))
    const unseen = await idOf(relate(own, 'blocking', hidden))
    const ids = await all(atlas.cast.gus)
    expect([ids.includes(seen), ids.includes(unseen)]).toEqual([true, false])
  })
})

describe('a work item', () => {
  test('never waits for itself, over any number of steps', async () => {
    const [a, b, c] = [await atlas.make('A'), await atlas.make('B'), await atlas.make('C')]
    await relate(a, 'blocked_by', b)
    await relate(b, 'start_after', c)
    await atlas.changingNothing(async () => {
      for (const [item, name, other] of [
        [a, 'blocked_by', a],
        [b, 'blocked_by', a],
        [a, 'blocking', c],
        [a, 'finish_before', b],
        [c, 'blocked_by', a],
      ] as const) {
        const { status, fields } = await refused(item, name, other)
        expect([status, fields]).toEqual([400, { issues: [expect.any(String)] }])
      }
    })
    await relate(b, 'finish_before', c)
  })

  test('never waits for itself after two concurrent requests', async () => {
    const [a, b] = [await atlas.make('A'), await atlas.make('B')]
    const answers = await Promise.allSettled([relate(a, 'blocked_by', b), relate(b, 'blocked_by', a)])
    expect(answers.map((answer) => answer.status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('cannot be related while it is archived', async () => {
    const [a, b] = [await atlas.make('A', { state_id: atlas.states['completed'] }), await atlas.make('B')]
    await atlas.cast.ann.call('archiveWorkItem', { params: at(a) })
    expect((await atlas.changingNothing(() => refused(a, 'blocking', b))).status).toBe(403)
  })
})

describe('security 1, 9, 51: relating', () => {
  test('is for members and finds only accessible items', async () => {
    const [a, b] = [await atlas.make('A'), await atlas.make('B')]
    const [relation] = await relate(a, 'relates_to', b)
    await atlas.give(a, atlas.cast.gus)
    const hidden = await atlas.make('Hidden', {}, atlas.cast.ann, borealis)
    const foreign = await atlas.make('Foreign', {}, atlas.cast.eve, atlas.eves)
    await atlas.changingNothing(async () => {
      expect((await refused(a, 'blocking', b, atlas.cast.gus)).status).toBe(403)
      expect((await refused(a, 'blocking', b, atlas.cast.eve)).status).toBe(404)
      for (const other of [hidden, foreign, { id: crypto.randomUUID() }]) {
        expect((await refused(a, 'blocking', other)).status).toBe(404)
      }
      expect((await refused(foreign, 'blocking', a)).status).toBe(404)
      expect((await refused({ ...hidden, project_id: a.project_id }, 'blocking', a)).status).toBe(404)
      const one = { ...at(a), relation_id: relation?.relation_id ?? '' }
      expect((await atlas.cast.gus.refused('deleteRelation', { params: one })).status).toBe(403)
      const mixed = { ...at(hidden), project_id: a.project_id, relation_id: one.relation_id }
      expect((await atlas.cast.max.refused('deleteRelation', { params: mixed })).status).toBe(404)
      const none = { relation_type: 'duplicate', related_issue: b.id }
      expect((await atlas.cast.max.refused('removeRelation', { params: at(a), body: none })).status).toBe(404)
    })
  })

  test('across projects is visible to and removed by those who see both', async () => {
    const [a, far] = [await atlas.make('A'), await atlas.make('Far', {}, atlas.cast.ann, borealis)]
    const [relation] = await relate(a, 'blocked_by', far)
    expect(await seen(a)).toEqual({ blocked_by: [far.id] })
    expect(await seen(a, atlas.cast.max)).toEqual({})
    const params = { ...at(a), relation_id: relation?.relation_id ?? '' }
    const hidden = await atlas.changingNothing(() => atlas.cast.max.refused('deleteRelation', { params }))
    expect(hidden.status).toBe(404)
  })

  test('requires a member of both projects, not a guest', async () => {
    const open = await atlas.makeProject('Open', 'OPN')
    await atlas.cast.ann.call('updateProject', { params: open, body: { guest_view_all_features: true } })
    const members = [{ member_id: atlas.cast.max.id, role: role.guest }]
    await atlas.cast.ann.call('addProjectMembers', { params: open, body: { members } })
    const [a, read] = [await atlas.make('A'), await atlas.make('Read', {}, atlas.cast.ann, open)]
    expect((await atlas.changingNothing(() => refused(a, 'blocking', read))).status).toBe(403)
    await relate(a, 'blocking', read)
    expect(await seen(a, atlas.cast.max)).toEqual({ blocking: [read.id] })
  })

  test('shows restricted guests only their own items', async () => {
    const [own, other, hidden] = [
      await atlas.make('Own'),
      await atlas.make('Other'),
      await atlas.make('Hidden'),
    ]
    for (const item of [own, other]) await atlas.give(item, atlas.cast.gus)
    const left = await atlas.changes(() => relate(own, 'blocking', other, hidden))
    expect(await seen(own, atlas.cast.gus)).toEqual({ blocking: [other.id] })
    expect((await atlas.cast.gus.refused('listRelations', { params: at(hidden) })).status).toBe(404)
    const hears = (item: Item) => left.find((change) => change.fields['issue_id'] === item.id)?.audience ?? []
    const own_room = `creator:${atlas.params.project_id}:${atlas.cast.gus.id}`
    expect([hears(other).includes(own_room), hears(hidden).includes(own_room)]).toEqual([true, false])
  })
})
