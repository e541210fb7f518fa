import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
 * A property-based test: people work for two weeks on items that are in several modules. After each day, counts, shares and
 * charts must equal those computed from the items at the end of each day. A day passes by moving the module data back by one day.
 */
let atlas: ProjectTestServer
const seed = Number(process.env['MODULES_SEED'] ?? Math.floor(Math.random() * 2 ** 31))

beforeAll(async () => {
  atlas = await startProjectTestServer()
})
afterAll(() => atlas.close())

/** A time zone in which it is not close to midnight, so that no day ends during the test. */
const hour = new Date().getUTCHours()
const timezone = hour >= 3 && hour < 21 ? 'UTC' : 'Asia/Tokyo'
const today = () => localDay(Date.now(), timezone)

interface Item extends Record<string, unknown> {
  id: string
  module_ids: string[]
  state__group: string
  assignee_ids: string[]
  label_ids: string[]
  parent_id: string | null
  points: number
}

function sql<Row extends Record<string, unknown>>(statement: string, values: unknown[] = []): Promise<Row[]> {
  return runSql<Row>(atlas.server.databaseUrl, statement, values)
}

/** Returns the items that count toward the statistics now: items that are not deleted, archived or drafts. */
function counted({ project_id }: ProjectPathParams): Promise<Item[]> {
  return sql<Item>(
    `select i.id, module_ids, state__group, assignee_ids, label_ids, parent_id,
       case e.type when 'categories' then 0 else coalesce(p.value, '0')::float8 end as points
     from work_items i left join estimate_points p on p.id = i.estimate_point left join estimates e on e.id = p.estimate_id
     where i.project_id = $1 and i.deleted_at is null and archived_at is null and not is_draft`,
    [project_id],
  )
}

const groups = ['backlog', 'unstarted', 'started', 'completed', 'cancelled']
const open = new Set(['backlog', 'unstarted', 'started'])
const openIn = (items: Item[]) => items.filter((item) => open.has(item.state__group))
const pointsOf = (items: Item[]) => items.reduce((sum, item) => sum + item.points, 0)

function countsOf(items: Item[]): Record<string, number> {
  const of = groups.flatMap((group) => {
    const within = items.filter((item) => item.state__group === group)
    return [
      [`${group}_issues`, within.length],
      [`${group}_estimate_points`, pointsOf(within)],
    ]
  })
  return {
    total_issues: items.length,
    total_estimate_points: pointsOf(items),
    ...Object.fromEntries(of),
  }
}

/** Groups the items by person or by label. `idsOf` returns the ids of an item's people or labels. */
function sharesOf(items: Item[], idsOf: (item: Item) => string[]) {
  const shares = new Map<string | null, object>()
  const ids = new Set(items.flatMap((item) => (idsOf(item).length === 0 ? [null] : idsOf(item))))
  for (const id of ids) {
    const those = items.filter((item) => (id === null ? idsOf(item).length === 0 : idsOf(item).includes(id)))
    const done = those.filter((item) => item.state__group === 'completed')
    shares.set(id, {
      ...{ total_issues: those.length, total_estimates: pointsOf(those) },
      ...{ completed_issues: done.length, completed_estimates: pointsOf(done) },
      ...{ pending_issues: openIn(those).length, pending_estimates: pointsOf(openIn(those)) },
    })
  }
  return shares
}

async function compare({ place, modules, estimating }: Work, history: Item[][], days: number): Promise<void> {
  const { ann } = atlas.cast
  const all = await ann.call('listModules', { params: place })
  const now = history.length - 1
  for (const id of modules) {
    const within = (day: number) => (history[day] ?? []).filter((item) => item.module_ids.includes(id))
    const items = within(now)
    const listed = all.find((one) => one.id === id)
    expect({ seed, now, ...listed }).toMatchObject({ seed, now, ...countsOf(items) })
    expect(new Set(listed?.assignee_ids)).toEqual(new Set(items.flatMap((item) => item.assignee_ids)))
    const detail = await ann.call('getModule', { params: { ...place, module_id: id } })
    const { distribution, estimate_distribution: inPoints, sub_issues } = detail
    const byDay = (of: (items: Item[]) => number) =>
      Array.from({ length: days }, (_, day) => (day > now ? null : of(within(day))))
    // Charts of estimate sums begin on the day on which the project switched to its current estimate, because the
    // values of two estimates, such as points and hours, cannot be added.
    const since = estimating.sums?.since ?? 0
    const summedByDay = (of: (items: Item[]) => Item[]) =>
      byDay((those) => pointsOf(of(those))).map((sum, day) => (day < since ? null : sum))
    expect({
      seed,
      now,
      sub_issues,
      assignees: sumTotalsByKey([...distribution.assignees, ...inPoints.assignees], 'assignee_id'),
      labels: sumTotalsByKey([...distribution.labels, ...inPoints.labels], 'label_id'),
      left: Object.values(distribution.completion_chart),
      scope: Object.values(distribution.scope_chart),
      pointsLeft: Object.values(inPoints.completion_chart),
      points: Object.values(inPoints.scope_chart),
    }).toEqual({
      seed,
      now,
      sub_issues: items.filter((item) => item.parent_id !== null).length,
      assignees: sharesOf(items, (item) => item.assignee_ids),
      labels: sharesOf(items, (item) => item.label_ids),
      left: byDay((those) => openIn(those).length),
      scope: byDay((those) => those.length),
      pointsLeft: summedByDay(openIn),
      points: summedByDay((those) => those),
    })
  }
}

async function passDay(modules: string[]): Promise<void> {
  await sql(
    'update modules set start_date = start_date - 1, target_date = target_date - 1 where id = any($1)',
    [modules],
  )
  // Shifts the dates with two statements. A single shift by one day would violate the unique key while PostgreSQL
  // updates row by row.
  await sql('update module_days set day = day - 10001 where module_id = any($1)', [modules])
  await sql('update module_days set day = day + 10000 where module_id = any($1)', [modules])
}

interface Work {
  place: ProjectPathParams
  elsewhere: ProjectPathParams
  labels: string[]
  states: { id: string; group: string }[]
  modules: string[]
  estimating: ExpectedEstimates
  now: number
}

interface Found extends Record<string, unknown> {
  id: string
  deleted_at: Date | null
  archived_at: Date | null
  state__group: string
}

interface Among {
  rows: Found[]
  live: Found[]
}
type AuditEntry = (random: Random, work: Work, among: Among) => Promise<unknown>

async function makePlace(name: string, identifier: string, days: number): Promise<Work> {
  const { ann, max } = atlas.cast
  const place = await atlas.makeProject(name, identifier)
  const elsewhere = await atlas.makeProject(`${name} beside`, `${identifier}B`)
  for (const params of [place, elsewhere])
    await ann.call('updateProject', { params, body: { module_view: true, timezone } })
  await ann.call('addProjectMembers', { params: place, body: { members: [{ member_id: max.id, role: 15 }] } })
  const labels: string[] = []
  for (const label of ['Alpha', 'Beta'])
    labels.push((await ann.call('createLabel', { params: place, body: { name: label } })).id)
  const modules: string[] = []
  for (const module of ['One', 'Two', 'Three']) {
    const body = { name: module, start_date: today(), target_date: addDays(today(), days - 1) }
    modules.push((await ann.call('createModule', { params: place, body })).id)
  }
  const states = Object.values(await ann.call('listStates', { params: place })).flat()
  const estimating = await createExpectedEstimates(atlas, place)
  return { place, elsewhere, labels, states, modules, estimating, now: 0 }
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
      : [make, make, make, setState, setState, hand, setModules, setModules, addSome, estimate, ...others]
  await random.pickAny(deeds)?.(random, work, { rows, live })
}

const stateIn = (random: Random, { states }: Work) =>
  random.pickAny(states.filter(({ group }) => group !== 'triage'))?.id
const pointIn = (random: Random, { estimating }: Work) =>
  random.chance(0.2) ? null : (random.pickAny(estimating.points)?.id ?? null)
const people = (random: Random) => random.some([atlas.cast.ann.id, atlas.cast.max.id], 2)
const at = ({ place }: Work, item: Found | undefined) => ({ ...place, id: item?.id ?? '' })

const make: AuditEntry = (random, work, { live }) =>
  atlas.cast.ann.call('createWorkItem', {
    params: work.place,
    body: {
      name: 'Item',
      module_ids: random.some(work.modules, 3),
      estimate_point: pointIn(random, work),
      state_id: stateIn(random, work),
      assignee_ids: people(random),
      label_ids: random.some(work.labels, 2),
      parent_id: random.chance(0.3) ? (random.pickAny(live)?.id ?? null) : null,
    },
  })

async function change(random: Random, { place }: Work, { live }: Among, properties: object): Promise<void> {
  const issue_ids = random.some(live, 5).map(({ id }) => id)
  if (issue_ids.length === 0) return
  await atlas.cast.ann.call('changeWorkItems', { params: place, body: { issue_ids, properties } })
}
const setState: AuditEntry = (random, work, among) =>
  change(random, work, among, { state_id: stateIn(random, work) })
const addSome: AuditEntry = (random, work, among) =>
  change(random, work, among, { module_ids: random.some(work.modules, 2) })

const estimate: AuditEntry = (random, work, among) =>
  change(random, work, among, { estimate_point: pointIn(random, work) })

const setModules: AuditEntry = (random, work, { live }) =>
  atlas.cast.ann.call('updateWorkItem', {
    params: at(work, random.pickAny(live)),
    body: { module_ids: random.some(work.modules, 3) },
  })

const hand: AuditEntry = (random, work, { live }) =>
  atlas.cast.ann.call('updateWorkItem', {
    params: at(work, random.pickAny(live)),
    body: { assignee_ids: people(random), label_ids: random.some(work.labels, 2), parent_id: null },
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

const comeAndGo: AuditEntry = async (random, { place, modules }) => {
  const params = { ...place, module_id: random.pickAny(modules) ?? '' }
  await atlas.cast.ann.call('deleteModule', { params })
  await atlas.cast.ann.call('restoreModule', { params })
}

const reestimate: AuditEntry = (random, { place, estimating, now }) =>
  applyRandomEstimateChange(atlas, place, estimating, random, now)

const others = [trash, takeBack, archive, unarchive, move, regroup, comeAndGo, reestimate]

describe('the figures of modules', () => {
  test('equal the items at the end of each day', async () => {
    const days = 12
    const random = createRandom(seed)
    const work = await makePlace('Weeks', 'WKS', days)
    const history: Item[][] = []
    for (let now = 0; now < days; now++) {
      for (let step = 0; step < 8; step++) await act(random, { ...work, now })
      history.push(await counted(work.place))
      await compare(work, history, days)
      await passDay(work.modules)
      await sql(backdateEstimatesSql, [work.place.project_id])
    }
    // Deleting the project deletes its statistics too.
    await sql('delete from projects where id = $1', [work.place.project_id])
    expect(await sql('select 1 as one from module_days where module_id = any($1)', [work.modules])).toEqual(
      [],
    )
  }, 240_000)

  test('are correct after concurrent changes of many items', async () => {
    const random = createRandom(seed)
    const work = await makePlace('At once', 'ATO', 1)
    const none: Among = { rows: [], live: [] }
    await Promise.all(Array.from({ length: 20 }, () => make(random, work, none)))
    const rows = await sql<Found>('select id from work_items where project_id = $1', [work.place.project_id])
    const deeds = Array.from({ length: 40 }, () =>
      random.pick([setState, setModules, setModules, addSome, estimate, hand, trash]),
    )
    // If two people change the same item, the server may refuse one of the changes.
    await Promise.all(
      deeds.map((deed) =>
        deed(random, work, { rows, live: rows }).catch((error: Error) =>
          expect(error.message).toContain('was refused with 404'),
        ),
      ),
    )
    await compare(work, [await counted(work.place)], 1)
  }, 60_000)

  test('are read without reading items', async () => {
    const { ann } = atlas.cast
    const { place, modules } = await makePlace('Held', 'HLD', 3)
    await ann.call('createWorkItem', { params: place, body: { name: 'One', module_ids: modules } })
    const items = await lockTable(atlas.server.databaseUrl, 'work_items')
    expect((await ann.call('listModules', { params: place })).map((one) => one.total_issues)).toEqual([
      1, 1, 1,
    ])
    const detail = await ann.call('getModule', { params: { ...place, module_id: modules[0] ?? '' } })
    expect(detail.distribution).toMatchObject({ assignees: [{ total_issues: 1 }] })
    await items.release()
  })
})
