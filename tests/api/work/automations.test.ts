import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createOrm } from '#api/create-orm.ts'
import { createBus } from '#api/platform/bus.ts'
import type { Orm } from '#api/platform/db/orm.ts'
import { runAllAutomations } from '#api/work/automations/run.ts'
import { newId } from '#common/platform/ids.ts'
import { runSql } from '../../support/api-client.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'

let atlas: ProjectTestServer
let orm: Orm

beforeAll(async () => {
  atlas = await startProjectTestServer()
  orm = await createOrm(atlas.server.databaseUrl, createBus(null))
})
afterAll(async () => {
  await orm.close(true)
  await atlas.close()
})
beforeEach(async () => {
  await runSql(atlas.server.databaseUrl, 'update work_items set updated_at = now()')
  await set({ archive_in: 0, close_in: 0, default_state: null })
})

const set = (body: object) => atlas.cast.ann.call('updateProject', { params: atlas.params, body })
const preview = (query = {}) => atlas.cast.ann.call('previewAutomations', { params: atlas.params, query })

/** Creates an item that nobody has changed for this many days. */
async function old(name: string, days: number, group: string, columns: Record<string, unknown> = {}) {
  const item = await atlas.make(name, { state_id: atlas.states[group] })
  const sets = Object.keys(columns).map((column, at) => `, ${column} = $${at + 3}`)
  await runSql(
    atlas.server.databaseUrl,
    `update work_items set updated_at = now() - make_interval(days => $2) ${sets.join('')} where id = $1`,
    [item.id, days, ...Object.values(columns)],
  )
  return item.id
}

/** Returns the date that is `days` days after today. */
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

async function stateOf(id: string) {
  const [row] = await runSql<{ state_id: string; archived_at: Date | null; updated_by: string | null }>(
    atlas.server.databaseUrl,
    'select state_id, archived_at, updated_by from work_items where id = $1',
    [id],
  )
  return row
}

test('archives completed items after the set months, unless they are in an active cycle or module', async () => {
  const done = await old('Done long ago', 61, 'completed')
  const dropped = await old('Dropped long ago', 61, 'cancelled')
  const fresh = await old('Done lately', 59, 'completed')
  const open = await old('Open', 400, 'started')
  const cycle = newId()
  await set({ cycle_view: true })
  await atlas.cast.ann.call('createCycle', {
    params: atlas.params,
    body: { id: cycle, name: 'Runs', start_date: day(-5), end_date: day(5) },
  })
  const running = await old('In a cycle', 61, 'completed', { cycle_id: cycle })
  await runAllAutomations(orm)
  expect((await stateOf(done))?.archived_at).toBeNull()

  const { archives, closes } = await preview({ archive_in: '2' })
  expect(archives.items.map(({ id }) => id).toSorted()).toEqual([done, dropped].toSorted())
  expect([archives.count, closes.count]).toEqual([2, 0])
  await set({ archive_in: 2 })
  const changes = await atlas.changes(() => runAllAutomations(orm))
  expect(
    changes
      .filter(({ entity }) => entity === 'work_items')
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual([done, dropped].toSorted())
  expect(new Set(changes.map(({ actor_id }) => actor_id))).toEqual(new Set([atlas.cast.ann.id]))
  for (const id of [fresh, open, running]) expect((await stateOf(id))?.archived_at).toBeNull()
  expect(await atlas.changes(() => runAllAutomations(orm))).toEqual([])
  expect((await preview()).archives.count).toBe(0)
})

test('closes inactive items into the default state of the project or the first cancelled one', async () => {
  const { completed, cancelled, started } = atlas.states
  const ids = [
    await old('One', 31, 'backlog'),
    await old('Two', 31, 'unstarted'),
    await old('Three', 31, 'started'),
  ]
  const fresh = await old('Touched', 29, 'backlog')
  await set({ close_in: 1 })
  expect(await preview()).toMatchObject({ closes: { count: 3 }, closes_into: cancelled })
  await runAllAutomations(orm)
  for (const id of ids)
    expect(await stateOf(id)).toMatchObject({ state_id: cancelled, updated_by: atlas.cast.ann.id })
  expect(await stateOf(fresh)).toMatchObject({ state_id: atlas.states['backlog'] })

  const other = await old('Four', 31, 'started')
  // The automation ignores the default state if it is not a completed or cancelled state.
  await set({ default_state: started })
  expect((await preview()).closes_into).toBe(cancelled)
  await set({ default_state: completed })
  await runAllAutomations(orm)
  expect(await stateOf(other)).toMatchObject({ state_id: completed })
})

test('changes hundreds of items in one run, and none in an archived project', async () => {
  const [first] = [await old('Many', 31, 'started')]
  await runSql(
    atlas.server.databaseUrl,
    `update projects set archived_at = now(), close_in = 1 where id = $1`,
    [atlas.params.project_id],
  )
  await atlas.changingNothing(() => runAllAutomations(orm))
  await runSql(atlas.server.databaseUrl, 'update projects set archived_at = null where id = $1', [
    atlas.params.project_id,
  ])
  const ids = [first]
  for (let number = 0; number < 3; number++) {
    const body = { issue_ids: [] as string[], properties: {} }
    for (let at = 0; at < 80; at++) body.issue_ids.push((await atlas.make(`Item ${number}-${at}`)).id)
    ids.push(...body.issue_ids)
  }
  await runSql(
    atlas.server.databaseUrl,
    "update work_items set updated_at = now() - interval '31 days' where id = any($1)",
    [ids],
  )
  await runAllAutomations(orm)
  const left = await runSql(
    atlas.server.databaseUrl,
    "select from work_items where id = any($1) and state__group <> 'cancelled'",
    [ids],
  )
  expect(left).toEqual([])
})

test('shows admins a preview and rejects invalid months', async () => {
  const { ann, max, eve } = atlas.cast
  const params = atlas.params
  expect(await max.refused('previewAutomations', { params })).toMatchObject({ status: 403 })
  expect(await eve.refused('previewAutomations', { params })).toMatchObject({ status: 404 })
  for (const [name, value] of [
    ['archive_in', '13'],
    ['close_in', '-1'],
    ['close_in', '1.5'],
    ['archive_in', 'x'],
  ] as const)
    expect(await ann.refused('previewAutomations', { params, query: { [name]: value } })).toMatchObject({
      status: 400,
    })
})
