import { afterAll, beforeAll, expect, test } from 'vitest'
import { role } from '#common/platform/roles.ts'
import { runSql } from '../../support/api-client.ts'
import { createWorkspaceWithUsers, type WorkspaceWithUsers } from '../../support/cast.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer
let cast: WorkspaceWithUsers
let params: { slug: string; project_id: string }
let eves: { slug: string; project_id: string }

beforeAll(async () => {
  server = await startTestServer()
  cast = await createWorkspaceWithUsers(server)
  const project = await cast.ann.call('createProject', {
    params: { slug: 'acme' },
    body: { name: 'Atlas', identifier: 'ATL' },
  })
  params = { slug: 'acme', project_id: project.id }
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
})

afterAll(() => server.close())

async function states() {
  return Object.values(await cast.ann.call('listStates', { params })).flat()
}

async function stateId(name: string): Promise<string> {
  return (await states()).find((state) => state.name === name)?.id ?? ''
}

test('a new state comes last', async () => {
  const made = await cast.ann.call('createState', {
    params,
    body: { name: 'In Review', color: '#4b54d8', group: 'started' },
  })
  expect(made).toMatchObject({ group: 'started', default: false, sequence: 65_000 + 15_000, order: 1 })
  expect((await states()).map((state) => state.name)).toEqual([
    'Backlog',
    'Todo',
    'In Progress',
    'Done',
    'Cancelled',
    'In Review',
  ])
  const grouped = await cast.gus.call('listStates', { params, query: { grouped: 'true' } })
  expect(grouped).toMatchObject({
    started: [
      { name: 'In Progress', order: 0.5 },
      { name: 'In Review', order: 1 },
    ],
  })
  expect(Object.keys(grouped)).not.toContain('triage')
})

test('a duplicate name is rejected', async () => {
  const before = await states()
  const fields = { name: ['The state name is already taken'] }
  expect(
    await cast.ann.refused('createState', { params, body: { name: 'Done', color: '#4b54d8' } }),
  ).toMatchObject({ status: 400, fields })
  const todo = { ...params, state_id: await stateId('Todo') }
  expect(await cast.ann.refused('updateState', { params: todo, body: { name: 'Done' } })).toMatchObject({
    status: 400,
    fields,
  })
  expect(await states()).toEqual(before)
})

test.each([
  [{ color: '#4b54d8' }, 'name'],
  [{ name: '', color: '#4b54d8' }, 'name'],
  [{ name: 'Fine', color: 'red' }, 'color'],
  [{ name: 'Fine', color: '#4b54d8', group: 'triage' }, 'group'],
  [{ name: 'Fine', color: '#4b54d8', group: 'unheard' }, 'group'],
])('%j is refused with the field %s', async (body, field) => {
  const { status, fields } = await cast.ann.refused('createState', { params, body })
  expect([status, Object.keys(fields ?? {})]).toEqual([400, [field]])
})

test('only admins of the project change states', async () => {
  const state_id = await stateId('Todo')
  const one = { ...params, state_id }
  const before = await runSql(server.databaseUrl, 'select * from states order by id')
  for (const who of [cast.max, cast.gus]) {
    expect(
      await who.refused('createState', { params, body: { name: 'No', color: '#4b54d8' } }),
    ).toMatchObject({ status: 403 })
    expect(await who.refused('updateState', { params: one, body: { name: 'No' } })).toMatchObject({
      status: 403,
    })
    expect(await who.refused('markDefaultState', { params: one })).toMatchObject({ status: 403 })
    expect(await who.refused('deleteState', { params: one })).toMatchObject({ status: 403 })
  }
  expect(await cast.eve.refused('updateState', { params: one, body: { name: 'No' } })).toMatchObject({
    status: 404,
  })
  expect(await runSql(server.databaseUrl, 'select * from states order by id')).toEqual(before)
})

test("another project's state is not found, security 9", async () => {
  const foreign = { ...eves, state_id: await stateId('Todo') }
  expect(await cast.eve.refused('getState', { params: foreign })).toMatchObject({ status: 404 })
  expect(await cast.eve.refused('updateState', { params: foreign, body: { name: 'Mine' } })).toMatchObject({
    status: 404,
  })
  expect(await cast.eve.refused('deleteState', { params: foreign })).toMatchObject({ status: 404 })
  expect(await cast.eve.refused('markDefaultState', { params: foreign })).toMatchObject({ status: 404 })
})

test('there is one default state, and it cannot be deleted', async () => {
  const todo = { ...params, state_id: await stateId('Todo') }
  await cast.ann.call('markDefaultState', { params: todo })
  expect((await states()).filter((state) => state.default).map((state) => state.name)).toEqual(['Todo'])
  expect(await cast.ann.refused('deleteState', { params: todo })).toMatchObject({
    status: 400,
    error: 'Default state cannot be deleted',
  })
})

test('only an empty state can be deleted', async () => {
  const state_id = await stateId('In Review')
  const item = await cast.ann.call('createWorkItem', { params, body: { name: 'Keep me', state_id } })
  const refused = await cast.ann.refused('deleteState', { params: { ...params, state_id } })
  expect(refused).toMatchObject({
    status: 400,
    error: 'The state is not empty, only empty states can be deleted',
  })
  await cast.ann.call('deleteWorkItem', { params: { ...params, id: item.id } })
  await cast.ann.call('deleteState', { params: { ...params, state_id } })
  expect(await stateId('In Review')).toBe('')
})

test('triage cannot be seen or changed', async () => {
  const [triage] = await runSql<{ id: string }>(
    server.databaseUrl,
    `select id from states where project_id = $1 and "group" = 'triage'`,
    [params.project_id],
  )
  const one = { ...params, state_id: triage?.id ?? '' }
  expect(await cast.ann.refused('getState', { params: one })).toMatchObject({ status: 404 })
  expect(await cast.ann.refused('updateState', { params: one, body: { name: 'No' } })).toMatchObject({
    status: 404,
  })
  expect(await cast.ann.refused('deleteState', { params: one })).toMatchObject({ status: 404 })
})

test('a new group applies to items and is published', async () => {
  const state_id = (
    await cast.ann.call('createState', {
      params,
      body: { name: 'Shipped', color: '#4b54d8', group: 'started' },
    })
  ).id
  const item = await cast.ann.call('createWorkItem', { params, body: { name: 'Ship it', state_id } })
  expect(item).toMatchObject({ state__group: 'started', completed_at: null })
  await cast.ann.call('updateState', { params: { ...params, state_id }, body: { group: 'completed' } })
  const after = await cast.ann.call('getWorkItem', { params: { ...params, id: item.id } })
  expect(after).toMatchObject({ state__group: 'completed', completed_at: expect.any(String) })
  const [change] = await runSql(
    server.databaseUrl,
    'select * from changes where entity_id = $1 order by version desc limit 1',
    [item.id],
  )
  expect(change).toMatchObject({
    op: 'update',
    fields: { state__group: 'completed', completed_at: after.completed_at },
  })
  const whole = { name: 'Shipped', color: '#4b54d8', group: 'started' }
  await cast.ann.call('replaceState', { params: { ...params, state_id }, body: whole })
  expect(await cast.ann.call('getWorkItem', { params: { ...params, id: item.id } })).toMatchObject({
    completed_at: null,
  })
})

test('the list of the workspace contains only accessible projects', async () => {
  const seen = await cast.max.call('listWorkspaceStates', { params: { slug: 'acme' } })
  expect(seen.map((state) => state.id)).toEqual((await states()).map((state) => state.id))
  await cast.ann.call('createProject', {
    params: { slug: 'acme' },
    body: { name: 'Hidden', identifier: 'HID', network: 0 },
  })
  expect(await cast.max.call('listWorkspaceStates', { params: { slug: 'acme' } })).toEqual(seen)
})

test('the items of a deleted state move to the chosen one and return with it', async () => {
  const { ann, max } = cast
  const make = (name: string, group: string) =>
    ann.call('createState', { params, body: { name, color: '#4b54d8', group } })
  const [left, to] = [await make('Tested', 'completed'), await make('Resting', 'started')]
  const one = { ...params, state_id: left.id }
  const item = await ann.call('createWorkItem', { params, body: { name: 'Stays done', state_id: left.id } })
  const gone = await ann.call('createWorkItem', { params, body: { name: 'Trashed', state_id: left.id } })
  await ann.call('deleteWorkItem', { params: { ...params, id: gone.id } })
  expect(await ann.call('countStateItems', { params })).toMatchObject({ [left.id]: 1 })
  const body = { new_state_id: to.id }
  for (const wrong of [left.id, await eveState()])
    expect(await ann.refused('deleteState', { params: one, body: { new_state_id: wrong } })).toMatchObject({
      status: 400,
      fields: { new_state_id: expect.any(Array) },
    })
  expect(await max.refused('deleteState', { params: one, body })).toMatchObject({ status: 403 })
  await ann.call('deleteState', { params: one, body })
  const stored = () =>
    runSql(
      server.databaseUrl,
      'select state_id, state__group, completed_at from work_items where id = any($1) order by name',
      [[item.id, gone.id]],
    )
  expect(await stored()).toMatchObject([
    { state_id: to.id, state__group: 'started', completed_at: null },
    { state_id: to.id, state__group: 'started', completed_at: null },
  ])
  const [change] = await runSql(
    server.databaseUrl,
    'select * from changes where entity_id = $1 order by version desc limit 1',
    [item.id],
  )
  expect(change).toMatchObject({ op: 'update', fields: { state_id: to.id, state__group: 'started' } })

  const moved = await ann.call('createWorkItem', { params, body: { name: 'Never there', state_id: to.id } })
  expect(await max.refused('restoreState', { params: one })).toMatchObject({ status: 403 })
  expect(await ann.call('restoreState', { params: one })).toMatchObject({ id: left.id, name: 'Tested' })
  const back = await ann.call('getWorkItem', { params: { ...params, id: item.id } })
  expect(back).toMatchObject({
    state_id: left.id,
    state__group: 'completed',
    completed_at: item.completed_at,
  })
  expect(await ann.call('getWorkItem', { params: { ...params, id: moved.id } })).toMatchObject({
    state_id: to.id,
  })
  expect(await ann.call('restoreState', { params: one })).toMatchObject({ id: left.id })
})

test('a state is not restored if its name is used meanwhile', async () => {
  const { ann } = cast
  const fields = { name: 'Twice', color: '#4b54d8' }
  const made = await ann.call('createState', { params, body: fields })
  const one = { ...params, state_id: made.id }
  await ann.call('deleteState', { params: one })
  await ann.call('createState', { params, body: fields })
  expect(await ann.refused('restoreState', { params: one })).toMatchObject({ status: 400 })
  await runSql(
    server.databaseUrl,
    "update states set deleted_at = now() - interval '31 days', name = 'Once' where id = $1",
    [made.id],
  )
  expect(await ann.refused('restoreState', { params: one })).toMatchObject({ status: 404 })
})

async function eveState(): Promise<string> {
  const listed = await cast.eve.call('listStates', { params: eves })
  return Object.values(listed).flat()[0]?.id ?? ''
}
