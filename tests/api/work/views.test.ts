import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import { groupsFromListingResponse } from '#common/work/listing/listing-response-groups.ts'
import type { WorkItemListResponse } from '#common/work/listing/schema.ts'
import type { ViewRow } from '#common/work/views/schema.ts'
import { type ApiClient, runSql } from '../../support/api-client.ts'
import { createWorkspaceWithUsers, type WorkspaceWithUsers } from '../../support/cast.ts'
import { recordFeedChanges } from '../../support/changes.ts'
import { connectLive } from '../../support/live-client.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'
import { createTableInspector, type TableInspector } from '../../support/table-inspector.ts'

let server: TestServer
let cast: WorkspaceWithUsers
let tables: TableInspector
/** The project that the tests use. Max is a member, and Gus is a guest who sees only his own items. */
let params: { slug: string; project_id: string }
let other: { slug: string; project_id: string }

beforeAll(async () => {
  server = await startTestServer()
  cast = await createWorkspaceWithUsers(server)
  tables = await createTableInspector(server.databaseUrl)
  params = await makeProject('Atlas', 'ATL')
  other = await makeProject('Borealis', 'BOR')
  const members = [
    { member_id: cast.max.id, role: role.member },
    { member_id: cast.gus.id, role: role.guest },
  ]
  await cast.ann.call('addProjectMembers', { params, body: { members } })
})
afterAll(async () => {
  await tables.close()
  await server.close()
})

async function makeProject(name: string, identifier: string) {
  const { id } = await cast.ann.call('createProject', {
    params: { slug: cast.slug },
    body: { name, identifier, network: 0 },
  })
  return { slug: cast.slug, project_id: id }
}

/** The calls for views of a project and of the workspace differ only in their names, so each test runs on both. */
const places = {
  'a project': {
    list: 'listViews',
    create: 'createView',
    get: 'getView',
    update: 'updateView',
    access: 'setViewAccess',
    lock: 'lockView',
    unlock: 'unlockView',
    delete: 'deleteView',
    restore: 'restoreView',
    issues: 'listViewWorkItems',
  },
  'the workspace': {
    list: 'listWorkspaceViews',
    create: 'createWorkspaceView',
    get: 'getWorkspaceView',
    update: 'updateWorkspaceView',
    access: 'setWorkspaceViewAccess',
    lock: 'lockWorkspaceView',
    unlock: 'unlockWorkspaceView',
    delete: 'deleteWorkspaceView',
    restore: 'restoreWorkspaceView',
    issues: 'listWorkspaceViewWorkItems',
  },
} as const

async function changingNothing<T>(act: () => Promise<T>): Promise<T> {
  const before = await tables.state()
  const result = await act()
  expect(await tables.state()).toEqual(before)
  return result
}

const changes = (act: () => Promise<unknown>) => recordFeedChanges(server, cast.workspace_id, act)

describe.each(Object.entries(places))('a view of %s', (name, calls) => {
  const isOfProject = name === 'a project'
  const at = (view: { id: string }) => ({ ...params, view_id: view.id })
  const make = (body: object = {}, who: ApiClient = cast.max): Promise<ViewRow> =>
    who.call(calls.create, { params, body: { name: 'Urgent', ...body } })
  const listed = async (who: ApiClient) => (await who.call(calls.list, { params })).map((row) => row.id)
  const roomOf = (person: ApiClient) =>
    isOfProject ? `creator:${params.project_id}:${person.id}` : `user:${person.id}`
  const everyone = () => (isOfProject ? `project:${params.project_id}` : `staff:${cast.workspace_id}`)

  test('belongs to its author, is public and published once', async () => {
    const id = newId()
    const ann = await connectLive(server, cast.ann)
    await ann.subscribe(cast.slug)
    const left = await changes(() => make({ id, rich_filters: { priority__in: ['urgent'] } }))
    expect(left).toMatchObject([
      { entity: 'views', id, op: 'create', actor_id: cast.max.id, fields: { name: 'Urgent' } },
    ])
    expect(left[0]?.audience.toSorted()).toEqual([everyone(), roomOf(cast.max)].toSorted())
    await ann.hears((change) => change.id === id)
    ann.close()
    expect(await cast.ann.call(calls.get, { params: at({ id }) })).toMatchObject({
      workspace_id: cast.workspace_id,
      project_id: isOfProject ? params.project_id : null,
      workspace: cast.workspace_id,
      project: isOfProject ? params.project_id : null,
      owned_by: cast.max.id,
      access: 1,
      is_locked: false,
      rich_filters: { priority__in: ['urgent'] },
      display_filters: isOfProject
        ? { layout: 'kanban', group_by: 'state', show_empty_groups: true }
        : { layout: 'spreadsheet', group_by: null, order_by: '-created_at' },
      display_properties: { assignee: true, created_on: false },
    })
  })

  test('stores what is sent and fills in defaults', async () => {
    const view = await make({
      description: 'Of this week',
      logo_props: { in_use: 'emoji', emoji: { value: '128512' } },
      filters: { priority: ['high'] },
      display_filters: { layout: 'list', group_by: 'priority' },
      display_properties: { assignee: false },
    })
    expect(view).toMatchObject({
      description: 'Of this week',
      logo_props: { in_use: 'emoji' },
      filters: { priority: ['high'], state: null },
      display_filters: { layout: 'list', group_by: 'priority', sub_issue: true },
      display_properties: { assignee: false, state: true },
    })
    const next = await make()
    expect(next.sort_order).toBe(view.sort_order + 10_000)
  })

  test.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(256) }, 'name'],
    [{ rich_filters: { colour: 'red' } }, 'rich_filters'],
    [{ rich_filters: { or: [] } }, 'rich_filters'],
    [{ rich_filters: { priority__in: 'u'.repeat(20_001) } }, 'rich_filters'],
    [{ filters: { priority: [1] } }, 'filters'],
  ])('is refused with %j', async (body, field) => {
    const view = await make()
    for (const refuse of [
      () => cast.max.refused(calls.create, { params, body: { name: 'Refused', ...body } }),
      () => cast.max.refused(calls.update, { params: at(view), body }),
    ]) {
      const refusal = await changingNothing(refuse)
      expect(refusal).toMatchObject({ status: 400, code: 'invalid' })
      expect(Object.keys(refusal.fields ?? {})[0]).toMatch(new RegExp(`^${field}`))
    }
  })

  test('is changed only by its owner, and only what is sent', async () => {
    const view = await make({ display_filters: { layout: 'list' } })
    const left = await changes(() =>
      cast.max.call(calls.update, {
        params: at(view),
        body: { name: 'Renamed', display_filters: { order_by: '-priority' } },
      }),
    )
    expect(left).toMatchObject([
      {
        op: 'update',
        fields: { name: 'Renamed', display_filters: { layout: 'list', order_by: '-priority' } },
      },
    ])
    expect(Object.keys(left[0]?.fields ?? {}).toSorted()).toEqual(['display_filters', 'name', 'updated_at'])
    for (const refuse of [
      () => cast.ann.refused(calls.update, { params: at(view), body: { name: 'No' } }),
      () => cast.ann.refused(calls.access, { params: at(view), body: { access: 0 } }),
      () => cast.ann.refused(calls.lock, { params: at(view) }),
      () => cast.ann.refused(calls.unlock, { params: at(view) }),
    ]) {
      expect(await changingNothing(refuse)).toMatchObject({
        status: 403,
        error: 'Only the owner of the view can update the view',
      })
    }
  })

  test('keeps its name and filters while it is locked', async () => {
    const view = await make()
    expect(await changes(() => cast.max.call(calls.lock, { params: at(view) }))).toMatchObject([
      { op: 'update', fields: { is_locked: true } },
    ])
    const rename = { params: at(view), body: { name: 'Later' } }
    expect(await changingNothing(() => cast.max.refused(calls.update, rename))).toMatchObject({
      status: 400,
      error: 'view is locked',
    })
    expect(await cast.max.call(calls.unlock, { params: at(view) })).toMatchObject({ is_locked: false })
    expect(await cast.max.call(calls.update, rename)).toMatchObject({ name: 'Later' })
  })

  test('is found and published only to its owner while private', async () => {
    const view = await make({ access: 0 })
    expect([await listed(cast.max), await listed(cast.ann), await listed(cast.gus)]).toEqual([
      expect.arrayContaining([view.id]),
      expect.not.arrayContaining([view.id]),
      expect.not.arrayContaining([view.id]),
    ])
    for (const who of [cast.ann, cast.gus, cast.eve]) {
      for (const refuse of [
        () => who.refused(calls.get, { params: at(view) }),
        () => who.refused(calls.issues, { params: at(view) }),
        () => who.refused(calls.update, { params: at(view), body: { name: 'No' } }),
        () => who.refused(calls.access, { params: at(view), body: { access: 1 } }),
        () => who.refused(calls.lock, { params: at(view) }),
        () => who.refused(calls.delete, { params: at(view) }),
        () => who.refused(calls.restore, { params: at(view) }),
      ]) {
        expect(await changingNothing(refuse)).toMatchObject({ status: 404 })
      }
    }
    const left = await changes(() =>
      cast.max.call(calls.update, { params: at(view), body: { name: 'Quiet' } }),
    )
    expect(left.map((change) => change.audience)).toEqual([[roomOf(cast.max)]])
  })

  test('is deleted for others when it becomes private, and returns when shared', async () => {
    const view = await make()
    const hidden = await changes(() => cast.max.call(calls.access, { params: at(view), body: { access: 0 } }))
    expect(hidden).toMatchObject([{ op: 'update', left_audience: [everyone()] }])
    expect(await cast.ann.refused(calls.get, { params: at(view) })).toMatchObject({ status: 404 })
    await cast.max.call(calls.access, { params: at(view), body: { access: 1 } })
    expect(await cast.ann.call(calls.get, { params: at(view) })).toMatchObject({ access: 1 })
  })

  test('is visible to and created by members, not guests', async () => {
    const view = await make()
    expect(await cast.gus.refused(calls.get, { params: at(view) })).toMatchObject({ status: 404 })
    expect(
      await changingNothing(() => cast.gus.refused(calls.create, { params, body: { name: 'Mine' } })),
    ).toMatchObject({ status: 403 })
    expect(await cast.eve.refused(calls.list, { params })).toMatchObject({ status: 404 })
    // Gus still has access to his own view, for example if he created the view before he became a guest.
    await own(view, cast.gus)
    expect(await listed(cast.gus)).toEqual([view.id])
    expect(await cast.gus.call(calls.update, { params: at(view), body: { name: 'Kept' } })).toMatchObject({
      name: 'Kept',
    })
    await cast.gus.call(calls.delete, { params: at(view) })
  })

  test('is listed by name', async () => {
    for (const named of ['beta', 'Alpha', 'Gamma']) await make({ name: `~ ${named}` })
    const names = (await cast.ann.call(calls.list, { params })).map((row) => row.name)
    expect(names.filter((one) => one.startsWith('~'))).toEqual(['~ Alpha', '~ beta', '~ Gamma'])
  })

  test('is deleted and restored', async () => {
    const view = await make()
    expect(await changes(() => cast.max.call(calls.delete, { params: at(view) }))).toMatchObject([
      { op: 'delete', id: view.id, fields: {} },
    ])
    expect(await cast.max.refused(calls.get, { params: at(view) })).toMatchObject({ status: 404 })
    expect(await listed(cast.max)).not.toContain(view.id)
    expect(await changes(() => cast.max.call(calls.restore, { params: at(view) }))).toMatchObject([
      { op: 'create', id: view.id, fields: { name: 'Urgent' } },
    ])
    await cast.ann.call(calls.delete, { params: at(view) })
    await cast.ann.call(calls.restore, { params: at(view) })
    const anns = await make({}, cast.ann)
    expect(await changingNothing(() => cast.max.refused(calls.delete, { params: at(anns) }))).toMatchObject({
      status: 403,
      error: 'Only an admin or the owner can delete the view.',
    })
    await cast.ann.call(calls.delete, { params: at(anns) })
    expect(await changingNothing(() => cast.max.refused(calls.restore, { params: at(anns) }))).toMatchObject({
      status: 403,
    })
  })

  test('security 1: is found only in its own project or workspace', async () => {
    const view = await make()
    const elsewhere = isOfProject ? 'getWorkspaceView' : 'getView'
    expect(await cast.ann.refused(elsewhere, { params: at(view) })).toMatchObject({ status: 404 })
    if (isOfProject) {
      expect(await cast.ann.refused('getView', { params: { ...other, view_id: view.id } })).toMatchObject({
        status: 404,
      })
    }
    expect(await cast.eve.refused(calls.get, { params: { ...at(view), slug: cast.eves } })).toMatchObject({
      status: 404,
    })
  })
})

describe('the items of a view', () => {
  const urgent = { priority__in: ['urgent'] }
  const issues = (view: ViewRow, query: Record<string, string> = {}, who = cast.ann) =>
    view.project_id === null
      ? who.call('listWorkspaceViewWorkItems', { params: { ...params, view_id: view.id }, query })
      : who.call('listViewWorkItems', { params: { ...params, view_id: view.id }, query })
  const save = (body: object, of: 'createView' | 'createWorkspaceView' = 'createView', who = cast.ann) =>
    who.call(of, { params, body: { name: 'Items', ...body } })

  beforeAll(async () => {
    const add = (where: typeof params, name: string, body: object) =>
      cast.ann.call('createWorkItem', { params: where, body: { name, ...body } })
    for (const name of ['a', 'b', 'c', 'd']) await add(params, name, { priority: 'urgent' })
    const parent = await add(params, 'calm', { priority: 'low' })
    await add(params, 'child', { priority: 'urgent', parent_id: parent.id })
    await add(other, 'elsewhere', { priority: 'urgent' })
    await runSql(server.databaseUrl, `update work_items set created_by = $1 where name in ('b', 'calm')`, [
      cast.gus.id,
    ])
  })

  test('equal those of the list with the same filters, grouped and in pages', async () => {
    const view = await save({ rich_filters: urgent, filters: { created_by: [cast.ann.id] } })
    const asked = { filters: JSON.stringify(urgent), created_by: cast.ann.id }
    const queries: Record<string, string>[] = [
      { group_by: '', order_by: 'created_at', per_page: '2' },
      { group_by: '', order_by: 'created_at', cursor: '2:1:0' },
      { group_by: 'priority', order_by: '-created_at' },
      { group_by: 'state_id', sub_group_by: 'assignees__id', order_by: 'sort_order' },
      { group_by: '', order_by: 'sort_order', fields: 'id,name' },
    ]
    for (const query of queries) {
      expect(await issues(view, query)).toEqual(
        await cast.ann.call('listWorkItems', { params, query: { ...query, ...asked } }),
      )
    }
    const narrower = { group_by: '', filters: JSON.stringify({ state_group__in: ['cancelled'] }) }
    expect(namesOf(await issues(view, narrower))).toEqual([])
  })

  test('use the settings of the view unless others are requested', async () => {
    const view = await save({
      rich_filters: urgent,
      display_filters: { layout: 'list', group_by: 'labels', order_by: 'created_at', sub_issue: false },
    })
    const shown = await issues(view)
    expect(shown.grouped_by).toBe('labels__id')
    expect(groupsFromListingResponse(shown).groups).toMatchObject({ None: { total: 4 } })
    expect(groupsFromListingResponse(shown).rows.map((row) => row.name)).toEqual(['a', 'b', 'c', 'd'])
    const asked = await issues(view, { group_by: '', order_by: '-created_at', sub_issue: 'true' })
    expect(asked.grouped_by).toBeNull()
    expect(groupsFromListingResponse(asked).rows.map((row) => row.name)).toEqual([
      'child',
      'd',
      'c',
      'b',
      'a',
    ])
  })

  test('come from every accessible project, for views of the workspace', async () => {
    const view = await save({ rich_filters: urgent }, 'createWorkspaceView')
    expect(namesOf(await issues(view))).toEqual(['a', 'b', 'c', 'child', 'd', 'elsewhere'])
    expect(namesOf(await issues(view, {}, cast.max))).toEqual(['a', 'b', 'c', 'child', 'd'])
    expect((await issues(view)).grouped_by).toBeNull()
  })

  test('are limited to their own for a guest', async () => {
    for (const of of ['createView', 'createWorkspaceView'] as const) {
      const view = await save({ rich_filters: urgent }, of)
      await own(view, cast.gus)
      expect(namesOf(await issues(view, {}, cast.gus))).toEqual(['b'])
    }
  })

  test('are none if a filter names something that no longer exists', async () => {
    const label = await cast.ann.call('createLabel', { params, body: { name: 'Passing' } })
    const view = await save({
      rich_filters: { label_id__in: [label.id] },
      filters: { state: [newId(), 'nonsense'], start_date: ['99999999999_weeks;after', 'never'] },
    })
    await cast.ann.call('deleteLabel', { params: { ...params, label_id: label.id } })
    expect(namesOf(await issues(view))).toEqual([])
  })
})

test('nothing changes in an archived project', async () => {
  const own = await makeProject('Archived', 'ARC')
  const view = await cast.ann.call('createView', { params: own, body: { name: 'Old' } })
  await cast.ann.call('archiveProject', { params: own })
  const one = { ...own, view_id: view.id }
  for (const refuse of [
    () => cast.ann.refused('createView', { params: own, body: { name: 'New' } }),
    () => cast.ann.refused('updateView', { params: one, body: { name: 'New' } }),
    () => cast.ann.refused('lockView', { params: one }),
    () => cast.ann.refused('deleteView', { params: one }),
  ]) {
    expect(await changingNothing(refuse)).toMatchObject({
      status: 400,
      error: 'Archived projects cannot be updated',
    })
  }
  expect(await cast.ann.call('getView', { params: one })).toMatchObject({ name: 'Old' })
})

async function own(view: ViewRow, person: ApiClient): Promise<void> {
  await runSql(server.databaseUrl, 'update views set owned_by = $1 where id = $2', [person.id, view.id])
}

function namesOf(listing: WorkItemListResponse): string[] {
  return groupsFromListingResponse(listing)
    .rows.map((row) => row.name)
    .sort()
}
