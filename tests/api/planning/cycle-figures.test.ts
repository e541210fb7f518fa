import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CycleResponse } from '#common/planning/cycles/schema.ts'
import { cycleOrModuleEstimateStats, cycleOrModuleItemStats } from '#common/planning/figures/schema.ts'
import { addDays, localDay } from '#common/platform/clock.ts'
import { runSql } from '../../support/api-client.ts'
import {
  applyRandomEstimateChange,
  backdateEstimatesSql,
  createExpectedEstimates,
  type ExpectedEstimates,
  sumTotalsByKey,
} from '../../support/estimating.ts'
import { createRandom, type Random } from '../../support/history/random.ts'
import { lockTable } from '../../support/lock-table.ts'
import {
  type ProjectPathParams,
  type ProjectTestServer,
  startProjectTestServer,
} from '../../support/project-test-server.ts'

/*
 * A property-based test: people work for three weeks. After each day, counts, shares and charts, in items and in estimates, must
 * equal those computed from the items at the end of each day. A day passes by moving the cycle data back by one day.
 */
let atlas: ProjectTestServer
const seed = Number(process.env['CYCLES_SEED'] ?? Math.floor(Math.random() * 2 ** 31))

beforeAll(async () => {
  atlas = await startProjectTestServer()
})
afterAll(() => atlas.close())

/** A time zone in which it is not close to midnight, so that no day ends during the test. */
const hour = new Date().getUTCHours()
const timezone = hour >= 3 && hour < 21 ? 'UTC' : 'Asia/Tokyo'
const today = () => localDay(Date.now(), timezone)

interface Item {
  id: string
  cycle_id: string
  state__group: string
  assignee_ids: string[]
  label_ids: string[]
  points: number
}
interface Day {
  cycles: Map<string, Item[]>
  /** The unit in which the project estimates items. */
  type: ExpectedEstimates['type'] | null
  sums: ExpectedEstimates['sums']
}

function sql<Row extends Record<string, unknown>>(statement: string, values: unknown[] = []): Promise<Row[]> {
  return runSql<Row>(atlas.server.databaseUrl, statement, values)
}

/**
 * Reads from the database which items each cycle contains now. Returns them, together with the current estimate, as the
 * state at the end of one day of the test.
 */
async function counted(
  { project_id }: ProjectPathParams,
  estimating: ExpectedEstimates | null,
): Promise<Day> {
  const rows = await sql<Item & Record<string, unknown>>(
    `select i.id, cycle_id, state__group, assignee_ids, label_ids, case e.type when 'categories' then 0 else coalesce(p.value, '0')::float8 end as points
     from work_items i left join estimate_points p on p.id = i.estimate_point left join estimates e on e.id = p.estimate_id
     where i.project_id = $1 and cycle_id is not null and i.deleted_at is null and archived_at is null and not is_draft`,
    [project_id],
  )
  const { type = null, sums = null } = estimating ?? {}
  return { cycles: Map.groupBy(rows, (row) => row.cycle_id), type, sums }
}

const open = new Set(['backlog', 'unstarted', 'started'])
const openIn = (items: Item[]) => items.filter((item) => open.has(item.state__group))
const pointsOf = (items: Item[]) => items.reduce((sum, item) => sum + item.points, 0)

function countsOf(items: Item[]) {
  const within = (group: string) => items.filter((item) => item.state__group === group)
  const of = (group: string) => within(group).length
  const points = (group: string) => pointsOf(within(group))
  return {
    total_estimate_points: pointsOf(items),
    backlog_estimate_points: points('backlog'),
    unstarted_estimate_points: points('unstarted'),
    started_estimate_points: points('started'),
    completed_estimate_points: points('completed'),
    cancelled_estimate_points: points('cancelled'),
    total_issues: items.length,
    backlog_issues: of('backlog'),
    unstarted_issues: of('unstarted'),
    started_issues: of('started'),
    completed_issues: of('completed'),
    cancelled_issues: of('cancelled'),
  }
}

/** Groups the items by person or by label. `idsOf` returns the ids of an item's people or labels. */
function sharesOf(items: Item[], idsOf: (item: Item) => string[]) {
  const held = Map.groupBy(
    items.flatMap((item) => (idsOf(item).length === 0 ? [null] : idsOf(item)).map((id) => ({ id, item }))),
    ({ id }) => id,
  )
  return new Map(
    [...held].map(([id, all]) => {
      const those = all.map(({ item }) => item)
      const done = those.filter((item) => item.state__group === 'completed')
      const share = {
        ...{ total_issues: those.length, total_estimates: pointsOf(those) },
        ...{ completed_issues: done.length, completed_estimates: pointsOf(done) },
        ...{ pending_issues: openIn(those).length, pending_estimates: pointsOf(openIn(those)) },
      }
      return [id, share] as const
    }),
  )
}

/**
 * Loads the statistics from the server and arranges them like the expected statistics, so that a test can compare
 * both.
 */
async function answered(place: ProjectPathParams, cycle: Span, now: number) {
  const { ann } = atlas.cast
  const params = { ...place, cycle_id: cycle.id }
  const figures = cycleOrModuleItemStats.parse(await ann.call('getCycleAnalytics', { params }))
  const inPoints = cycleOrModuleEstimateStats.parse(
    await ann.call('getCycleAnalytics', { params, query: { type: 'points' } }),
  )
  return {
    counts: await ann.call('getCycleProgress', { params }),
    assignees: sumTotalsByKey([...figures.assignees, ...inPoints.assignees], 'assignee_id'),
    labels: sumTotalsByKey([...figures.labels, ...inPoints.labels], 'label_id'),
    left: Object.values(figures.completion_chart),
    scope: Object.values(figures.scope_chart),
    pointsLeft: Object.values(inPoints.completion_chart),
    points: Object.values(inPoints.scope_chart),
    days: now > cycle.last ? Object.keys(figures.scope_chart).length : Object.keys(figures.scope_chart),
  }
}

interface Span {
  id: string
  /** The first day of the cycle, in days since the start of the test. */
  first: number
  last: number
}

/** Computes the expected statistics on day `now` from the items at the end of each day. */
function expected({ id, first, last }: Span, history: Day[], now: number) {
  const at = (day: number) => history[day]?.cycles.get(id) ?? []
  const frozenAt = Math.min(now, last)
  const items = at(frozenAt)
  // Charts of estimate sums begin on the day on which the project switched to its current estimate, because the values
  // of two estimates, such as points and hours, cannot be added.
  const since = history[frozenAt]?.sums?.since ?? null
  const isSummed = (day: number) => day <= now && (since === null || day >= since)
  const days = Array.from({ length: last - first + 1 }, (_, step) => first + step)
  return {
    counts: countsOf(items),
    assignees: sharesOf(items, (item) => item.assignee_ids),
    labels: sharesOf(items, (item) => item.label_ids),
    left: days.map((day) => (day > now ? null : openIn(at(day)).length)),
    scope: days.map((day) => (day > now ? null : at(day).length)),
    pointsLeft: days.map((day) => (isSummed(day) ? pointsOf(openIn(at(day))) : null)),
    points: days.map((day) => (isSummed(day) ? pointsOf(at(day)) : null)),
    // The chart of a completed cycle keeps its original dates, although the test moves the cycle back in
    // time. Therefore only the number of days is compared.
    days: now > last ? days.length : days.map((day) => addDays(today(), day - now)),
  }
}

describe('the figures of cycles', () => {
  test('equal the items at the end of each day', async () => {
    const { ann, max } = atlas.cast
    const random = createRandom(seed)
    const place = await atlas.makeProject('Weeks', 'WKS')
    const elsewhere = await atlas.makeProject('Elsewhere', 'ELS')
    for (const params of [place, elsewhere])
      await ann.call('updateProject', { params, body: { cycle_view: true, timezone } })
    await ann.call('addProjectMembers', {
      params: place,
      body: { members: [{ member_id: max.id, role: 15 }] },
    })
    const labels: string[] = []
    for (const name of ['Alpha', 'Beta', 'Gamma'])
      labels.push((await ann.call('createLabel', { params: place, body: { name } })).id)
    const listed = await ann.call('listStates', { params: place })
    const states = Object.values(listed).flat()
    const spans: Span[] = []
    for (const [first, last] of [
      [0, 4],
      [5, 9],
      [12, 15],
    ] as const) {
      const body = {
        name: `Days ${first}`,
        start_date: addDays(today(), first),
        end_date: addDays(today(), last),
      }
      const { id }: CycleResponse = await ann.call('createCycle', { params: place, body })
      spans.push({ id, first, last })
    }
    const estimating = await createExpectedEstimates(atlas, place)
    const history: Day[] = []
    for (let now = 0; now < 18; now++) {
      // The first write after the end of a cycle freezes its statistics, which do not change afterwards.
      for (let step = 0; step < 8; step++)
        await act(random, { place, elsewhere, labels, states, spans, now, estimating })
      history.push(await counted(place, estimating))
      await compare(place, spans, history, now)
      await passDay(spans)
      await sql(backdateEstimatesSql, [place.project_id])
    }
    // Deleting the project deletes its statistics too.
    await sql('delete from projects where id = $1', [place.project_id])
    expect(
      await sql('select 1 as one from cycle_days where cycle_id = any($1)', [spans.map(({ id }) => id)]),
    ).toEqual([])
  }, 240_000)
})

describe('figures kept by triggers', () => {
  test('are correct after concurrent changes of many items', async () => {
    const { ann, max } = atlas.cast
    const place = await atlas.makeProject('At once', 'ATO')
    await ann.call('updateProject', { params: place, body: { cycle_view: true, timezone } })
    await ann.call('addProjectMembers', {
      params: place,
      body: { members: [{ member_id: max.id, role: 15 }] },
    })
    const spans: Span[] = []
    for (const first of [0, 2]) {
      const days = { start_date: addDays(today(), first), end_date: addDays(today(), first + 1) }
      const { id } = await ann.call('createCycle', { params: place, body: { name: 'Sprint', ...days } })
      spans.push({ id, first, last: first + 1 })
    }
    const states = Object.values(await ann.call('listStates', { params: place })).flat()
    const random = createRandom(seed)
    const estimating = await createExpectedEstimates(atlas, place)
    const work: Work = { place, elsewhere: place, labels: [], states, spans, now: 0, estimating }
    const among: Among = { rows: [], live: [] }
    await Promise.all(Array.from({ length: 24 }, () => make(random, work, among)))
    const rows = await sql<Found>('select id from work_items where project_id = $1', [place.project_id])
    const deeds = Array.from({ length: 40 }, () =>
      random.pick([setState, setCycle, setCycle, share, estimate, trash]),
    )
    // If two people change the same items, the server may refuse one of the changes.
    await Promise.all(deeds.map((deed) => deed(random, work, { rows, live: rows }).catch(refusedKindly)))
    await compare(place, spans, [await counted(place, estimating)], 0)
  })

  test('are read without reading items', async () => {
    const { ann } = atlas.cast
    const place = await atlas.makeProject('Held', 'HLD')
    await ann.call('updateProject', { params: place, body: { cycle_view: true } })
    const days = { start_date: addDays(today(), 0), end_date: addDays(today(), 5) }
    const cycle = await ann.call('createCycle', { params: place, body: { name: 'Sprint', ...days } })
    const { points } = await createExpectedEstimates(atlas, place)
    const estimate_point = points.find((point) => point.value === '2.5')?.id ?? null
    await ann.call('createWorkItem', {
      params: place,
      body: { name: 'One', cycle_id: cycle.id, estimate_point },
    })
    const items = await lockTable(atlas.server.databaseUrl, 'work_items')
    const params = { ...place, cycle_id: cycle.id }
    expect(await ann.call('listCycles', { params: place })).toMatchObject([{ total_issues: 1 }])
    expect(await ann.call('getCycleProgress', { params })).toMatchObject({ total_issues: 1 })
    expect(await ann.call('getCycleAnalytics', { params })).toMatchObject({
      assignees: [{ total_issues: 1 }],
    })
    expect(await ann.call('getCycleAnalytics', { params, query: { type: 'points' } })).toMatchObject({
      assignees: [{ total_estimates: 2.5 }],
    })
    await items.release()
  })
})

/** Ignores the error for an item that is already in the trash, and throws every other error. */
function refusedKindly(error: Error): void {
  expect(error.message).toContain('was refused with 404')
}

async function compare(place: ProjectPathParams, spans: Span[], history: Day[], now: number): Promise<void> {
  const all = await atlas.cast.ann.call('listCycles', { params: place })
  for (const span of spans) {
    const said = { seed, now, ...(await answered(place, span, now)) }
    expect(said).toEqual({ seed, now, ...expected(span, history, now) })
    const then = history[Math.min(now, span.last)]
    const items = then?.cycles.get(span.id) ?? []
    const cycle = all.find((one) => one.id === span.id)
    expect(cycle).toMatchObject(countsOf(items))
    if (cycle?.progress_snapshot)
      expect({ seed, now, type: cycle.progress_snapshot.estimate_type }).toEqual({
        ...{ seed, now },
        type: then?.type === 'categories' ? null : then?.type,
      })
    expect(new Set(cycle?.assignee_ids)).toEqual(new Set(items.flatMap((item) => item.assignee_ids)))
  }
}

async function passDay(spans: Span[]): Promise<void> {
  const ids = [spans.map(({ id }) => id)]
  await sql(
    `update cycles set start_date = start_date - interval '1 day', end_date = end_date - interval '1 day' where id = any($1)`,
    ids,
  )
  // Shifts the dates with two statements. A single shift by one day would violate the unique key while PostgreSQL
  // updates row by row.
  await sql('update cycle_days set day = day - 10001 where cycle_id = any($1)', ids)
  await sql('update cycle_days set day = day + 10000 where cycle_id = any($1)', ids)
}

interface Work {
  place: ProjectPathParams
  elsewhere: ProjectPathParams
  labels: string[]
  states: { id: string; group: string }[]
  spans: Span[]
  now: number
  estimating: ExpectedEstimates
}

interface Found extends Record<string, unknown> {
  id: string
  deleted_at: Date | null
  archived_at: Date | null
  state__group: string
}

/** Performs a random action on some of the items. */
async function act(random: Random, work: Work): Promise<void> {
  const rows = await sql<Found>(
    'select id, deleted_at, archived_at, state__group from work_items where project_id = $1 order by sequence_id',
    [work.place.project_id],
  )
  const live = rows.filter((row) => row.deleted_at === null && row.archived_at === null)
  const deeds =
    live.length < 3
      ? [make]
      : [make, make, make, setState, setState, share, setCycle, setCycle, estimate, ...others]
  await random.pickAny(deeds)?.(random, work, { rows, live })
}

interface Among {
  rows: Found[]
  live: Found[]
}
type AuditEntry = (random: Random, work: Work, among: Among) => Promise<unknown>

const stateIn = (random: Random, { states }: Work) =>
  random.pickAny(states.filter(({ group }) => group !== 'triage'))?.id
const cycleIn = (random: Random, { spans, now }: Work) =>
  random.chance(0.2) ? null : (random.pickAny(spans.filter(({ last }) => last >= now))?.id ?? null)
const pointIn = (random: Random, { estimating }: Work) =>
  random.chance(0.2) ? null : (random.pickAny(estimating.points)?.id ?? null)
const people = (random: Random) => random.some([atlas.cast.ann.id, atlas.cast.max.id], 2)
const at = ({ place }: Work, item: Found | undefined) => ({ ...place, id: item?.id ?? '' })

const make: AuditEntry = (random, work) =>
  atlas.cast.ann.call('createWorkItem', {
    params: work.place,
    body: {
      name: 'Item',
      cycle_id: cycleIn(random, work),
      estimate_point: pointIn(random, work),
      state_id: stateIn(random, work),
      assignee_ids: people(random),
      label_ids: random.some(work.labels, 2),
    },
  })

async function change(random: Random, { place }: Work, { live }: Among, properties: object): Promise<void> {
  const issue_ids = random.some(live, 5).map(({ id }) => id)
  if (issue_ids.length === 0) return
  await atlas.cast.ann.call('changeWorkItems', { params: place, body: { issue_ids, properties } })
}
const setState: AuditEntry = (random, work, among) =>
  change(random, work, among, { state_id: stateIn(random, work) })
const setCycle: AuditEntry = (random, work, among) =>
  change(random, work, among, { cycle_id: cycleIn(random, work) })

const estimate: AuditEntry = (random, work, among) =>
  change(random, work, among, { estimate_point: pointIn(random, work) })

const share: AuditEntry = (random, work, { live }) =>
  atlas.cast.ann.call('updateWorkItem', {
    params: at(work, random.pickAny(live)),
    body: { assignee_ids: people(random), label_ids: random.some(work.labels, 3), name: 'Shared' },
  })

const trash: AuditEntry = (random, work, { live }) =>
  atlas.cast.ann.call('deleteWorkItem', { params: at(work, random.pickAny(live)) })

const takeBack: AuditEntry = async (random, work, { rows }) => {
  const trashed = random.pickAny(rows.filter((row) => row.deleted_at !== null))
  if (trashed === undefined) return
  if (random.chance(0.7)) await atlas.cast.ann.call('restoreWorkItem', { params: at(work, trashed) })
  else await atlas.cast.ann.call('purgeWorkItems', { params: work.place, body: { issue_ids: [trashed.id] } })
}

const archive: AuditEntry = async (random, work, { live }) => {
  const done = random.pickAny(live.filter((row) => !open.has(row.state__group)))
  if (done) await atlas.cast.ann.call('archiveWorkItem', { params: at(work, done) })
}

const unarchive: AuditEntry = async (random, work, { rows }) => {
  const archived = random.pickAny(rows.filter((row) => row.archived_at !== null && row.deleted_at === null))
  if (archived) await atlas.cast.ann.call('unarchiveWorkItem', { params: at(work, archived) })
}

const move: AuditEntry = (random, { place, elsewhere }, { live }) =>
  atlas.cast.ann.call('moveWorkItems', {
    params: place,
    body: { issue_ids: [random.pickAny(live)?.id], new_project_id: elsewhere.project_id },
  })

const regroup: AuditEntry = async (random, { place, states }) => {
  const state = random.pickAny(states.filter((one) => one.group === 'started' || one.group === 'unstarted'))
  const group = random.pick(['started', 'unstarted'])
  const params = { ...place, state_id: state?.id ?? '' }
  await atlas.cast.ann.call('updateState', { params, body: { group } })
}

const comeAndGo: AuditEntry = async (random, { place, spans }) => {
  const params = { ...place, cycle_id: random.pickAny(spans)?.id ?? '' }
  await atlas.cast.ann.call('deleteCycle', { params })
  await atlas.cast.ann.call('restoreCycle', { params })
}

const reestimate: AuditEntry = (random, { place, estimating, now }) =>
  applyRandomEstimateChange(atlas, place, estimating, random, now)

const others = [trash, takeBack, archive, unarchive, move, regroup, comeAndGo, reestimate]
