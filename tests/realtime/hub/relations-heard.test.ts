import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Change } from '#common/platform/changes.ts'
import { role } from '#common/platform/roles.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import type { ApiClient } from '../../support/api-client.ts'
import { connectLive, type LiveClient } from '../../support/live-client.ts'
import {
  type ProjectPathParams,
  type ProjectTestServer,
  startProjectTestServer,
} from '../../support/project-test-server.ts'

let atlas: ProjectTestServer
/** Max is a member of this project too; Gus is a guest who sees everything. */
let open: ProjectPathParams
/** Neither Max nor Gus belongs to this project. */
let secret: ProjectPathParams

beforeAll(async () => {
  atlas = await startProjectTestServer()
  open = await atlas.makeProject('Open', 'OPN')
  secret = await atlas.makeProject('Secret', 'SEC')
  await atlas.cast.ann.call('updateProject', { params: open, body: { guest_view_all_features: true } })
  await atlas.cast.ann.call('addProjectMembers', {
    params: open,
    body: {
      members: [
        { member_id: atlas.cast.max.id, role: role.member },
        { member_id: atlas.cast.gus.id, role: role.guest },
      ],
    },
  })
})
afterAll(() => atlas.close())

const at = (item: { id: string; project_id: string }) => ({
  slug: atlas.cast.slug,
  project_id: item.project_id,
  id: item.id,
})

async function relate(a: WorkItemRow, b: WorkItemRow): Promise<string> {
  const body = { relation_type: 'blocking', issues: [b.id] }
  const [made] = await atlas.cast.ann.call('createRelations', { params: at(a), body })
  return made?.relation_id ?? ''
}

/**
 * Returns the relation changes that Ann, Max and Gus receive. A change visible to all of them marks the end.
 */
async function heardDuring(act: () => Promise<unknown>): Promise<Record<'ann' | 'max' | 'gus', Change[]>> {
  const { ann, max, gus } = atlas.cast
  const clients: LiveClient[] = []
  for (const who of [ann, max, gus]) {
    const client = await connectLive(atlas.server, who)
    clients.push(client)
    await client.subscribe(atlas.cast.slug)
  }
  await act()
  const last = await atlas.make('Behind it', {}, ann, open)
  const heard = await Promise.all(
    clients.map(async (client) => {
      await client.hears((change) => change.id === last.id)
      client.close()
      return client.heard.filter((change) => change.entity === 'work_item_relations')
    }),
  )
  const [byAnn = [], byMax = [], byGus = []] = heard
  return { ann: byAnn, max: byMax, gus: byGus }
}

/** Returns who sees the relation in the lists of relations of the three projects. */
async function seers(id: string): Promise<Record<'ann' | 'max' | 'gus', boolean>> {
  const finds = async (who: ApiClient) => {
    const lists = [atlas.params, open, secret].map((params) =>
      who.call('listProjectRelations', { params }).catch(() => []),
    )
    return (await Promise.all(lists)).flat().some((relation) => relation.id === id)
  }
  const { ann, max, gus } = atlas.cast
  return { ann: await finds(ann), max: await finds(max), gus: await finds(gus) }
}

type Where = 'atlas' | 'open' | 'secret'
const place = (where: Where) => ({ atlas: atlas.params, open, secret })[where]

describe('security 51: sends a relation only to people who see both items', () => {
  test.each<[Where, 'ann' | 'gus', Where, 'ann' | 'gus']>([
    ['atlas', 'ann', 'atlas', 'ann'],
    ['atlas', 'gus', 'atlas', 'ann'],
    ['atlas', 'gus', 'atlas', 'gus'],
    ['atlas', 'ann', 'open', 'ann'],
    ['atlas', 'gus', 'open', 'ann'],
    ['open', 'ann', 'open', 'ann'],
    ['atlas', 'ann', 'secret', 'ann'],
    ['atlas', 'gus', 'secret', 'gus'],
    ['secret', 'ann', 'open', 'gus'],
  ])('%s by %s and %s by %s', async (one, byOne, other, byOther) => {
    const [a, b] = [
      await atlas.make('A', {}, atlas.cast.ann, place(one)),
      await atlas.make('B', {}, atlas.cast.ann, place(other)),
    ]
    await atlas.give(a, atlas.cast[byOne])
    await atlas.give(b, atlas.cast[byOther])
    let id = ''
    let expected = {}
    const heard = await heardDuring(async () => {
      id = await relate(a, b)
      expected = await seers(id)
      await atlas.cast.ann.call('deleteRelation', { params: { ...at(a), relation_id: id } })
    })
    const kinds = (changes: Change[]) => changes.map(({ op }) => op)
    for (const [who, sees] of Object.entries(expected))
      expect([who, kinds(heard[who as 'ann'])]).toEqual([who, sees ? ['create', 'delete'] : []])
  })
})

test('relations are trashed and restored with an item', async () => {
  const make = (name: string) => atlas.make(name)
  const [a, b, c] = [await make('A'), await make('B'), await make('C')]
  const [kept, hidden] = [await relate(a, b), await relate(b, c)]
  await atlas.cast.ann.call('deleteWorkItem', { params: at(c) })
  const heard = await heardDuring(async () => {
    await atlas.cast.ann.call('deleteWorkItem', { params: at(b) })
    // Restores item `b`. One of its relations stays hidden, because the other item of that relation is still
    // in the trash.
    await atlas.cast.ann.call('restoreWorkItem', { params: at(b) })
  })
  expect(heard.max.map(({ id, op }) => [id, op])).toEqual([
    [kept, 'delete'],
    [kept, 'create'],
  ])
  expect(heard.max[1]?.fields).toMatchObject({ id: kept, issue_id: b.id, related_issue_id: a.id })
  expect(heard.gus).toEqual([])
  const later = await heardDuring(() => atlas.cast.ann.call('restoreWorkItem', { params: at(c) }))
  expect(later.max).toMatchObject([{ id: hidden, op: 'create', fields: { id: hidden } }])
})
