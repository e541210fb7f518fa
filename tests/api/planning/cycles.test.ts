import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOrm } from '#api/create-orm.ts'
import { deleteExpiredRows } from '#api/maintenance.ts'
import { freezeAllEndedCycles } from '#api/planning/cycles/freeze-ended.ts'
import { createBus } from '#api/platform/bus.ts'
import type { Orm } from '#api/platform/db/orm.ts'
import { activitiesReader } from '#api/work/activities/reader.ts'
import { cycleStatus } from '#common/planning/cycles/rules.ts'
import type { CycleResponse } from '#common/planning/cycles/schema.ts'
import { addDays, localDay } from '#common/platform/clock.ts'
import { role } from '#common/platform/roles.ts'
import { type ApiClient, runSql } from '../../support/api-client.ts'
import { lockTable } from '../../support/lock-table.ts'
import {
  type ProjectPathParams,
  type ProjectTestServer,
  startProjectTestServer,
} from '../../support/project-test-server.ts'

let atlas: ProjectTestServer

beforeAll(async () => {
  atlas = await startProjectTestServer({}, undefined, [activitiesReader])
  await switchOn(atlas.params)
})
afterAll(() => atlas.close())

const switchOn = (params: ProjectPathParams) =>
  atlas.cast.ann.call('updateProject', { params, body: { cycle_view: true } })

/** `fresh` creates a project without cycles. The counter makes names and identifiers unique. */
let projects = 0
async function fresh(): Promise<ProjectPathParams> {
  const place = await atlas.makeProject(`Fresh ${++projects}`, `F${projects}`)
  await switchOn(place)
  return place
}

const today = () => localDay(Date.now(), 'UTC')
const inDays = (days: number) => addDays(today(), days)
const at = (place: ProjectPathParams, { id }: { id: string }) => ({ ...place, cycle_id: id })

function create(body: Record<string, unknown>, place = atlas.params, who: ApiClient = atlas.cast.ann) {
  return who.call('createCycle', { params: place, body: { name: 'Sprint', ...body } })
}
function refusedCreate(body: Record<string, unknown>, place = atlas.params, who = atlas.cast.ann) {
  return who.refused('createCycle', { params: place, body: { name: 'Sprint', ...body } })
}

/**
 * Creates a cycle that starts `from` days after today and ends `to` days after today. Negative numbers are days
 * before today.
 */
function spanning(from: number, to: number, place: ProjectPathParams): Promise<CycleResponse> {
  return create({ start_date: inDays(from), end_date: inDays(to) }, place)
}

describe('a cycle', () => {
  test('is limited to 500 per project, including restored ones', async () => {
    const place = await fresh()
    const first = await create({ name: 'First' }, place)
    await atlas.cast.ann.call('deleteCycle', { params: at(place, first) })
    await runSql(
      atlas.server.databaseUrl,
      `insert into cycles (id, workspace_id, project_id, name, sort_order)
       select gen_random_uuid(), workspace_id, id, 'One of many', n from projects, generate_series(1, 499) n where id = $1`,
      [place.project_id],
    )
    await create({ name: 'The last' }, place)
    expect((await refusedCreate({}, place)).status).toBe(400)
    const restoring = await atlas.cast.ann.refused('restoreCycle', { params: at(place, first) })
    expect(restoring.status).toBe(400)
  })

  test('is created, changed, published to the project and listed newest first', async () => {
    const place = await fresh()
    const changes = await atlas.changes(async () => {
      await create({ name: 'First', description: 'Words' }, place)
      await spanning(0, 13, place)
    })
    expect(changes.map(({ entity, op }) => [entity, op])).toEqual([
      ['cycles', 'create'],
      ['cycles', 'create'],
    ])
    const [second, first] = await atlas.cast.ann.call('listCycles', { params: place })
    expect(first).toMatchObject({ name: 'First', status: 'DRAFT', start_date: null, total_issues: 0 })
    expect(second).toMatchObject({ status: 'CURRENT', owned_by_id: atlas.cast.ann.id, version: 2 })
    expect(second?.sort_order).toBe((first?.sort_order ?? 0) - 10_000)
    const renamed = await atlas.cast.ann.call('updateCycle', {
      params: at(place, second as CycleResponse),
      body: { name: 'Renamed' },
    })
    expect(renamed).toMatchObject({ name: 'Renamed', start_date: second?.start_date })
    expect(
      await atlas.cast.ann.call('listCycles', { params: place, query: { cycle_view: 'current' } }),
    ).toEqual([renamed])
    const everywhere = await atlas.cast.ann.call('listWorkspaceCycles', { params: { slug: place.slug } })
    expect(everywhere).toContainEqual(renamed)
  })

  test('is listed with all active cycles of joined projects that have cycles turned on', async () => {
    const { ann, max } = atlas.cast
    const ids: string[] = []
    for (const last of [9, 3]) {
      const place = await fresh()
      ids.unshift((await spanning(-1, last, place)).id)
      await spanning(last + 1, last + 2, place)
      await create({ name: 'Draft' }, place)
    }
    const off = await fresh()
    const hidden = await spanning(0, 1, off)
    const list = (query = {}, who = ann) =>
      who.call('listActiveCycles', { params: { slug: off.slug }, query })
    expect((await list()).results.map(({ id }) => id)).toEqual(expect.arrayContaining([hidden.id, ...ids]))
    await ann.call('updateProject', { params: off, body: { cycle_view: false } })
    const { results, total_count } = await list()
    expect(results.map(({ id }) => id).filter((id) => [hidden.id, ...ids].includes(id))).toEqual(ids)
    expect(results.every(({ status }) => status === 'CURRENT')).toBe(true)
    const first = await list({ per_page: 1 })
    expect(first).toMatchObject({ total_count, count: 1, next_page_results: true })
    const second = await list({ cursor: first.next_cursor })
    expect([...first.results, ...second.results]).toEqual(results.slice(0, 2))
    const seen = (await list({}, max)).results.map(({ id }) => id)
    expect(ids.filter((id) => seen.includes(id))).toEqual([])
  })

  test('returns its progress by day with an ideal pace', async () => {
    const place = await fresh()
    const cycle = await spanning(0, 4, place)
    const params = at(place, cycle)
    const states = await atlas.cast.ann.call('listStates', { params: place })
    const done = (Array.isArray(states) ? states : []).find(({ group }) => group === 'completed')
    for (const name of ['One', 'Two']) await atlas.make(name, { cycle_id: cycle.id }, atlas.cast.ann, place)
    await atlas.make('Done', { cycle_id: cycle.id, state_id: done?.id }, atlas.cast.ann, place)
    const [begin, ...rest] = await atlas.cast.ann.call('getCycleDays', { params })
    expect(begin).toEqual({ date: today(), scope: 3, pending: 2, closed: 1, ideal: 3 })
    expect(rest.map(({ ideal }) => ideal)).toEqual([2.25, 1.5, 0.75, 0])
    expect(
      rest.every(({ scope, pending, closed }) => scope === null && pending === null && closed === null),
    ).toBe(true)
    const draft = await create({ name: 'Draft' }, place)
    const refused = await atlas.cast.ann.refused('getCycleDays', { params: at(place, draft) })
    expect(refused).toMatchObject({ status: 400, error: 'Cycle has no start or end date' })
  })

  test('has both days in order or none', async () => {
    const both = 'Both start date and end date are either required or are to be null'
    expect(await refusedCreate({ start_date: today() })).toMatchObject({ status: 400, error: both })
    expect(await refusedCreate({ start_date: inDays(1), end_date: today() })).toMatchObject({
      status: 400,
      error: 'Start date cannot exceed end date',
    })
    expect(await refusedCreate({ start_date: '2026-01-01', end_date: '2029-01-01' })).toMatchObject({
      status: 400,
    })
    const place = await fresh()
    const cycle = await spanning(2, 3, place)
    const refused = await atlas.cast.ann.refused('updateCycle', {
      params: at(place, cycle),
      body: { end_date: null },
    })
    expect(refused).toMatchObject({ status: 400, error: both })
    const draft = await atlas.cast.ann.call('updateCycle', {
      params: at(place, cycle),
      body: { start_date: null, end_date: null },
    })
    expect(draft).toMatchObject({ status: 'DRAFT', start_date: null, end_date: null })
  })
})

describe('the cycle of an item', () => {
  test('can be set on creation, by a change, in bulk and by the cycle calls', async () => {
    const { ann } = atlas.cast
    const place = await fresh()
    const [one, two] = [await spanning(0, 1, place), await spanning(2, 3, place)]
    const item = await atlas.make('Planned', { cycle_id: one.id }, ann, place)
    const other = await atlas.make('Other', {}, ann, place)
    expect(item.cycle_id).toBe(one.id)
    const params = { ...place, id: item.id }
    expect(await ann.call('updateWorkItem', { params, body: { cycle_id: two.id } })).toMatchObject({
      cycle_id: two.id,
    })
    await ann.call('changeWorkItems', {
      params: place,
      body: { issue_ids: [item.id, other.id], properties: { cycle_id: null } },
    })
    expect(await atlas.stored(item)).toMatchObject({ cycle_id: null })
    await ann.call('addToCycle', { params: at(place, one), body: { issues: [item.id, other.id] } })
    const listed = await ann.call('listCycleWorkItems', { params: at(place, one) })
    expect(listed.total_count).toBe(2)
    const left = { ...at(place, one), issue_id: other.id }
    await ann.call('removeFromCycle', { params: left })
    expect(await atlas.stored(other)).toMatchObject({ cycle_id: null })
    expect(await ann.refused('removeFromCycle', { params: left })).toMatchObject({ status: 404 })
    const grouped = await ann.call('listWorkItems', { params: place, query: { group_by: 'cycle' } })
    expect(Object.keys(grouped.results)).toEqual(expect.arrayContaining([one.id, two.id, 'None']))
  })

  test('must be an open cycle of the same project', async () => {
    const { ann } = atlas.cast
    const [place, elsewhere] = [await fresh(), await fresh()]
    const [foreign, over] = [await create({}, elsewhere), await spanning(-3, -2, place)]
    const item = await atlas.make('Planned', {}, ann, place)
    const set = (cycle_id: string) =>
      ann.refused('updateWorkItem', { params: { ...place, id: item.id }, body: { cycle_id } })
    expect(await set(foreign.id)).toMatchObject({ status: 400, fields: { cycle_id: [expect.any(String)] } })
    const completed = 'The Cycle has already been completed so no new issues can be added'
    expect(await set(over.id)).toMatchObject({ status: 400, error: completed })
    expect(
      await ann.refused('addToCycle', { params: at(place, over), body: { issues: [item.id] } }),
    ).toMatchObject({ status: 400, error: completed })
    expect(await ann.refused('addToCycle', { params: at(place, over), body: {} })).toMatchObject({
      status: 400,
      fields: { issues: ['Issues are required'] },
    })
  })
})

/** Moves the cycles back in time, as if this many days had passed. */
async function age(cycles: { id: string }[], days: number): Promise<void> {
  const ids = cycles.map(({ id }) => id)
  await sql(
    `update cycles set start_date = start_date - make_interval(days => $2), end_date = end_date - make_interval(days => $2)
     where id = any($1)`,
    [ids, days],
  )
  // Shifts the dates with two statements. A single shift would violate the unique key while PostgreSQL updates row by
  // row.
  await sql('update cycle_days set day = day - $2::int - 10000 where cycle_id = any($1)', [ids, days])
  await sql('update cycle_days set day = day + 10000 where cycle_id = any($1)', [ids])
}

function sql<Row extends Record<string, unknown>>(statement: string, values: unknown[] = []): Promise<Row[]> {
  return runSql<Row>(atlas.server.databaseUrl, statement, values)
}

const update = (place: ProjectPathParams, cycle: { id: string }, body: object, who = atlas.cast.ann) =>
  who.call('updateCycle', { params: at(place, cycle), body })
const refusedUpdate = (place: ProjectPathParams, cycle: { id: string }, body: object) =>
  atlas.cast.ann.refused('updateCycle', { params: at(place, cycle), body })

describe('the days of a cycle', () => {
  const inBerlin = async () => {
    const place = await fresh()
    await atlas.cast.ann.call('updateProject', { params: place, body: { timezone: 'Europe/Berlin' } })
    return place
  }

  test.each([
    ['2027-03-27', '2027-03-28', '2027-03-26T23:00:01.000Z', '2027-03-28T21:59:59.999Z'],
    ['2027-03-29', '2027-04-02', '2027-03-28T22:00:01.000Z', '2027-04-02T21:59:59.999Z'],
    ['2027-10-30', '2027-10-31', '2027-10-29T22:00:01.000Z', '2027-10-31T22:59:59.999Z'],
  ])('are those of its project, through summer time: %s to %s', async (first, last, start, end) => {
    const place = await inBerlin()
    const cycle = await create({ start_date: first, end_date: last }, place)
    expect(cycle).toMatchObject({ start_date: start, end_date: end, status: 'UPCOMING' })
    // A point in time counts as the day in the time zone of the project. The last second before midnight in
    // UTC belongs to the next day in Berlin.
    const other = await inBerlin()
    const sent = await create({ start_date: `${addDays(first, -1)}T23:59:59Z`, end_date: end }, other)
    expect(sent).toMatchObject({ start_date: start, end_date: end })
    const { completion_chart } = await atlas.cast.ann.call('getCycleAnalytics', { params: at(place, cycle) })
    const days: string[] = []
    for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
    expect(Object.keys(completion_chart)).toEqual(days)
  })

  test('start now if the first day is today, and do not change when sent again', async () => {
    const place = await fresh()
    const before = Date.now()
    const cycle = await spanning(0, 3, place)
    expect(Date.parse(cycle.start_date ?? '')).toBeGreaterThanOrEqual(before)
    const longer = await update(place, cycle, { start_date: today(), end_date: inDays(4) })
    expect(longer.start_date).toBe(cycle.start_date)
    expect(longer.end_date).toBe(`${inDays(4)}T23:59:59.999Z`)
  })

  test('must not overlap another cycle, even an archived or completed one', async () => {
    const place = await fresh()
    const { ann } = atlas.cast
    const over = await spanning(-9, -5, place)
    await ann.call('archiveCycle', { params: at(place, over) })
    const next = await spanning(1, 5, place)
    const taken =
      'You have a cycle already on the given dates, if you want to create a draft cycle you can do that by removing dates'
    const days = (from: number, to: number) => ({ start_date: inDays(from), end_date: inDays(to) })
    for (const span of [days(-12, -9), days(-5, -5), days(5, 9), days(0, 1), days(-20, 20)])
      expect(await refusedCreate(span, place)).toMatchObject({ status: 409, error: taken })
    const check = (body: object) => ann.call('checkCycleDays', { params: place, body })
    expect(await check(days(4, 6))).toEqual({ status: false, error: taken })
    expect(await check({ ...days(4, 6), cycle_id: next.id })).toEqual({ status: true })
    expect(await check(days(-4, 0))).toEqual({ status: true })
    expect(await ann.refused('checkCycleDays', { params: place, body: {} })).toMatchObject({
      status: 400,
      fields: { start_date: ['Start date and end date both are required'] },
    })
    const between = await create({}, place)
    expect(await refusedUpdate(place, between, days(0, 1))).toMatchObject({ status: 409, error: taken })
    expect(await update(place, between, days(-4, 0))).toMatchObject({ status: 'CURRENT' })
  })

  test('may start on the day on which another cycle was ended, after its end', async () => {
    const place = await fresh()
    const { ann } = atlas.cast
    const first = await spanning(-3, 5, place)
    const next = await spanning(6, 9, place)
    const days = { start_date: today(), end_date: inDays(9) }
    expect(await refusedUpdate(place, next, days)).toMatchObject({ status: 409 })
    await ann.call('endCycle', { params: at(place, first) })
    const started = await update(place, next, days)
    expect(started.status).toBe('CURRENT')
    const longer = { ...days, end_date: inDays(12) }
    const check = { params: place, body: { ...longer, cycle_id: next.id } }
    expect(await ann.call('checkCycleDays', check)).toEqual({ status: true })
    expect((await update(place, next, longer)).start_date).toBe(started.start_date)
    // The ended cycle would overlap the new one if it were reopened.
    expect(await refusedUpdate(place, first, { end_date: today() })).toMatchObject({ status: 409 })
    await ann.call('deleteCycle', { params: at(place, next) })
    expect(await ann.call('restoreCycle', { params: at(place, next) })).toMatchObject({ status: 'CURRENT' })
  })

  test('stay the same when the project changes its time zone', async () => {
    const place = await inBerlin()
    const [one, over] = [
      await create({ start_date: '2027-03-27', end_date: '2027-03-28' }, place),
      await create({ start_date: '2026-01-05', end_date: '2026-01-09' }, place),
    ]
    const timezone = 'America/Los_Angeles'
    const changes = await atlas.changes(() =>
      atlas.cast.ann.call('updateProject', { params: place, body: { timezone } }),
    )
    expect(changes.filter(({ entity }) => entity === 'cycles')).toMatchObject([{ id: one.id, op: 'update' }])
    const moved = { start_date: '2027-03-27T07:00:01.000Z', end_date: '2027-03-29T06:59:59.999Z' }
    expect(await atlas.cast.ann.call('getCycle', { params: at(place, one) })).toMatchObject(moved)
    expect(await atlas.cast.ann.call('getCycle', { params: at(place, over) })).toMatchObject({
      end_date: over.end_date,
    })
  })

  test('are given to only one of many concurrent requests', async () => {
    const place = await fresh()
    const asked = Array.from({ length: 6 }, () =>
      spanning(2, 6, place).then(
        () => true,
        () => false,
      ),
    )
    expect((await Promise.all(asked)).filter((isMade) => isMade)).toHaveLength(1)
    expect(await atlas.cast.ann.call('listCycles', { params: place })).toHaveLength(1)
  })
})

describe('a completed cycle', () => {
  test('can be reordered and archived but not changed', async () => {
    const { ann } = atlas.cast
    const place = await fresh()
    const [running, cycle] = [await spanning(0, 3, place), await spanning(-6, -1, place)]
    expect(cycle.status).toBe('COMPLETED')
    expect(await refusedUpdate(place, cycle, { name: 'New', sort_order: 5 })).toMatchObject({
      status: 400,
      error: 'The Cycle has already been completed so it cannot be edited',
    })
    expect(await update(place, cycle, { sort_order: 5 })).toMatchObject({ sort_order: 5 })
    expect(await ann.refused('archiveCycle', { params: at(place, running) })).toMatchObject({
      status: 400,
      error: 'Only completed cycles can be archived',
    })
    const { archived_at } = await ann.call('archiveCycle', { params: at(place, cycle) })
    expect(await ann.call('archiveCycle', { params: at(place, cycle) })).toEqual({ archived_at })
    expect(await refusedUpdate(place, cycle, { sort_order: 6 })).toMatchObject({
      status: 400,
      error: 'Archived cycle cannot be updated',
    })
    expect(await ann.call('listCycles', { params: place })).toMatchObject([{ id: running.id }])
    expect(await ann.call('listArchivedCycles', { params: place })).toMatchObject([{ id: cycle.id }])
    expect(await ann.call('getArchivedCycle', { params: at(place, cycle) })).toMatchObject({ archived_at })
    await ann.call('unarchiveCycle', { params: at(place, cycle) })
    expect(await ann.refused('getArchivedCycle', { params: at(place, cycle) })).toMatchObject({ status: 404 })
  })
})

describe('the end of a cycle', () => {
  const closed = { status: 400, error: 'The Cycle has already been completed so it cannot be edited' }
  const withMax = async () => {
    const place = await fresh()
    const members = [{ member_id: atlas.cast.max.id, role: role.member }]
    await atlas.cast.ann.call('addProjectMembers', { params: place, body: { members } })
    return place
  }

  test('is the last moment of its last day', async () => {
    const { start_date, end_date } = await spanning(0, 1, await fresh())
    const last = Date.parse(end_date ?? '')
    expect(localDay(last, 'UTC')).toBe(inDays(1))
    expect(localDay(last + 1, 'UTC')).toBe(inDays(2))
    const statuses = [last, last + 1].map((time) => cycleStatus({ start_date, end_date }, time))
    expect(statuses).toEqual(['CURRENT', 'COMPLETED'])
  })

  test('can be set to now, with today as the last day, and be undone by the same person', async () => {
    const { ann, max } = atlas.cast
    const place = await withMax()
    const cycle = await spanning(-3, 4, place)
    const item = await atlas.make('Open', { cycle_id: cycle.id }, ann, place)
    const ended = await max.call('endCycle', { params: at(place, cycle) })
    expect(ended).toMatchObject({ status: 'COMPLETED', total_issues: 1, start_date: cycle.start_date })
    expect(localDay(Date.parse(ended.end_date ?? ''), 'UTC')).toBe(today())
    expect(await ann.call('listCycles', { params: place, query: { cycle_view: 'current' } })).toEqual([])
    expect(await ann.refused('endCycle', { params: at(place, cycle) })).toMatchObject({
      status: 409,
      error: 'Only active cycles can be ended',
    })
    const back = { name: 'Sprint', start_date: inDays(-3), end_date: inDays(4) }
    const reopened = await update(place, cycle, back, max)
    expect(reopened).toMatchObject({ status: 'CURRENT', end_date: cycle.end_date, progress_snapshot: null })
    // While a cycle is open again, its statistics are computed from its current items.
    await ann.call('updateWorkItem', { params: { ...place, id: item.id }, body: { cycle_id: null } })
    expect(await ann.call('getCycleProgress', { params: at(place, cycle) })).toMatchObject({
      total_issues: 0,
    })
  })

  test('moves open items to another cycle or to none, and gets them back when reopened', async () => {
    const { ann, max } = atlas.cast
    const place = await withMax()
    const [cycle, next] = [await spanning(-3, 4, place), await spanning(6, 9, place)]
    const { completed } = await statesOf(place)
    const open = await atlas.make('Open', { cycle_id: cycle.id }, ann, place)
    const done = await atlas.make('Done', { cycle_id: cycle.id, state_id: completed }, ann, place)
    const cyclesOf = async () => {
      const rows = await Promise.all([open, done].map(atlas.stored))
      return rows.map((row) => row['cycle_id'])
    }
    for (const target of [next.id, null]) {
      const ended = await max.call('endCycle', { params: at(place, cycle), body: { new_cycle_id: target } })
      expect(ended).toMatchObject({ status: 'COMPLETED', total_issues: 2, completed_issues: 1 })
      expect(await cyclesOf()).toEqual([target, cycle.id])
      await update(place, cycle, { end_date: inDays(4) }, max)
      expect(await cyclesOf()).toEqual([cycle.id, cycle.id])
    }
  })

  test('moves open items with the change that sets its end into the past', async () => {
    const { ann, max } = atlas.cast
    const place = await withMax()
    const [cycle, next] = [await spanning(-3, 4, place), await spanning(6, 9, place)]
    const open = await atlas.make('Open', { cycle_id: cycle.id }, ann, place)
    for (const target of [next.id, null]) {
      const ended = await update(place, cycle, { end_date: inDays(-1), new_cycle_id: target }, max)
      expect(ended).toMatchObject({ status: 'COMPLETED', total_issues: 1 })
      expect(await atlas.stored(open)).toMatchObject({ cycle_id: target })
      await update(place, cycle, { end_date: inDays(4) }, max)
      expect(await atlas.stored(open)).toMatchObject({ cycle_id: cycle.id })
    }
    // Items move only with the change that ends the cycle, and only to a cycle that accepts them.
    for (const body of [
      { end_date: inDays(5), new_cycle_id: next.id },
      { name: 'Renamed', new_cycle_id: null },
      { end_date: inDays(-1), new_cycle_id: cycle.id },
      { end_date: inDays(-1), new_cycle_id: (await create({})).id },
    ]) {
      const params = at(place, cycle)
      expect(await ann.refused('updateCycle', { params, body })).toMatchObject({
        status: 400,
        fields: { new_cycle_id: expect.anything() },
      })
    }
    expect(await ann.call('getCycle', { params: at(place, cycle) })).toMatchObject({
      status: 'CURRENT',
      name: cycle.name,
    })
    expect(await atlas.stored(open)).toMatchObject({ cycle_id: cycle.id })
  })

  test('does not end if its open items cannot move to the chosen cycle', async () => {
    const { ann, gus } = atlas.cast
    const place = await fresh()
    const cycle = await spanning(-3, 4, place)
    const item = await atlas.make('Open', { cycle_id: cycle.id }, ann, place)
    const over = await spanning(-9, -8, place)
    const foreign = await create({})
    const params = at(place, cycle)
    for (const { id } of [over, foreign, cycle])
      expect(await ann.refused('endCycle', { params, body: { new_cycle_id: id } })).toMatchObject({
        status: 400,
      })
    expect(await gus.refused('endCycle', { params, body: { new_cycle_id: null } })).toMatchObject({
      status: 404,
    })
    expect(await ann.call('getCycle', { params })).toMatchObject({ status: 'CURRENT' })
    expect(await atlas.stored(item)).toMatchObject({ cycle_id: cycle.id })
  })

  test('can be set into the past and reopened by an admin or the same person only', async () => {
    const { ann, max } = atlas.cast
    const place = await withMax()
    const cycle = await spanning(-9, 4, place)
    const past = await update(place, cycle, { end_date: inDays(-1) })
    expect(past).toMatchObject({ status: 'COMPLETED' })
    const params = at(place, cycle)
    const later = { end_date: today() }
    expect(await max.refused('updateCycle', { params, body: later })).toMatchObject(closed)
    for (const body of [{ name: 'New' }, { start_date: inDays(-8) }])
      expect(await refusedUpdate(place, cycle, body)).toMatchObject(closed)
    expect(await update(place, cycle, { ...later, name: 'Longer' })).toMatchObject({
      status: 'CURRENT',
      name: 'Longer',
      end_date: `${today()}T23:59:59.999Z`,
    })
    // A cycle that is ended and reopened on its last day ends at the end of that day again.
    await max.call('endCycle', { params })
    expect(await update(place, cycle, later)).toMatchObject({ end_date: `${today()}T23:59:59.999Z` })
    // Changing the position of a completed cycle in the list does not reopen it.
    await max.call('endCycle', { params })
    expect(await update(place, cycle, { sort_order: 7 }, max)).toMatchObject({ status: 'COMPLETED' })
    await ann.call('archiveCycle', { params })
    expect(await refusedUpdate(place, cycle, later)).toMatchObject({
      error: 'Archived cycle cannot be updated',
    })
  })

  test('is corrected by an admin to another past day and keeps its totals', async () => {
    const { ann, max } = atlas.cast
    const place = await withMax()
    const cycle = await spanning(-9, 4, place)
    await atlas.make('Open', { cycle_id: cycle.id }, max, place)
    // Max ends the cycle by moving its end into the past. He is still not an admin, so he cannot change the
    // ended cycle.
    await update(place, cycle, { end_date: inDays(-6) }, max)
    const params = at(place, cycle)
    await ann.call('transferCycleItems', {
      params,
      body: { new_cycle_id: (await create({ name: 'Next' }, place)).id },
    })
    const correction = { end_date: inDays(-2) }
    const refused = await atlas.changingNothing(() =>
      max.refused('updateCycle', { params, body: correction }),
    )
    expect(refused).toMatchObject(closed)
    for (const body of [
      { ...correction, name: 'New' },
      { ...correction, start_date: inDays(-8) },
    ])
      expect(await refusedUpdate(place, cycle, body)).toMatchObject(closed)
    for (const last of [-2, -7, -9]) {
      const corrected = await update(place, cycle, { end_date: inDays(last) })
      expect(corrected).toMatchObject({
        ...{ status: 'COMPLETED', start_date: cycle.start_date, total_issues: 1 },
        end_date: `${inDays(last)}T23:59:59.999Z`,
      })
      const days = await ann.call('getCycleDays', { params })
      expect([days[0]?.date, days.at(-1)?.date]).toEqual([inDays(-9), inDays(last)])
      expect(await ann.call('getCycleAnalytics', { params })).toMatchObject({
        assignees: [{ assignee_id: null, total_issues: 1 }],
      })
    }
    // The dates of a cycle cannot overlap with another cycle.
    await spanning(-5, -4, place)
    expect(await refusedUpdate(place, cycle, { end_date: inDays(-3) })).toMatchObject({ status: 409 })
    expect(await refusedUpdate(place, cycle, { end_date: inDays(-10) })).toMatchObject({ status: 400 })
  })

  test('keeps its days when an admin reopens a cycle that somebody else ended', async () => {
    const { max } = atlas.cast
    const place = await withMax()
    const cycle = await spanning(-9, 4, place)
    await atlas.make('Open', { cycle_id: cycle.id }, max, place)
    await max.call('endCycle', { params: at(place, cycle) })
    const bodies = [
      { start_date: null, end_date: null },
      { start_date: inDays(-8), end_date: inDays(4) },
      { start_date: inDays(2), end_date: inDays(4) },
      { end_date: inDays(4), name: 'New' },
    ]
    for (const body of bodies) {
      const refused = await atlas.changingNothing(() => refusedUpdate(place, cycle, body))
      expect(refused).toMatchObject(closed)
    }
    const params = at(place, cycle)
    const body = { start_date: null, end_date: null }
    expect(await max.refused('updateCycle', { params, body })).toMatchObject(closed)
    expect(await update(place, cycle, { end_date: inDays(4) })).toMatchObject({ status: 'CURRENT' })
  })

  test('cannot be extended over the days of another cycle', async () => {
    const place = await fresh()
    const cycle = await spanning(-9, -5, place)
    await spanning(-4, 4, place)
    expect(await refusedUpdate(place, cycle, { end_date: today() })).toMatchObject({ status: 409 })
    expect(await refusedUpdate(place, cycle, { name: 'New' })).toMatchObject(closed)
  })
})

describe('roles', () => {
  test('a guest sees cycles and figures but cannot change them', async () => {
    const { gus } = atlas.cast
    const cycle = await create({ start_date: inDays(100), end_date: inDays(101) })
    const params = at(atlas.params, cycle)
    expect(await gus.call('listCycles', { params: atlas.params })).toContainEqual(cycle)
    expect(await gus.call('getCycleProgress', { params })).toMatchObject({ total_issues: 0 })
    expect(await gus.call('getCycleAnalytics', { params })).toMatchObject({ assignees: [] })
    expect(await gus.refused('getCycle', { params })).toMatchObject({ status: 403 })
    expect(await gus.refused('listCycleWorkItems', { params })).toMatchObject({ status: 403 })
    const own = await atlas.make('Made by Gus')
    await atlas.give(own, gus)
    const refused = await atlas.changingNothing(() =>
      gus.refused('updateWorkItem', {
        params: { ...atlas.params, id: own.id },
        body: { cycle_id: cycle.id },
      }),
    )
    expect(refused).toMatchObject({ status: 403 })
  })

  test('only the owner and admins delete a cycle', async () => {
    const { ann, max } = atlas.cast
    const [anns, maxs] = [await create({}), await create({}, atlas.params, max)]
    expect(await max.refused('deleteCycle', { params: at(atlas.params, anns) })).toMatchObject({
      status: 403,
    })
    await max.call('deleteCycle', { params: at(atlas.params, maxs) })
    await max.call('restoreCycle', { params: at(atlas.params, maxs) })
    await ann.call('deleteCycle', { params: at(atlas.params, maxs) })
  })
})

describe('a deleted cycle', () => {
  test('releases its items and gets them back, except those in another cycle', async () => {
    const { ann } = atlas.cast
    const place = await fresh()
    const [cycle, next] = [await spanning(0, 3, place), await spanning(5, 6, place)]
    const [stays, moves, trashed] = [
      await atlas.make('Stays', { cycle_id: cycle.id }, ann, place),
      await atlas.make('Moves', { cycle_id: cycle.id }, ann, place),
      await atlas.make('Trashed', { cycle_id: cycle.id }, ann, place),
    ]
    await ann.call('deleteWorkItem', { params: { ...place, id: trashed.id } })
    const changes = await atlas.changes(() => ann.call('deleteCycle', { params: at(place, cycle) }))
    expect(changes.map(({ entity, op, fields }) => [entity, op, fields['cycle_id']])).toEqual(
      expect.arrayContaining([
        ['work_items', 'update', null],
        ['work_items', 'update', null],
        ['cycles', 'delete', undefined],
      ]),
    )
    expect(await ann.refused('getCycle', { params: at(place, cycle) })).toMatchObject({ status: 404 })
    await ann.call('addToCycle', { params: at(place, next), body: { issues: [moves.id] } })
    const other = await spanning(2, 4, place)
    expect(await ann.refused('restoreCycle', { params: at(place, cycle) })).toMatchObject({ status: 409 })
    await ann.call('deleteCycle', { params: at(place, other) })
    const back = await ann.call('restoreCycle', { params: at(place, cycle) })
    expect(back).toMatchObject({ id: cycle.id, total_issues: 1 })
    expect(await atlas.stored(stays)).toMatchObject({ cycle_id: cycle.id })
    expect(await atlas.stored(moves)).toMatchObject({ cycle_id: next.id })
    expect(await atlas.stored(trashed)).toMatchObject({ cycle_id: cycle.id })
  })

  test('is purged after thirty days, together with its display settings', async () => {
    const { ann } = atlas.cast
    const place = await fresh()
    const [old, young] = [await create({}, place), await create({}, place)]
    for (const cycle of [old, young]) {
      const params = at(place, cycle)
      await ann.call('updateCycleUserProperties', { params, body: { display_filters: { layout: 'kanban' } } })
      const kept = await ann.call('getCycleUserProperties', { params })
      expect(kept).toMatchObject({
        context: 'cycle',
        context_id: cycle.id,
        display_filters: { layout: 'kanban' },
      })
      await ann.call('deleteCycle', { params })
    }
    await sql("update cycles set deleted_at = deleted_at - interval '31 days' where id = $1", [old.id])
    expect(await ann.refused('restoreCycle', { params: at(place, old) })).toMatchObject({ status: 404 })
    await withOrm(deleteExpiredRows)
    const ids = [old.id, young.id]
    expect(await sql('select id from cycles where id = any($1)', [ids])).toEqual([{ id: young.id }])
    expect(await sql('select context_id from user_properties where context_id = any($1)', [ids])).toEqual([
      { context_id: young.id },
    ])
  })
})

async function withOrm(act: (orm: Orm) => Promise<unknown>): Promise<void> {
  const orm = await createOrm(atlas.server.databaseUrl, createBus(null))
  await act(orm)
  await orm.close(true)
}

describe('an item', () => {
  test('loses its cycle in another project and gets it back when it returns', async () => {
    const { ann } = atlas.cast
    const [place, elsewhere] = [await fresh(), await fresh()]
    const [cycle, over] = [await spanning(0, 3, place), await create({}, place)]
    const items = [
      await atlas.make('One', { cycle_id: cycle.id }, ann, place),
      await atlas.make('Two', { cycle_id: over.id }, ann, place),
    ]
    const issue_ids = items.map(({ id }) => id)
    const move = (from: ProjectPathParams, to: ProjectPathParams) =>
      ann.call('moveWorkItems', { params: from, body: { issue_ids, new_project_id: to.project_id } })
    await move(place, elsewhere)
    for (const item of items) expect(await atlas.stored(item)).toMatchObject({ cycle_id: null })
    await update(place, over, { start_date: inDays(-3), end_date: inDays(-2) })
    await move(elsewhere, place)
    expect(await Promise.all(items.map(atlas.stored))).toMatchObject([
      { cycle_id: cycle.id },
      { cycle_id: null },
    ])
  })

  test('cannot enter a cycle of a project that has turned cycles off', async () => {
    const { ann } = atlas.cast
    const place = await fresh()
    const cycle = await create({}, place)
    const item = await atlas.make('One', { cycle_id: cycle.id }, ann, place)
    await ann.call('updateProject', { params: place, body: { cycle_view: false } })
    const off = { status: 400, error: 'This feature is turned off in the project' }
    expect(await refusedCreate({}, place)).toMatchObject(off)
    const body = { name: 'Two', cycle_id: cycle.id }
    expect(await ann.refused('createWorkItem', { params: place, body })).toMatchObject(off)
    // After cycles are turned off, existing cycles stay and can be read.
    expect(await ann.call('listCycles', { params: place })).toMatchObject([{ id: cycle.id, total_issues: 1 }])
    expect(await atlas.stored(item)).toMatchObject({ cycle_id: cycle.id })
  })

  test('records in its history which cycles it entered and left', async () => {
    const { ann } = atlas.cast
    const place = await fresh()
    const [one, two] = [await create({ name: 'One' }, place), await create({ name: 'Two' }, place)]
    const item = await atlas.make('Planned', {}, ann, place)
    for (const cycle_id of [one.id, two.id, null])
      await ann.call('updateWorkItem', { params: { ...place, id: item.id }, body: { cycle_id } })
    const told = async () => {
      const query = { activity_type: 'issue-property' }
      const history = await ann.call('listHistory', { params: { ...place, id: item.id }, query })
      return history.flatMap((row) =>
        'verb' in row && row.field === 'cycles' ? [[row.verb, row.old_value, row.new_value]] : [],
      )
    }
    await expect.poll(told, { timeout: 10_000 }).toEqual([
      ['created', '', 'One'],
      ['updated', 'One', 'Two'],
      ['deleted', 'Two', ''],
    ])
  })
})

describe('transfer', () => {
  test('moves unfinished items and keeps the figures of the cycle', async () => {
    const { ann, max } = atlas.cast
    const place = await fresh()
    const [cycle, target] = [await spanning(0, 3, place), await spanning(5, 6, place)]
    const states = await statesOf(place)
    const groups = ['backlog', 'unstarted', 'started', 'completed', 'cancelled']
    const items = []
    for (const group of groups)
      items.push(await atlas.make(group, { cycle_id: cycle.id, state_id: states[group] }, ann, place))
    const params = at(place, cycle)
    const [progress, figures] = [
      await ann.call('getCycleProgress', { params }),
      await ann.call('getCycleAnalytics', { params }),
    ]
    expect(await ann.refused('transferCycleItems', { params, body: {} })).toMatchObject({
      status: 400,
      fields: { new_cycle_id: ['New Cycle Id is required'] },
    })
    await ann.call('transferCycleItems', { params, body: { new_cycle_id: target.id } })
    const rows = await Promise.all(items.map(atlas.stored))
    expect(rows.map((row) => row['cycle_id'])).toEqual([
      ...[target.id, target.id, target.id],
      ...[cycle.id, cycle.id],
    ])
    expect(await ann.call('getCycleProgress', { params })).toEqual(progress)
    expect(await ann.call('getCycleAnalytics', { params })).toEqual(figures)
    expect(await ann.call('getCycle', { params })).toMatchObject({
      total_issues: 5,
      progress_snapshot: { total_issues: 5, assignee_ids: [] },
    })
    expect(await ann.call('getCycleProgress', { params: at(place, target) })).toMatchObject({
      total_issues: 3,
    })
    const over = await spanning(-5, -4, place)
    expect(
      await ann.refused('transferCycleItems', { params, body: { new_cycle_id: over.id } }),
    ).toMatchObject({
      status: 400,
      error: 'The cycle where the issues are transferred is already completed',
    })
    // A cycle that has not started has no statistics to freeze.
    await ann.call('transferCycleItems', {
      params: at(place, target),
      body: { new_cycle_id: (await create({}, place)).id },
    })
    const planned = await atlas.make('Planned', { cycle_id: target.id }, ann, place)
    await ann.call('transferCycleItems', { params: at(place, target), body: { new_cycle_id: null } })
    expect(await atlas.stored(planned)).toMatchObject({ cycle_id: null })
    expect(await ann.call('getCycle', { params: at(place, target) })).toMatchObject({
      total_issues: 0,
      progress_snapshot: null,
    })
    const foreign = await create({})
    expect(
      await ann.refused('transferCycleItems', { params, body: { new_cycle_id: foreign.id } }),
    ).toMatchObject({ status: 400, fields: { new_cycle_id: [expect.any(String)] } })
    expect(await max.refused('getCycle', { params })).toMatchObject({ status: 404 })
  })
})

async function statesOf(params: ProjectPathParams): Promise<Record<string, string>> {
  const listed = await atlas.cast.ann.call('listStates', { params })
  return Object.fromEntries(Object.values(listed).flatMap((state) => [[state.group, state.id]]))
}

describe('frozen figures', () => {
  test.each([
    ['a write after its end', async () => {}],
    ['the timer', () => withOrm(freezeAllEndedCycles)],
  ])('is kept by %s, whatever is deleted later', async (_, keep) => {
    const { ann, max } = atlas.cast
    const place = await fresh()
    await ann.call('addProjectMembers', {
      params: place,
      body: { members: [{ member_id: max.id, role: 15 }] },
    })
    const cycle = await spanning(0, 2, place)
    const states = await statesOf(place)
    const label = await ann.call('createLabel', { params: place, body: { name: 'Kept' } })
    const make = (name: string, more: object) => atlas.make(name, { cycle_id: cycle.id, ...more }, ann, place)
    const [one, two] = [
      await make('One', { assignee_ids: [max.id], label_ids: [label.id], state_id: states['completed'] }),
      await make('Two', { assignee_ids: [max.id, ann.id] }),
    ]
    await make('Three', { state_id: states['cancelled'] })
    const params = at(place, cycle)
    const before = await ann.call('getCycleAnalytics', { params })
    expect(before.assignees).toEqual([
      { assignee_id: max.id, display_name: 'max', avatar_url: null, ...share(2, 1, 1) },
      { assignee_id: ann.id, display_name: 'ann', avatar_url: null, ...share(1, 0, 1) },
      { assignee_id: null, display_name: null, avatar_url: null, ...share(1, 0, 0) },
    ])
    expect(before.labels).toMatchObject([
      { label_id: label.id, label_name: 'Kept', ...share(1, 1, 0) },
      { label_id: null, ...share(2, 0, 1) },
    ])
    expect(Object.values(before.completion_chart)).toEqual([1, null, null])
    await age([cycle], 4)
    await keep()
    await ann.call('deleteLabel', { params: { ...place, label_id: label.id } })
    await ann.call('deleteWorkItem', { params: { ...place, id: two.id } })
    await ann.call('updateWorkItem', {
      params: { ...place, id: one.id },
      body: { cycle_id: null, assignee_ids: [] },
    })
    await sql("update users set display_name = 'gone' where id = $1", [max.id])
    const kept = await ann.call('getCycle', { params })
    expect(kept).toMatchObject({
      status: 'COMPLETED',
      ...{
        total_issues: 3,
        completed_issues: 1,
        cancelled_issues: 1,
        unstarted_issues: 0,
        backlog_issues: 1,
      },
    })
    const { assignees, labels, completion_chart, scope_chart } = await ann.call('getCycleAnalytics', {
      params,
    })
    expect({ assignees, labels }).toEqual({ assignees: before.assignees, labels: before.labels })
    const days = [-4, -3, -2].map(inDays)
    expect(completion_chart).toEqual(Object.fromEntries(days.map((day) => [day, 1])))
    expect(scope_chart).toEqual(Object.fromEntries(days.map((day) => [day, 3])))
    await sql("update users set display_name = 'max' where id = $1", [max.id])
  })

  test('use the days of the cycle, even if the time zone changes before it is frozen', async () => {
    const place = await fresh()
    const cycle = await spanning(0, 2, place)
    await atlas.make('One', { cycle_id: cycle.id }, atlas.cast.ann, place)
    await age([cycle], 4)
    const analytics = () => atlas.cast.ann.call('getCycleAnalytics', { params: at(place, cycle) })
    const before = await analytics()
    await atlas.cast.ann.call('updateProject', { params: place, body: { timezone: 'Pacific/Pago_Pago' } })
    await withOrm(freezeAllEndedCycles)
    expect(await analytics()).toEqual(before)
  })

  test('are consistent while others remove items', async () => {
    const { ann, max } = atlas.cast
    const place = await fresh()
    await ann.call('addProjectMembers', {
      params: place,
      body: { members: [{ member_id: max.id, role: 15 }] },
    })
    const [cycle, target] = [await spanning(0, 3, place), await spanning(5, 6, place)]
    const { completed } = await statesOf(place)
    const done = await atlas.make('Done', { cycle_id: cycle.id, state_id: completed }, ann, place)
    // The lock on the labels stops the transfer after it has read the counts, but before it reads the labels.
    const labels = await lockTable(atlas.server.databaseUrl, 'labels')
    const params = at(place, cycle)
    const transferring = ann.call('transferCycleItems', { params, body: { new_cycle_id: target.id } })
    await labels.isWaitedFor()
    const leaving = max.call('removeFromCycle', { params: { ...params, issue_id: done.id } })
    await blocked("query ilike 'update%work_items%' and wait_event_type = 'Lock'", leaving)
    await labels.release()
    await Promise.all([transferring, leaving])
    const kept = await ann.call('getCycleAnalytics', { params })
    expect(kept.assignees).toMatchObject([{ total_issues: 1 }])
    expect(kept.labels).toMatchObject([{ total_issues: 1 }])
    expect(await ann.call('getCycleProgress', { params })).toMatchObject({ total_issues: 1 })
  })

  /**
   * Resolves when a query is blocked, or when the operation `meanwhile` that should be blocked has finished.
   */
  async function blocked(where: string, meanwhile: Promise<unknown>): Promise<void> {
    let isDone = false
    void meanwhile.finally(() => {
      isDone = true
    })
    while (!isDone) {
      const waiting = await sql(
        `select 1 as one from pg_stat_activity where datname = current_database() and ${where}`,
      )
      if (waiting.length > 0) return
    }
  }

  const share = (total_issues: number, completed_issues: number, pending_issues: number) => ({
    total_issues,
    completed_issues,
    pending_issues,
  })
})
