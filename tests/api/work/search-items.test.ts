import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import { runSql } from '../../support/api-client.ts'
import {
  type ProjectPathParams,
  type ProjectTestServer,
  startProjectTestServer,
} from '../../support/project-test-server.ts'

let atlas: ProjectTestServer
let borealis: ProjectPathParams

beforeAll(async () => {
  atlas = await startProjectTestServer()
  borealis = await atlas.makeProject('Borealis', 'BOR')
})
afterAll(() => atlas.close())

const at = (item: { id: string }) => ({ ...atlas.params, id: item.id })

async function names(query: Record<string, string>, who = atlas.cast.ann): Promise<string[]> {
  const found = await who.call('searchWorkItems', { params: atlas.params, query })
  return found.map((item) => item.name).sort()
}

describe('searching work items', () => {
  test('finds by name, number and project identifier', async () => {
    const item = await atlas.make('Paint 100% of the _fence_', { start_date: '2026-03-01' })
    const [found] = await atlas.cast.max.call('searchWorkItems', {
      params: atlas.params,
      query: { search: ' PAINT ' },
    })
    const state = await atlas.stored(item)
    expect(found).toEqual({
      id: item.id,
      name: item.name,
      start_date: '2026-03-01',
      sequence_id: item.sequence_id,
      project_id: item.project_id,
      project__name: 'Atlas',
      project__identifier: 'ATL',
      workspace__slug: 'acme',
      state_id: state['state_id'],
      state__name: 'Backlog',
      state__group: 'backlog',
      state__color: '#60646C',
      priority: 'none',
    })
    for (const search of ['0% of', '_fence', `ATL-${item.sequence_id}`, 'atl', String(item.sequence_id)]) {
      expect(await names({ search })).toContain(item.name)
    }
    for (const search of ['0%of', 'xfence', 'Paint_100', '99999999999999999999', 'nothing like it']) {
      expect(await names({ search })).not.toContain(item.name)
    }
  })

  test('leaves out items that are in no list', async () => {
    const [trashed, archived] = [
      await atlas.make('Lost A'),
      await atlas.make('Lost B', { state_id: atlas.states['completed'] }),
    ]
    await atlas.make('Lost and found')
    await atlas.cast.ann.call('deleteWorkItem', { params: at(trashed) })
    await atlas.cast.ann.call('archiveWorkItem', { params: at(archived) })
    expect(await names({ search: 'lost' })).toEqual(['Lost and found'])
  })

  test('includes other projects on request', async () => {
    await atlas.make('Wide here')
    await atlas.make('Wide there', {}, atlas.cast.ann, borealis)
    await atlas.make('Wide abroad', {}, atlas.cast.eve, atlas.eves)
    expect(await names({ search: 'wide' })).toEqual(['Wide here'])
    expect(await names({ search: 'wide', workspace_search: 'true' })).toEqual(['Wide here', 'Wide there'])
    expect(await names({ search: 'wide', workspace_search: 'true' }, atlas.cast.max)).toEqual(['Wide here'])
    // A search for a parent ignores `workspace_search`, because a parent and its sub-items are in the same
    // project.
    expect(await names({ search: 'wide', workspace_search: 'true', parent: 'true' })).toEqual(['Wide here'])
  })

  test('returns at most a hundred items, newest first', async () => {
    const big = await atlas.makeProject('Big', 'BIG')
    const first = await atlas.make('Item', {}, atlas.cast.ann, big)
    await runSql(
      atlas.server.databaseUrl,
      `insert into work_items (id, workspace_id, project_id, sequence_id, name, state_id, state__group, sort_order, created_by, created_at)
       select uuidv7(), workspace_id, project_id, n + 1, name, state_id, state__group, n, created_by, created_at + n * interval '1 s'
       from work_items, generate_series(1, 120) n where id = $1`,
      [first.id],
    )
    const found = await atlas.cast.ann.call('searchWorkItems', { params: big })
    expect(found.map((item) => item.sequence_id)).toEqual(Array.from({ length: 100 }, (_, at) => 121 - at))
  })
})

describe('items that cannot be picked are left out', () => {
  test('as a parent: itself, its parent, all descendants', async () => {
    const top = await atlas.make('Kin top')
    const item = await atlas.make('Kin', { parent_id: top.id })
    const below = await atlas.make('Kin below', { parent_id: item.id })
    await atlas.make('Kin bottom', { parent_id: below.id })
    await atlas.make('Kin other')
    const query = { search: 'kin', issue_id: item.id }
    expect(await names({ ...query, parent: 'true' })).toEqual(['Kin other'])
    expect(await names({ ...query, parent: 'false' })).toEqual([
      'Kin below',
      'Kin bottom',
      'Kin other',
      'Kin top',
    ])
  })

  test('as a sub-item: all ancestors, and items with a parent', async () => {
    const top = await atlas.make('Sub top')
    const middle = await atlas.make('Sub middle', { parent_id: top.id })
    const item = await atlas.make('Sub', { parent_id: middle.id })
    await atlas.make('Sub other')
    expect(await names({ search: 'sub', issue_id: item.id, sub_issue: 'true' })).toEqual(['Sub other'])
  })

  test('as a relation: itself, and items that are already related', async () => {
    const [item, one, two] = [
      await atlas.make('Rel'),
      await atlas.make('Rel one'),
      await atlas.make('Rel two'),
    ]
    await atlas.make('Rel free')
    const relate = (of: { id: string }, to: { id: string }) =>
      atlas.cast.ann.call('createRelations', {
        params: at(of),
        body: { relation_type: 'blocked_by', issues: [to.id] },
      })
    await relate(item, one)
    await relate(two, item)
    expect(await names({ search: 'rel', issue_id: item.id, issue_relation: 'true' })).toEqual(['Rel free'])
  })

  test('leaves out items that are in a cycle or module or have a target date', async () => {
    const [cycle, module] = [newId(), newId()]
    const item = await atlas.make('Plan', { target_date: '2026-05-01' })
    await atlas.make('Plan free')
    await runSql(
      atlas.server.databaseUrl,
      "insert into cycles (id, workspace_id, project_id, name, sort_order) values ($1, $2, $3, 'Sprint', 1)",
      [cycle, item.workspace_id, item.project_id],
    )
    await runSql(
      atlas.server.databaseUrl,
      'update work_items set cycle_id = $2, module_ids = array[$3::uuid] where id = $1',
      [item.id, cycle, module],
    )
    const queries: Record<string, string>[] = [{ cycle: 'true' }, { module }, { target_date: 'none' }]
    for (const query of queries) {
      expect(await names({ search: 'plan', ...query })).toEqual(['Plan free'])
    }
    expect(await names({ search: 'plan', module: newId(), cycle: 'false' })).toEqual(['Plan', 'Plan free'])
  })
})

describe('security 10, 47: a search', () => {
  test('shows restricted guests only their own items', async () => {
    const own = await atlas.make('Seen by Gus')
    await atlas.make('Seen by others')
    await atlas.give(own, atlas.cast.gus)
    for (const workspace_search of ['true', 'false']) {
      expect(await names({ search: 'seen', workspace_search }, atlas.cast.gus)).toEqual(['Seen by Gus'])
    }
  })

  test('applies the rules of each project', async () => {
    const open = await atlas.makeProject('Open', 'OPN')
    const members = [
      { member_id: atlas.cast.gus.id, role: role.guest },
      { member_id: atlas.cast.max.id, role: role.guest },
    ]
    await atlas.cast.ann.call('addProjectMembers', { params: open, body: { members } })
    await atlas.make('Rule here')
    await atlas.make('Rule open', {}, atlas.cast.ann, open)
    const search = (who = atlas.cast.gus) => names({ search: 'rule', workspace_search: 'true' }, who)
    expect(await search()).toEqual([])
    expect(await search(atlas.cast.max)).toEqual(['Rule here'])
    await atlas.cast.ann.call('updateProject', { params: open, body: { guest_view_all_features: true } })
    expect(await search()).toEqual(['Rule open'])
    expect(await search(atlas.cast.max)).toEqual(['Rule here', 'Rule open'])
    await atlas.cast.ann.call('archiveProject', { params: open })
    expect(await search()).toEqual([])
  })

  test('is for members, for an item that they see', async () => {
    const hidden = await atlas.make('Hidden', {}, atlas.cast.ann, borealis)
    const refused = async (who: 'max' | 'gus' | 'eve', query: Record<string, string>) =>
      (await atlas.cast[who].refused('searchWorkItems', { params: atlas.params, query })).status
    expect(await refused('eve', {})).toBe(404)
    expect(await refused('max', { issue_id: hidden.id })).toBe(404)
    expect(await refused('gus', { issue_id: (await atlas.make('Not his')).id })).toBe(404)
    expect(await refused('max', { issue_id: 'none' })).toBe(400)
    expect(await refused('max', { parent: 'maybe' })).toBe(400)
    expect(await refused('max', { search: 'a\u0000b' })).toBe(400)
  })
})
