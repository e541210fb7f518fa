import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { documentName } from '#common/documents/content/names.ts'
import { newId } from '#common/platform/ids.ts'
import { firstPosition, maxPosition, positionStep } from '#common/platform/positions.ts'
import { role } from '#common/platform/roles.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { type ApiClient, runSql } from '../../support/api-client.ts'
import { createWorkspaceWithUsers, type WorkspaceWithUsers } from '../../support/cast.ts'
import { recordFeedChanges } from '../../support/changes.ts'
import { closeClients, openDocumentClient, pollUntilTrue } from '../../support/document-clients.ts'
import { connectLive } from '../../support/live-client.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'
import { createTableInspector, type TableInspector } from '../../support/table-inspector.ts'

let server: TestServer
let cast: WorkspaceWithUsers
let tables: TableInspector
let params: { slug: string; project_id: string }
let eves: { slug: string; project_id: string }
let states: Record<string, string>

beforeAll(async () => {
  server = await startTestServer()
  cast = await createWorkspaceWithUsers(server)
  tables = await createTableInspector(server.databaseUrl)
  params = await makeProject('Atlas', 'ATL')
  const members = [
    { member_id: cast.max.id, role: role.member },
    { member_id: cast.gus.id, role: role.guest },
  ]
  await cast.ann.call('addProjectMembers', { params, body: { members } })
  const own = await cast.eve.call('createProject', {
    params: { slug: cast.eves },
    body: { name: 'Eves', identifier: 'EVE' },
  })
  eves = { slug: cast.eves, project_id: own.id }
  const listed = await cast.ann.call('listStates', { params })
  states = Object.fromEntries(Array.isArray(listed) ? listed.map((state) => [state.group, state.id]) : [])
})
afterEach(closeClients)
afterAll(async () => {
  await tables.close()
  await server.close()
})

async function makeProject(name: string, identifier: string) {
  const project = await cast.ann.call('createProject', {
    params: { slug: cast.slug },
    body: { name, identifier, network: 0 },
  })
  return { slug: cast.slug, project_id: project.id }
}

function make(name: string, more: object = {}, who = cast.ann): Promise<WorkItemRow> {
  return who.call('createWorkItem', { params, body: { name, ...more } })
}

async function madeBy(person: ApiClient, name: string): Promise<WorkItemRow> {
  const item = await make(name)
  await runSql(server.databaseUrl, 'update work_items set created_by = $1 where id = $2', [
    person.id,
    item.id,
  ])
  return item
}

const at = (item: { id: string }) => ({ ...params, id: item.id })
const changes = (act: () => Promise<unknown>) => recordFeedChanges(server, cast.workspace_id, act)

/** Checks that `act` leaves every row of every table unchanged. */
async function changingNothing<T>(act: () => Promise<T>): Promise<T> {
  const before = await tables.state()
  const result = await act()
  expect(await tables.state()).toEqual(before)
  return result
}

describe('a new work item', () => {
  test('starts in the default state with a number, at the end', async () => {
    const empty = await makeProject('Fresh', 'FRE')
    const create = (name: string) => cast.ann.call('createWorkItem', { params: empty, body: { name } })
    const [first, second] = [await create('  First '), await create('Second')]
    expect(first).toMatchObject({
      name: 'First',
      sequence_id: 1,
      state__group: 'backlog',
      priority: 'none',
      sort_order: firstPosition,
      assignee_ids: [],
      completed_at: null,
      created_by: cast.ann.id,
      updated_by: cast.ann.id,
    })
    expect(second).toMatchObject({ sequence_id: 2, sort_order: firstPosition + positionStep })
  })

  test('is published once, completely, to the whole project', async () => {
    const max = await connectLive(server, cast.max)
    await max.subscribe(cast.slug)
    const id = newId()
    const left = await changes(() => make('Heard', { id }, cast.max))
    expect(left).toHaveLength(1)
    expect(left[0]).toMatchObject({ entity: 'work_items', id, op: 'create', actor_id: cast.max.id })
    const heard = await max.hears((change) => change.id === id)
    expect(heard.fields).toEqual(await rowOf({ id }))
    max.close()
  })

  test('is created with all given values', async () => {
    const [label] = await cast.ann.call('listLabels', { params })
    const parent = await make('Parent')
    const given = {
      state_id: states['completed'],
      priority: 'urgent',
      parent_id: parent.id,
      assignee_ids: [cast.max.id, cast.ann.id],
      label_ids: [label?.id],
      start_date: '2026-02-01',
      target_date: '2026-02-03',
      sort_order: 12.5,
    }
    const item = await make('Full', given)
    expect(item).toMatchObject({ ...given, state__group: 'completed' })
    expect(item.completed_at).not.toBeNull()
  })

  test('gets the default assignee if none is given', async () => {
    const own = await makeProject('Assigned', 'ASG')
    await cast.ann.call('addProjectMembers', {
      params: own,
      body: { members: [{ member_id: cast.max.id, role: role.member }] },
    })
    await cast.ann.call('updateProject', { params: own, body: { default_assignee: cast.max.id } })
    const create = (body: object) =>
      cast.ann.call('createWorkItem', { params: own, body: { name: 'Whose', ...body } })
    expect((await create({})).assignee_ids).toEqual([cast.max.id])
    expect((await create({ assignee_ids: [] })).assignee_ids).toEqual([cast.max.id])
    expect((await create({ assignee_ids: [cast.ann.id] })).assignee_ids).toEqual([cast.ann.id])
    await runSql(
      server.databaseUrl,
      'update project_members set role = 5 where member_id = $1 and project_id = $2',
      [cast.max.id, own.project_id],
    )
    expect((await create({})).assignee_ids).toEqual([])
  })

  test('gets a unique number, also concurrently', async () => {
    const own = await makeProject('Crowded', 'CRO')
    const made = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        cast.ann.call('createWorkItem', { params: own, body: { name: `Item ${at}` } }),
      ),
    )
    expect(made.map((item) => item.sequence_id).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 30 }, (_, at) => at + 1),
    )
    const project = await cast.ann.call('getProject', { params: own })
    expect(project.next_work_item_sequence).toBe(31)
  })

  test('with an existing id is rejected', async () => {
    const item = await make('Original')
    const again = await changingNothing(() =>
      cast.ann.refused('createWorkItem', { params, body: { id: item.id, name: 'Copy' } }),
    )
    expect(again).toMatchObject({ status: 409, code: 'conflict' })
  })

  test('is not stored if its description is rejected', async () => {
    const refusal = await changingNothing(() =>
      cast.ann.refused('createWorkItem', {
        params,
        body: { name: 'Large', description_html: `<p>${'x'.repeat(10_500_000)}</p>` },
      }),
    )
    expect(refusal.status).toBeGreaterThanOrEqual(400)
  })
})

describe('a broken rule', () => {
  const broken: [string, string, () => Promise<object> | object][] = [
    [
      'an end before the start',
      'start_date',
      () => ({ start_date: '2026-03-02', target_date: '2026-03-01' }),
    ],
    ['a state of another project', 'state_id', async () => ({ state_id: (await stateOf(eves)).id })],
    ['a state that is not there', 'state_id', () => ({ state_id: newId() })],
    ['the state of intake', 'state_id', async () => ({ state_id: await triageState() })],
    ['a parent of another project', 'parent_id', async () => ({ parent_id: (await eveItem()).id })],
    ['a parent in the trash', 'parent_id', async () => ({ parent_id: (await trashed('Gone')).id })],
    ['an empty title', 'name', () => ({ name: '   ' })],
    ['a title of 256 characters', 'name', () => ({ name: 'x'.repeat(256) })],
    ['a priority that does not exist', 'priority', () => ({ priority: 'huge' })],
    ['a day that does not exist', 'target_date', () => ({ target_date: '2026-02-30' })],
  ]
  test.each(broken)('%s writes nothing', async (_, field, makeBody) => {
    const item = await make('As it was')
    const body = await makeBody()
    for (const refusal of [
      await changingNothing(() =>
        cast.ann.refused('createWorkItem', { params, body: { name: 'New', ...body } }),
      ),
      await changingNothing(() => cast.ann.refused('updateWorkItem', { params: at(item), body })),
    ]) {
      expect(refusal).toMatchObject({ status: 400, code: 'invalid' })
      expect(Object.keys(refusal.fields ?? {})).toEqual([field])
    }
  })

  test('rejects a start date after the existing due date', async () => {
    const item = await make('Dated', { target_date: '2026-03-01' })
    const refusal = await changingNothing(() =>
      cast.ann.refused('updateWorkItem', { params: at(item), body: { start_date: '2026-03-02' } }),
    )
    expect(refusal).toMatchObject({ status: 400, error: 'Start date cannot exceed target date' })
  })

  test('prevents an item from being its own descendant', async () => {
    const top = await make('Top')
    const middle = await make('Middle', { parent_id: top.id })
    const bottom = await make('Bottom', { parent_id: middle.id })
    for (const parent of [top, middle, bottom]) {
      const refusal = await changingNothing(() =>
        cast.ann.refused('updateWorkItem', { params: at(top), body: { parent_id: parent.id } }),
      )
      expect(refusal.fields).toEqual({
        parent_id: ['Parent is not valid issue_id please pass a valid issue_id'],
      })
    }
  })

  test('ignores people and labels of other projects', async () => {
    const [mine] = await cast.ann.call('listLabels', { params })
    const [theirs] = await cast.eve.call('listLabels', { params: eves })
    const lists = {
      assignee_ids: [cast.eve.id, cast.max.id, cast.gus.id, newId(), cast.max.id],
      label_ids: [theirs?.id, mine?.id, newId(), mine?.id],
    }
    const kept = { assignee_ids: [cast.max.id], label_ids: [mine?.id] }
    const item = await make('Mixed', lists)
    expect(item).toMatchObject(kept)
    expect(await cast.ann.call('updateWorkItem', { params: at(item), body: lists })).toMatchObject(kept)
  })

  test('prevents changes in an archived project', async () => {
    const own = await makeProject('Archived', 'ARC')
    const create = (name: string) => cast.ann.call('createWorkItem', { params: own, body: { name } })
    const [item, gone] = [await create('Kept'), await create('Gone')]
    await cast.ann.call('deleteWorkItem', { params: { ...own, id: gone.id } })
    await cast.ann.call('archiveProject', { params: own })
    const one = { ...own, id: item.id }
    for (const refuse of [
      () => cast.ann.refused('createWorkItem', { params: own, body: { name: 'New' } }),
      () => cast.ann.refused('updateWorkItem', { params: one, body: { name: 'Renamed' } }),
      () => cast.ann.refused('deleteWorkItem', { params: one }),
      () => cast.ann.refused('restoreWorkItem', { params: { ...own, id: gone.id } }),
    ]) {
      expect(await changingNothing(refuse)).toMatchObject({
        status: 400,
        error: 'Archived projects cannot be updated',
      })
    }
    expect(await cast.ann.call('getWorkItem', { params: one })).toMatchObject({ name: 'Kept' })
  })
})

describe('a change', () => {
  test('is published once, with only the changed fields', async () => {
    const item = await make('Before')
    const left = await changes(() =>
      cast.max.call('updateWorkItem', { params: at(item), body: { name: 'After', priority: 'low' } }),
    )
    expect(left).toHaveLength(1)
    expect(left[0]).toMatchObject({ op: 'update', id: item.id, actor_id: cast.max.id })
    expect(left[0]?.fields).toEqual({
      name: 'After',
      priority: 'low',
      updated_by: cast.max.id,
      updated_at: expect.any(String),
    })
  })

  test('of a state completes or reopens the item', async () => {
    const item = await make('To do')
    const enter = (group: string) =>
      cast.ann.call('updateWorkItem', { params: at(item), body: { state_id: states[group] } })
    const done = await enter('completed')
    expect(done).toMatchObject({ state__group: 'completed', completed_at: expect.any(String) })
    expect(await enter('completed')).toMatchObject({ completed_at: done.completed_at })
    expect(await enter('started')).toMatchObject({ state__group: 'started', completed_at: null })
    expect(await enter('cancelled')).toMatchObject({ state__group: 'cancelled', completed_at: null })
  })

  test('of the parent keeps both counts of sub-items correct', async () => {
    const [one, two] = [await make('One'), await make('Two')]
    const child = await make('Child', { parent_id: one.id })
    const counts = async () => [await rowOf(one), await rowOf(two)].map((row) => row?.sub_issues_count)
    expect(await counts()).toEqual([1, 0])
    const left = await changes(() =>
      cast.ann.call('updateWorkItem', { params: at(child), body: { parent_id: two.id } }),
    )
    expect(await counts()).toEqual([0, 1])
    expect(left.map((change) => change.id).sort()).toEqual([one.id, two.id, child.id].sort())
    expect(left.find((change) => change.id === two.id)?.fields).toEqual({ sub_issues_count: 1 })
    await cast.ann.call('deleteWorkItem', { params: at(child) })
    expect(await counts()).toEqual([0, 0])
    await cast.ann.call('restoreWorkItem', { params: at(child) })
    expect(await counts()).toEqual([0, 1])
    await Promise.all(Array.from({ length: 10 }, () => make('At once', { parent_id: two.id })))
    expect(await counts()).toEqual([0, 11])
  })

  test('contains the mutation id of its author', async () => {
    const item = await make('Mine')
    const mutation = newId()
    const left = await changes(async () => {
      const response = await fetch(
        `${server.url}/api/workspaces/${params.slug}/projects/${params.project_id}/issues/${item.id}/`,
        {
          method: 'PATCH',
          headers: { cookie: cast.ann.cookie, 'content-type': 'application/json', 'x-mutation-id': mutation },
          body: JSON.stringify({ priority: 'high' }),
        },
      )
      expect(response.headers.get('x-workspace-version')).toMatch(/^\d+$/)
    })
    expect(left.map((change) => change.mutation_id)).toEqual([mutation])
  })

  test('of only the editor publishes nothing', async () => {
    const item = await make('Same')
    const left = await changes(() =>
      cast.ann.call('updateWorkItem', { params: at(item), body: { name: 'Same' } }),
    )
    expect(left).toEqual([])
  })
})

describe('positions', () => {
  test('that are too close are spread as one batch', async () => {
    const own = await makeProject('Close', 'CLO')
    const create = (name: string, sort_order: number) =>
      cast.ann.call('createWorkItem', { params: own, body: { name, sort_order } })
    const [first, second, moved] = [await create('A', 1), await create('B', 1 + 1e-7), await create('C', 5)]
    const left = await changes(() =>
      cast.ann.call('updateWorkItem', {
        params: { ...own, id: moved.id },
        body: { sort_order: 1 + 5e-8 },
      }),
    )
    expect(left.map((change) => change.id).sort()).toEqual([first.id, second.id, moved.id].sort())
    expect(new Set(left.map((change) => change.mutation_id)).size).toBe(1)
    const listing = await cast.ann.call('listWorkItems', { params: own, query: { order_by: 'sort_order' } })
    const items = Array.isArray(listing.results) ? listing.results : []
    expect(items.map((item) => [item.name, item.sort_order])).toEqual([
      ['A', positionStep],
      ['C', 2 * positionStep],
      ['B', 3 * positionStep],
    ])
    expect(left.find((change) => change.id === first.id)?.fields).toEqual({ sort_order: positionStep })
  })

  test('at the limit of the range are spread, and no further', async () => {
    const own = await makeProject('Ends', 'END')
    const named = (name: string, sort_order: number) =>
      cast.ann.call('createWorkItem', { params: own, body: { name, sort_order } })
    await named('B', 7)
    const last = await named('C', maxPosition)
    await named('A', -maxPosition)
    expect(last.sort_order).toBe(2 * positionStep)
    const listing = await cast.ann.call('listWorkItems', { params: own, query: { order_by: 'sort_order' } })
    const items = Array.isArray(listing.results) ? listing.results : []
    expect(items.map((item) => [item.name, item.sort_order])).toEqual([
      ['A', positionStep],
      ['B', 2 * positionStep],
      ['C', 3 * positionStep],
    ])
    for (const sort_order of [1e308, -1e308, 1.1 * maxPosition]) {
      const refused = { status: 400, fields: { sort_order: ['The position is out of range.'] } }
      const params = { ...own, id: last.id }
      expect(
        await cast.ann.refused('createWorkItem', { params: own, body: { name: 'D', sort_order } }),
      ).toMatchObject(refused)
      expect(await cast.ann.refused('updateWorkItem', { params, body: { sort_order } })).toMatchObject(
        refused,
      )
    }
  })

  test('that are far apart change only one row', async () => {
    const item = await make('Far')
    const left = await changes(() =>
      cast.ann.call('updateWorkItem', { params: at(item), body: { sort_order: 1e9 } }),
    )
    expect(left.map((change) => change.id)).toEqual([item.id])
  })
})

describe('a description', () => {
  test('sent with an item is shown when it is opened', async () => {
    const item = await make('Described', { description_html: '<p>Hello <strong>you</strong></p>' })
    expect(item).not.toHaveProperty('description_html')
    const opened = await cast.max.call('getWorkItem', { params: at(item) })
    expect(opened.description_html).toBe('<p>Hello <strong>you</strong></p>')
  })

  test('written over REST reaches an open document', async () => {
    const item = await make('Shared')
    const open = openDocumentClient(server.url, cast.max, documentName('work_item', item.id))
    await open.synced()
    await cast.ann.call('updateWorkItem', {
      params: at(item),
      body: { description_html: '<p>From afar</p>' },
    })
    await pollUntilTrue(() => open.text() === 'From afar')
    const left = await changes(async () => {
      await cast.ann.call('updateWorkItem', { params: at(item), body: { description_html: '<p>Again</p>' } })
    })
    // Clients with the open document receive its edits over the document socket. All other clients receive the id of
    // the last editor, but not the text.
    for (const change of left) expect(change.fields).not.toHaveProperty('description_html')
    expect((await cast.max.call('getWorkItem', { params: at(item) })).description_html).toBe('<p>Again</p>')
  })

  test('security 21: loses everything that could run', async () => {
    const item = await make('Hostile', {
      description_html:
        '<p onclick="steal()">Text<script>steal()</script><img src=x onerror=steal()><a href="java\tscript:steal()">link</a></p>',
    })
    const { description_html } = await cast.ann.call('getWorkItem', { params: at(item) })
    expect(description_html).not.toMatch(/steal|script|onclick|onerror/i)
    expect(description_html).toContain('Text')
  })
})

describe('the trash', () => {
  test('takes an item and restores it as it was', async () => {
    const item = await make('There and back', { priority: 'high' })
    const gone = await changes(() => cast.ann.call('deleteWorkItem', { params: at(item) }))
    expect(gone).toMatchObject([{ op: 'delete', id: item.id, fields: {} }])
    expect(await rowOf(item)).toBeUndefined()
    expect(await cast.ann.refused('getWorkItem', { params: at(item) })).toMatchObject({ status: 404 })
    expect(
      await cast.ann.refused('updateWorkItem', { params: at(item), body: { name: 'No' } }),
    ).toMatchObject({ status: 404 })
    const back = await changes(() => cast.ann.call('restoreWorkItem', { params: at(item) }))
    expect(back).toMatchObject([{ op: 'create', id: item.id, fields: { name: 'There and back' } }])
    expect(await rowOf(item)).toMatchObject({ sequence_id: item.sequence_id, priority: 'high' })
  })

  test('restores nothing that is not in it', async () => {
    const item = await make('Never gone')
    expect(await changes(() => cast.ann.call('restoreWorkItem', { params: at(item) }))).toEqual([])
  })

  test('restores an item in a state of the same group if its own is gone', async () => {
    const body = { name: 'Passing', color: '#60646c', group: 'started' }
    const state = await cast.ann.call('createState', { params, body })
    const item = await make('Homeless', { state_id: state.id })
    await cast.ann.call('deleteWorkItem', { params: at(item) })
    await cast.ann.call('deleteState', { params: { ...params, state_id: state.id } })
    const back = await cast.ann.call('restoreWorkItem', { params: at(item) })
    expect(back.state__group).toBe('started')
    expect(back.state_id).not.toBe(state.id)
  })

  test('security 53: is opened by those who may delete', async () => {
    const item = await madeBy(cast.gus, 'Of Gus')
    const others = await trashed('Of Ann')
    await cast.gus.call('deleteWorkItem', { params: at(item) })
    expect(
      await changingNothing(() => cast.max.refused('restoreWorkItem', { params: at(item) })),
    ).toMatchObject({
      status: 403,
    })
    expect(
      await changingNothing(() => cast.gus.refused('restoreWorkItem', { params: at(others) })),
    ).toMatchObject({ status: 404 })
    expect(await cast.gus.call('restoreWorkItem', { params: at(item) })).toMatchObject({
      created_by: cast.gus.id,
    })
  })
})

describe('a guest', () => {
  test('sees and changes only their own items', async () => {
    const [own, others] = [await madeBy(cast.gus, 'Of Gus'), await make('Of Ann')]
    const listing = await cast.gus.call('listWorkItems', { params })
    const seen = Array.isArray(listing.results) ? listing.results : []
    expect(seen.map((item) => item.id)).toContain(own.id)
    expect(new Set(seen.map((item) => item.created_by))).toEqual(new Set([cast.gus.id]))
    expect(listing.total_results).toBe(seen.length)
    expect(await cast.gus.call('updateWorkItem', { params: at(own), body: { name: 'Mine' } })).toMatchObject({
      name: 'Mine',
    })
    const key = `ATL-${others.sequence_id}`
    for (const refuse of [
      () => cast.gus.refused('getWorkItem', { params: at(others) }),
      () => cast.gus.refused('getWorkItemMeta', { params: at(others) }),
      () => cast.gus.refused('getWorkItemByKey', { params: { slug: params.slug, key } }),
      () => cast.gus.refused('updateWorkItem', { params: at(others), body: { name: 'No' } }),
      () => cast.gus.refused('deleteWorkItem', { params: at(others) }),
    ]) {
      expect(await changingNothing(refuse)).toMatchObject({ status: 404 })
    }
  })

  test('who may see everything still changes nothing of others', async () => {
    const item = await make('Open to guests')
    await cast.ann.call('updateProject', { params, body: { guest_view_all_features: true } })
    expect(await cast.gus.call('getWorkItem', { params: at(item) })).toMatchObject({ id: item.id })
    expect(
      await changingNothing(() =>
        cast.gus.refused('updateWorkItem', { params: at(item), body: { name: 'No' } }),
      ),
    ).toMatchObject({ status: 403 })
    await cast.ann.call('updateProject', { params, body: { guest_view_all_features: false } })
  })
})

describe('a key', () => {
  test('finds its item, regardless of case', async () => {
    const item = await make('Keyed')
    const find = (key: string) => cast.max.call('getWorkItemByKey', { params: { slug: params.slug, key } })
    expect(await find(`ATL-${item.sequence_id}`)).toMatchObject({ id: item.id, description_html: '<p></p>' })
    expect(await find(`atl-${item.sequence_id}`)).toMatchObject({ id: item.id })
    expect(await cast.max.call('getWorkItemMeta', { params: at(item) })).toEqual({
      sequence_id: item.sequence_id,
      project_identifier: 'ATL',
    })
  })

  test.each(['ATL-999999', 'EVE-1', 'NOPE-1', 'ATL', 'ATL-', '-1', 'ATL-x'])(
    '%s finds nothing',
    async (key) => {
      expect(
        await cast.max.refused('getWorkItemByKey', { params: { slug: params.slug, key } }),
      ).toMatchObject({
        status: 404,
      })
    },
  )
})

async function rowOf({ id }: { id: string }): Promise<WorkItemRow | undefined> {
  const listing = await cast.ann.call('listWorkItems', { params })
  return Array.isArray(listing.results) ? listing.results.find((row) => row.id === id) : undefined
}

async function stateOf(project: { slug: string; project_id: string }): Promise<{ id: string }> {
  const listed = await cast.eve.call('listStates', { params: project })
  const [state] = Array.isArray(listed) ? listed : []
  if (state === undefined) throw new Error('a project has states')
  return state
}

async function triageState(): Promise<string> {
  const [state] = await runSql<{ id: string }>(
    server.databaseUrl,
    `select id from states where project_id = $1 and "group" = 'triage'`,
    [params.project_id],
  )
  return state?.id ?? ''
}

function eveItem(): Promise<{ id: string }> {
  return cast.eve.call('createWorkItem', { params: eves, body: { name: 'Theirs' } })
}

async function trashed(name: string): Promise<WorkItemRow> {
  const item = await make(name)
  await cast.ann.call('deleteWorkItem', { params: at(item) })
  return item
}

describe('an empty string means null, as forms of other clients send it', () => {
  test('and a new item starts in the default state', async () => {
    const item = await make('Empty', { state_id: '', parent_id: '', start_date: '', target_date: '' })
    expect(item).toMatchObject({
      state_id: states['backlog'],
      parent_id: null,
      start_date: null,
      target_date: null,
    })
  })

  test('and removes the state, parent and dates of an item', async () => {
    const above = await make('Above')
    const item = await make('Below', {
      state_id: states['started'],
      parent_id: above.id,
      start_date: '2026-03-01',
      target_date: '2026-03-02',
    })
    const one = { ...params, id: item.id }
    const body = { state_id: '', parent_id: '', start_date: '', target_date: '' }
    expect(await cast.max.call('updateWorkItem', { params: one, body })).toMatchObject({
      state_id: states['backlog'],
      parent_id: null,
      start_date: null,
      target_date: null,
    })
    await cast.max.call('updateWorkItem', { params: one, body: { start_date: '2026-03-01' } })
    await cast.max.call('setWorkItemDates', { params, body: { updates: [{ id: item.id, start_date: '' }] } })
    expect(await cast.max.call('getWorkItem', { params: one })).toMatchObject({ start_date: null })
  })
})

describe('a single item includes what is requested in expand', () => {
  const one = (id: string) => ({ ...params, id })

  test('such as its parent, sub-items and related items', async () => {
    const [above, below, beside] = [await make('Above'), await make('Below'), await make('Beside')]
    const item = await make('Middle', { parent_id: above.id, assignee_ids: [cast.max.id] })
    await cast.ann.call('addSubItems', { params: one(item.id), body: { sub_issue_ids: [below.id] } })
    await cast.ann.call('createRelations', {
      params: one(item.id),
      body: { relation_type: 'blocked_by', issues: [beside.id] },
    })
    const names = [
      'parent',
      'state',
      'assignees',
      'labels',
      'sub_issues',
      'issue_relation',
      'issue_related',
      'issue_reactions',
      'issue_link',
      'issue_attachments',
    ]
    const query = { expand: names.join(',') }
    const found = await cast.gus.call('getWorkItem', {
      params: one((await madeBy(cast.gus, 'Alone')).id),
      query,
    })
    expect(found).toMatchObject({ parent: null, assignees: [], sub_issues: [], issue_relation: [] })
    const expanded = {
      parent: { id: above.id, name: 'Above' },
      state: { id: item.state_id, group: 'backlog' },
      assignees: [{ id: cast.max.id, display_name: 'max' }],
      labels: [],
      sub_issues: [{ id: below.id }],
      issue_relation: [{ id: beside.id, relation_type: 'blocked_by' }],
      issue_related: [],
      issue_reactions: [],
      issue_link: [],
      issue_attachments: [],
    }
    expect(await cast.max.call('getWorkItem', { params: one(item.id), query })).toMatchObject(expanded)
    const key = { slug: cast.slug, key: `ATL-${item.sequence_id}` }
    expect(await cast.max.call('getWorkItemByKey', { params: key, query })).toMatchObject(expanded)
    expect(await cast.max.call('getWorkItem', { params: one(item.id) })).not.toHaveProperty('parent')
  })

  test('security 7: a parent that a guest cannot see stays hidden', async () => {
    const [above, own] = [await make('Above'), await madeBy(cast.gus, 'Own')]
    await cast.ann.call('updateWorkItem', { params: one(own.id), body: { parent_id: above.id } })
    const query = { expand: 'parent,sub_issues' }
    expect(await cast.gus.call('getWorkItem', { params: one(own.id), query })).toMatchObject({
      parent: null,
      sub_issues: [],
    })
  })

  test('and has only the requested fields', async () => {
    const item = await make('Lean')
    const query = { fields: 'id,name', expand: 'issue_link' }
    expect(await cast.max.call('getWorkItem', { params: one(item.id), query })).toEqual({
      id: item.id,
      name: 'Lean',
      issue_link: [],
    })
    expect(
      await cast.max.refused('getWorkItem', {
        params: one(item.id),
        query: { expand: 'description_binary' },
      }),
    ).toMatchObject({ status: 400, fields: { expand: [expect.any(String)] } })
  })
})
