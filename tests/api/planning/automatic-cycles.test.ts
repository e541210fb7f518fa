import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOrm } from '#api/create-orm.ts'
import { createDueCycles } from '#api/planning/cycles/automatic.ts'
import { createBus } from '#api/platform/bus.ts'
import type { Orm } from '#api/platform/db/orm.ts'
import type { AutomaticCycles } from '#common/organization/projects/automatic-cycles.ts'
import { cycleDayRange } from '#common/planning/cycles/rules.ts'
import { addDays, localDay } from '#common/platform/clock.ts'
import { newId } from '#common/platform/ids.ts'
import { runSql } from '../../support/api-client.ts'
import {
  type ProjectPathParams,
  type ProjectTestServer,
  startProjectTestServer,
} from '../../support/project-test-server.ts'

let atlas: ProjectTestServer
let orm: Orm

beforeAll(async () => {
  atlas = await startProjectTestServer()
  orm = await createOrm(atlas.server.databaseUrl, createBus(null))
})
afterAll(async () => {
  await orm.close()
  await atlas.close()
})

let projects = 0
async function fresh(): Promise<ProjectPathParams> {
  const place = await atlas.makeProject(`Own ${++projects}`, `O${projects}`)
  await atlas.cast.ann.call('updateProject', { params: place, body: { cycle_view: true } })
  return place
}

const today = () => localDay(Date.now(), 'UTC')
const inDays = (days: number) => addDays(today(), days)
const setting = (change: Partial<AutomaticCycles> = {}): AutomaticCycles => ({
  name: 'Sprint',
  length: 7,
  gap: 0,
  ahead: 2,
  rolls_over: true,
  starts_on: today(),
  ...change,
})
const set = (params: ProjectPathParams, change: Partial<AutomaticCycles> = {}) =>
  atlas.cast.ann.call('setAutomaticCycles', { params, body: setting(change) })

/** Returns the name, first day and last day of each cycle, in order. */
async function spans(params: ProjectPathParams): Promise<string[]> {
  const cycles = await atlas.cast.ann.call('listCycles', { params })
  return cycles
    .map((cycle) => {
      const days = cycleDayRange(cycle, 'UTC')
      return `${days?.first} ${days?.last} ${cycle.name}`
    })
    .toSorted()
}
/** Moves all cycles back in time, as if this many days had passed. */
async function pass(params: ProjectPathParams, days: number): Promise<void> {
  const back = `- $1 * interval '1 day'`
  for (const statement of [
    `update cycles set start_date = start_date ${back}, end_date = end_date ${back} where project_id = $2`,
    `update projects set automatic_cycles = automatic_cycles ||
       jsonb_build_object('since', (automatic_cycles ->> 'since')::timestamptz ${back}) where id = $2`,
  ]) {
    await runSql(atlas.server.databaseUrl, statement, [days, params.project_id])
  }
}

test('creates missing cycles immediately and publishes them', async () => {
  const place = await fresh()
  const told = await atlas.changes(() => set(place))
  expect(told.map(({ entity, op }) => `${entity} ${op}`).toSorted()).toEqual([
    'cycles create',
    'cycles create',
    'cycles create',
    'projects update',
  ])
  expect(await spans(place)).toEqual([
    `${today()} ${inDays(6)} Sprint 1`,
    `${inDays(7)} ${inDays(13)} Sprint 2`,
    `${inDays(14)} ${inDays(20)} Sprint 3`,
  ])
  const project = await atlas.cast.ann.call('getProject', { params: place })
  expect(project.automatic_cycles).toMatchObject({ ...setting(), set_by: atlas.cast.ann.id })
})

test('creates further cycles over time, once even for concurrent runs', async () => {
  const place = await fresh()
  await set(place)
  await pass(place, 7)
  await Promise.all([createDueCycles(orm), createDueCycles(orm), createDueCycles(orm)])
  expect((await spans(place)).at(-1)).toBe(`${inDays(14)} ${inDays(20)} Sprint 4`)
  expect(await spans(place)).toHaveLength(4)
  expect(await atlas.changes(() => createDueCycles(orm))).toEqual([])
})

test('applies a changed setting to new cycles and keeps days that people chose', async () => {
  const place = await fresh()
  await set(place, { ahead: 1 })
  const body = { name: 'By hand', start_date: inDays(20), end_date: inDays(21) }
  await atlas.cast.ann.call('createCycle', { params: place, body })
  await set(place, { ahead: 4, length: 5, gap: 1, name: 'Week' })
  expect(await spans(place)).toEqual([
    `${today()} ${inDays(6)} Sprint 1`,
    `${inDays(7)} ${inDays(13)} Sprint 2`,
    `${inDays(15)} ${inDays(19)} Week 1`,
    `${inDays(20)} ${inDays(21)} By hand`,
    `${inDays(23)} ${inDays(27)} Week 2`,
  ])
})

test('moves unfinished items to the next cycle and keeps the figures of the ended one', async () => {
  const place = await fresh()
  await set(place)
  const [first, second] = (await atlas.cast.ann.call('listCycles', { params: place })).toSorted((a, b) =>
    a.name.localeCompare(b.name),
  )
  const states = await atlas.cast.ann.call('listStates', { params: place })
  const done = (Array.isArray(states) ? states : []).find((state) => state.group === 'completed')
  const cycle_id = first?.id ?? ''
  const make = (body: { name: string; state_id?: string }) =>
    atlas.cast.ann.call('createWorkItem', { params: place, body: { ...body, cycle_id } })
  const open = await make({ name: 'Open' })
  const closed = await make({ name: 'Closed', ...(done && { state_id: done.id }) })
  await pass(place, 7)
  await createDueCycles(orm)
  const cycleOf = async (id: string) =>
    (await atlas.cast.ann.call('getWorkItem', { params: { ...place, id } })).cycle_id
  expect(await cycleOf(open.id)).toBe(second?.id)
  expect(await cycleOf(closed.id)).toBe(cycle_id)
  const ended = await atlas.cast.ann.call('getCycle', { params: { ...place, cycle_id } })
  expect(ended).toMatchObject({ total_issues: 2, completed_issues: 1, status: 'COMPLETED' })
  expect(ended.progress_snapshot).not.toBeNull()
})

test('returns moved items when a cycle is reopened, unless somebody moved them since', async () => {
  const place = await fresh()
  const { ann } = atlas.cast
  const [cycle, next] = [
    await ann.call('createCycle', {
      params: place,
      body: { name: 'Long', start_date: inDays(-9), end_date: inDays(3) },
    }),
    await ann.call('createCycle', {
      params: place,
      body: { name: 'Next', start_date: inDays(5), end_date: inDays(9) },
    }),
  ]
  const make = (name: string) => atlas.make(name, { cycle_id: cycle.id }, ann, place)
  const items = [await make('Stays'), await make('Is moved'), await make('Is done'), await make('Trashed')]
  const [stays, moved, done, trashed] = items
  const params = { ...place, cycle_id: cycle.id }
  const change = (id: string | undefined, body: object) =>
    ann.call('updateWorkItem', { params: { ...place, id: id ?? '' }, body })
  const cycles = () => Promise.all(items.map(atlas.stored)).then((rows) => rows.map((row) => row['cycle_id']))
  await set(place)
  await ann.call('endCycle', { params })
  // The first run of the job moves the open items of the ended cycle. The second run moves an item that returned to
  // the ended cycle after the first run.
  await change(done?.id, { cycle_id: null })
  await createDueCycles(orm)
  expect(await cycles()).toEqual([next.id, next.id, null, next.id])
  await runSql(atlas.server.databaseUrl, 'update work_items set cycle_id = $1 where id = $2', [
    cycle.id,
    done?.id,
  ])
  await createDueCycles(orm)
  expect(await cycles()).toEqual([next.id, next.id, next.id, next.id])
  const own = await atlas.make('Own', { cycle_id: next.id }, ann, place)
  await change(moved?.id, { cycle_id: null })
  const states = await ann.call('listStates', { params: place })
  const closed = (Array.isArray(states) ? states : []).find((state) => state.group === 'completed')
  await change(done?.id, { state_id: closed?.id })
  await ann.call('deleteWorkItem', { params: { ...place, id: trashed?.id ?? '' } })

  const heard = await atlas.changes(() =>
    ann.call('updateCycle', { params, body: { end_date: inDays(3) } }).then((reopened) => {
      expect(reopened).toMatchObject({ status: 'CURRENT', progress_snapshot: null, total_issues: 2 })
    }),
  )
  expect(await cycles()).toEqual([cycle.id, null, cycle.id, cycle.id])
  expect(await atlas.stored(own)).toMatchObject({ cycle_id: next.id })
  const back = heard.filter(({ entity }) => entity === 'work_items').map(({ id }) => id)
  expect(back).toEqual(expect.arrayContaining([stays?.id, done?.id]))
  // Reopening a cycle returns only the items that were moved when the cycle ended the last time. Items that were moved
  // earlier stay in their new cycle.
  await change(stays?.id, { cycle_id: next.id })
  await ann.call('endCycle', { params })
  await ann.call('updateCycle', { params, body: { end_date: inDays(3) } })
  expect(await cycles()).toEqual([next.id, null, cycle.id, cycle.id])
})

test('moves no items into a cycle that is being deleted', async () => {
  const place = await fresh()
  await set(place)
  const [first, second, third] = (await atlas.cast.ann.call('listCycles', { params: place })).toSorted(
    (a, b) => a.name.localeCompare(b.name),
  )
  const item = await atlas.make('Open', { cycle_id: first?.id }, atlas.cast.ann, place)
  await pass(place, 7)
  const holder = new pg.Client({ connectionString: atlas.server.databaseUrl })
  await holder.connect()
  await holder.query('begin')
  await holder.query('select id from work_items where id = $1 for update', [item.id])
  const keeping = createDueCycles(orm)
  const waits = 'select 1 from pg_stat_activity where cardinality(pg_blocking_pids(pid)) > 0'
  await expect.poll(async () => (await holder.query(waits)).rows.length).toBe(1)
  await atlas.cast.ann.call('deleteCycle', { params: { ...place, cycle_id: second?.id ?? '' } })
  await holder.query('commit')
  await holder.end()
  await keeping
  expect(await atlas.stored(item)).toMatchObject({ cycle_id: third?.id })
})

test('ignores cycles that ended before, and respects the setting to keep items', async () => {
  const place = await fresh()
  const body = { name: 'Past', start_date: inDays(0), end_date: inDays(3) }
  const past = await atlas.cast.ann.call('createCycle', { params: place, body })
  const item = await atlas.cast.ann.call('createWorkItem', {
    params: place,
    body: { name: 'Left', cycle_id: past.id },
  })
  await pass(place, 30)
  await set(place)
  const cycleOf = async (id: string) =>
    (await atlas.cast.ann.call('getWorkItem', { params: { ...place, id } })).cycle_id
  expect(await cycleOf(item.id)).toBe(past.id)
  const other = await fresh()
  await set(other, { rolls_over: false })
  const cycles = await atlas.cast.ann.call('listCycles', { params: other })
  const first = cycles.find(({ name }) => name === 'Sprint 1')?.id ?? ''
  const stays = await atlas.cast.ann.call('createWorkItem', {
    params: other,
    body: { name: 'Stays', cycle_id: first },
  })
  await pass(other, 7)
  await createDueCycles(orm)
  expect((await atlas.cast.ann.call('getWorkItem', { params: { ...other, id: stays.id } })).cycle_id).toBe(
    first,
  )
})

test('creates nothing when turned off, without cycles, or in an archived project', async () => {
  const { ann } = atlas.cast
  const [off, hidden, archived] = [await fresh(), await fresh(), await fresh()]
  for (const place of [off, hidden, archived]) await set(place)
  await ann.call('stopAutomaticCycles', { params: off })
  await ann.call('updateProject', { params: hidden, body: { cycle_view: false } })
  await ann.call('archiveProject', { params: archived })
  for (const place of [off, hidden, archived]) await pass(place, 7)
  expect(await atlas.changes(() => createDueCycles(orm))).toEqual([])
  expect((await ann.call('getProject', { params: off })).automatic_cycles).toBeNull()
})

test('continues with other projects when one fails', async () => {
  const [wrong, right] = [await fresh(), await fresh()]
  for (const place of [wrong, right]) await set(place)
  const change = (place: ProjectPathParams, fields: object) =>
    runSql(
      atlas.server.databaseUrl,
      'update projects set automatic_cycles = automatic_cycles || $1 where id = $2',
      [fields, place.project_id],
    )
  // No API call can write this setting: its `set_by` is not the id of a user. Inserting the cycles therefore violates
  // a foreign key.
  await change(wrong, { ahead: 3, set_by: newId() })
  await change(right, { ahead: 3 })
  await expect(createDueCycles(orm)).rejects.toThrow()
  expect([await spans(wrong), await spans(right)].map(({ length }) => length)).toEqual([3, 4])
  await atlas.cast.ann.call('stopAutomaticCycles', { params: wrong })
})

test('rejects invalid settings', async () => {
  const place = await fresh()
  for (const change of [
    { length: 0 },
    { length: 93 },
    { ahead: 0 },
    { gap: -1 },
    { name: ' ' },
    { starts_on: '2026-02-30' },
  ]) {
    const refusal = await atlas.cast.ann.refused('setAutomaticCycles', {
      params: place,
      body: setting(change),
    })
    expect(refusal.status, JSON.stringify(change)).toBe(400)
  }
  expect(await spans(place)).toEqual([])
})
