import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'

let atlas: ProjectTestServer

beforeAll(async () => {
  atlas = await startProjectTestServer()
})
afterAll(() => atlas.close())

const at = (item: { id: string }) => ({ ...atlas.params, id: item.id })
const add = (parent: { id: string }, ...children: { id: string }[]) =>
  atlas.cast.max.call('addSubItems', {
    params: at(parent),
    body: { sub_issue_ids: children.map((child) => child.id) },
  })
const count = async (item: { id: string }) => (await atlas.stored(item))['sub_issues_count']

describe('the sub-items of a work item', () => {
  test('are listed newest first, with their state groups', async () => {
    const parent = await atlas.make('Whole')
    const open = await atlas.make('Open', { parent_id: parent.id })
    const done = await atlas.make('Done', { parent_id: parent.id, state_id: atlas.states['completed'] })
    const gone = await atlas.make('Gone', { parent_id: parent.id })
    await atlas.cast.ann.call('deleteWorkItem', { params: at(gone) })
    const family = await atlas.cast.max.call('listSubItems', { params: at(parent) })
    expect(family.state_distribution).toEqual({ backlog: [open.id], completed: [done.id] })
    expect(family.sub_issues).toEqual([done, open])
  })

  test('are grouped on request', async () => {
    const parent = await atlas.make('Grouped')
    const { ann, max } = atlas.cast
    const both = await atlas.make('Both', { parent_id: parent.id, assignee_ids: [ann.id, max.id] })
    const none = await atlas.make('None', { parent_id: parent.id, priority: 'high' })
    const ask = async (group_by: string) => {
      const { sub_issues } = await ann.call('listSubItems', { params: at(parent), query: { group_by } })
      return Object.fromEntries(
        Object.entries(sub_issues).map(([key, items]) => [key, items.map((item: { id: string }) => item.id)]),
      )
    }
    expect(await ask('assignees__id')).toEqual({ [ann.id]: [both.id], [max.id]: [both.id], None: [none.id] })
    expect(await ask('priority')).toEqual({ none: [both.id], high: [none.id] })
    expect(await ask('state__group')).toEqual({ backlog: [none.id, both.id] })
    expect(
      (await ann.refused('listSubItems', { params: at(parent), query: { group_by: 'password' } })).status,
    ).toBe(400)
  })

  test('of others are hidden from a restricted guest', async () => {
    const parent = await atlas.make('Whole')
    const own = await atlas.make('Own', { parent_id: parent.id })
    await atlas.make('Others', { parent_id: parent.id })
    for (const item of [parent, own]) await atlas.give(item, atlas.cast.gus)
    const family = await atlas.cast.gus.call('listSubItems', { params: at(parent) })
    expect(family.state_distribution).toEqual({ backlog: [own.id] })
  })
})

describe('security 47: a restricted guest', () => {
  test('cannot add items below one they cannot see', async () => {
    const { ann, gus } = atlas.cast
    const [own, above, hidden] = [
      await atlas.make('Own'),
      await atlas.make('Above'),
      await atlas.make('Hidden'),
    ]
    for (const item of [own, above]) await atlas.give(item, gus)
    const refuse = (parent_id: string) =>
      gus.refused('updateWorkItem', { params: at(own), body: { parent_id } })
    const unseen = await atlas.changingNothing(() => refuse(hidden.id))
    expect(unseen).toMatchObject({ status: 400, fields: { parent_id: expect.any(Array) } })
    // The server must not reveal that an item exists which the user cannot see.
    expect(unseen).toEqual(await refuse(crypto.randomUUID()))
    await gus.call('updateWorkItem', { params: at(own), body: { parent_id: above.id } })
    expect(await count(above)).toBe(1)
    await ann.call('updateWorkItem', { params: at(own), body: { parent_id: hidden.id } })
    const kept = await gus.call('updateWorkItem', {
      params: at(own),
      body: { parent_id: hidden.id, name: 'Still there' },
    })
    expect(kept).toMatchObject({ parent_id: hidden.id, name: 'Still there' })
    await gus.call('updateWorkItem', { params: at(own), body: { parent_id: null } })
    expect((await refuse(hidden.id)).status).toBe(400)
  })

  test('cannot delete or restore what they cannot see', async () => {
    const { ann, gus } = atlas.cast
    const own = await atlas.make('Own')
    await atlas.give(own, gus)
    const part = await atlas.make('Part', { parent_id: own.id })
    await atlas.give(part, gus)
    const others = await atlas.make('Others', { parent_id: part.id })
    const refusal = {
      status: 403,
      error: 'Some sub-items are not visible to you. Ask someone who has access to them.',
    }
    const refused = (call: 'deleteWorkItem' | 'restoreWorkItem') =>
      atlas.changingNothing(() => gus.refused(call, { params: at(own) }))
    expect(await refused('deleteWorkItem')).toMatchObject(refusal)
    await ann.call('deleteWorkItem', { params: at(own) })
    expect(await refused('restoreWorkItem')).toMatchObject(refusal)
    await ann.call('restoreWorkItem', { params: at(own) })
    await ann.call('updateWorkItem', { params: at(others), body: { parent_id: null } })
    await gus.call('deleteWorkItem', { params: at(own) })
    expect(await atlas.stored(others)).toMatchObject({ deleted_at: null })
    expect(await atlas.stored(part)).toMatchObject({ deleted_at: expect.any(Date) })
  })

  test('cannot add items of others below their own', async () => {
    const { gus } = atlas.cast
    const own = await atlas.make('Own')
    await atlas.give(own, gus)
    const other = await atlas.make('Other')
    const params = at(own)
    expect(await gus.refused('addSubItems', { params, body: { sub_issue_ids: [other.id] } })).toMatchObject({
      status: 403,
    })
  })
})

describe('adding sub-items', () => {
  test('is one batch and recounts both parents', async () => {
    const [from, to] = [await atlas.make('From'), await atlas.make('To')]
    const moved = await atlas.make('Moved', { parent_id: from.id })
    const free = await atlas.make('Free')
    const left = await atlas.changes(async () => {
      const { state_distribution } = await add(to, moved, free)
      expect(state_distribution).toEqual({ backlog: [free.id, moved.id] })
    })
    const byId = new Map(left.map((change) => [change.id, change.fields]))
    expect(left).toHaveLength(4)
    expect(byId.get(from.id)).toEqual({ sub_issues_count: 0 })
    expect(byId.get(to.id)).toEqual({ sub_issues_count: 2 })
    expect(byId.get(moved.id)).toMatchObject({ parent_id: to.id })
    await atlas.changingNothing(() => add(to, moved, free))
  })

  test('is undone by removing the parent', async () => {
    const parent = await atlas.make('Parent')
    const child = await atlas.make('Child')
    await add(parent, child)
    await atlas.cast.max.call('updateWorkItem', { params: at(child), body: { parent_id: null } })
    expect(await count(parent)).toBe(0)
  })

  test('never makes an item a descendant of itself', async () => {
    const top = await atlas.make('Top')
    const middle = await atlas.make('Middle', { parent_id: top.id })
    const bottom = await atlas.make('Bottom', { parent_id: middle.id })
    const free = await atlas.make('Free')
    await atlas.changingNothing(async () => {
      for (const [parent, child] of [
        [bottom, top],
        [middle, top],
        [top, top],
      ] as const) {
        const body = { sub_issue_ids: [free.id, child.id] }
        const refused = await atlas.cast.max.refused('addSubItems', { params: at(parent), body })
        expect(refused).toMatchObject({ status: 400, fields: { sub_issue_ids: [expect.any(String)] } })
      }
    })
  })

  test('requires ids', async () => {
    const parent = await atlas.make('Parent')
    expect(
      await atlas.changingNothing(() =>
        atlas.cast.max.refused('addSubItems', { params: at(parent), body: { sub_issue_ids: [] } }),
      ),
    ).toMatchObject({ status: 400, error: 'Sub Issue IDs are required' })
  })

  test('security 1: is for members, with items of the project', async () => {
    const [parent, child] = [await atlas.make('Parent'), await atlas.make('Child')]
    for (const item of [parent, child]) await atlas.give(item, atlas.cast.gus)
    const far = await atlas.make('Far', {}, atlas.cast.ann, await atlas.makeProject('Borealis', 'BOR'))
    const foreign = await atlas.make('Foreign', {}, atlas.cast.eve, atlas.eves)
    await atlas.changingNothing(async () => {
      const status = async (who: 'ann' | 'gus' | 'eve', of: { id: string }, ...ids: { id: string }[]) =>
        (
          await atlas.cast[who].refused('addSubItems', {
            params: at(of),
            body: { sub_issue_ids: ids.map((item) => item.id) },
          })
        ).status
      expect(await status('gus', parent, child)).toBe(403)
      expect(await status('eve', parent, child)).toBe(404)
      for (const other of [far, foreign]) {
        expect(await status('ann', parent, child, other)).toBe(404)
        expect(await status('ann', other, child)).toBe(404)
      }
    })
  })

  test('does not move archived items', async () => {
    const done = { state_id: atlas.states['completed'] }
    const [shelved, open] = [await atlas.make('Shelved', done), await atlas.make('Open')]
    await atlas.cast.ann.call('archiveWorkItem', { params: at(shelved) })
    await atlas.changingNothing(async () => {
      for (const [parent, child] of [
        [shelved, open],
        [open, shelved],
      ] as const) {
        const body = { sub_issue_ids: [child.id] }
        expect((await atlas.cast.ann.refused('addSubItems', { params: at(parent), body })).status).toBe(403)
      }
    })
  })
})
