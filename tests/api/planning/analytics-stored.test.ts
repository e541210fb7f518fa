import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOrm } from '#api/create-orm.ts'
import { countInScope } from '#api/planning/analytics/count-items.ts'
import { getCycleTimeChart } from '#api/planning/analytics/cycle-time.ts'
import { getBurndownChart, getCumulativeFlowChart } from '#api/planning/analytics/flow.ts'
import { refreshFacts } from '#api/planning/analytics/refresh.ts'
import { type AnalyticsSelection, getWorkspaceAnalyticsScope } from '#api/planning/analytics/scope.ts'
import { createBus } from '#api/platform/bus.ts'
import type { WorkspaceContext } from '#api/platform/context/context.ts'
import type { Orm } from '#api/platform/db/orm.ts'
import { type ChartAxisName, chartAxisNames, isTimeAxis } from '#common/planning/analytics/axes.ts'
import type { AnalyticsScopeQuery } from '#common/planning/analytics/schema.ts'
import { addDays } from '#common/platform/clock.ts'
import { role } from '#common/platform/roles.ts'
import { type ApiClient, runSql } from '../../support/api-client.ts'
import { createRandom } from '../../support/history/random.ts'
import {
  type ProjectPathParams,
  type ProjectTestServer,
  startProjectTestServer,
} from '../../support/project-test-server.ts'

/*
 * A property-based test: after random writes, the stored numbers of charts must equal the numbers that are counted from the
 * work items themselves, before and after the job that updates the stored numbers.
 */
const seed = Number(process.env['STORED_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const random = createRandom(seed)
const bus = createBus(null)
let atlas: ProjectTestServer
let orm: Orm
let places: ProjectPathParams[]
let labels: string[]
let states: { id: string; group: string; project_id: string }[]

beforeAll(async () => {
  atlas = await startProjectTestServer()
  orm = await createOrm(atlas.server.databaseUrl, bus)
  const { ann } = atlas.cast
  places = [atlas.params, await atlas.makeProject('Other', 'OTH')]
  labels = Array.from({ length: 3 }, () => random.id())
  states = []
  for (const params of places) {
    const listed = Object.values(await ann.call('listStates', { params })).flat()
    for (const { id, group } of listed) states.push({ id, group, project_id: params.project_id })
  }
})
afterAll(async () => {
  await orm.close(true)
  await bus.close()
  await atlas.close()
})

const sql = <Row extends Record<string, unknown>>(statement: string, values: unknown[] = []) =>
  runSql<Row>(atlas.server.databaseUrl, statement, values)

const today = new Date().toISOString().slice(0, 10)
const momentBefore = (days: number) =>
  new Date(Date.now() - random.below(days * 86_400) * 1000 - 1000).toISOString()

interface Item extends Record<string, unknown> {
  id: string
  project_id: string
  state_id: string
  created_at: Date
}

async function makeItem(): Promise<void> {
  const place = random.pickAny(places) ?? atlas.params
  const { id } = await atlas.make('One', {}, atlas.cast.ann, place)
  await sql('update work_items set created_at = $2 where id = $1', [id, momentBefore(40)])
}

/** Moves an item to another state, and records the activity as the server does after the commit. */
async function moveItem(item: Item): Promise<void> {
  const state = random.pickAny(states.filter(({ project_id }) => project_id === item.project_id))
  if (state === undefined) return
  const [last] = await sql<{ at: Date }>(
    'select greatest(max(created_at), $2) as at from work_item_activities where issue_id = $1 and field = $3',
    [item.id, item.created_at, 'state'],
  )
  const from = (last?.at ?? item.created_at).getTime()
  const at = new Date(from + random.below(Math.max(1, Date.now() - from)))
  await sql('update work_items set state_id = $2, state__group = $3, completed_at = $4 where id = $1', [
    item.id,
    state.id,
    state.group,
    state.group === 'completed' ? at : null,
  ])
  if (random.chance(0.3)) await refreshFacts(orm)
  await sql(
    `insert into work_item_activities (id, workspace_id, issue_id, verb, field, old_identifier, new_identifier, created_at)
     select gen_random_uuid(), workspace_id, id, 'updated', 'state', $2, $3, $4 from work_items where id = $1`,
    [item.id, item.state_id, state.id, at],
  )
}

/**
 * Each function returns an SQL assignment with its values, for a random change of an item. Archived and deleted items
 * and drafts are not in lists, so some changes remove the item from lists or add it again.
 */
const changes: ((item: Item) => [string, unknown[]])[] = [
  () => ['label_ids = $2', [random.some(labels, 3)]],
  () => ['assignee_ids = $2', [random.some([atlas.cast.ann.id, atlas.cast.max.id], 2)]],
  () => ['module_ids = $2', [random.some(labels, 2)]],
  () => ['priority = $2', [random.pick(['urgent', 'high', 'none'])]],
  () => ['estimate_value = $2', [random.pick([null, 1, 2.5])]],
  () => ['target_date = $2', [random.pick([null, addDays(today, random.below(9))])]],
  () => ['start_date = $2', [random.pick([null, addDays(today, -random.below(9))])]],
  () => ['created_by = $2', [random.pick([atlas.cast.gus.id, atlas.cast.max.id])]],
  () => ['archived_at = $2', [random.pick([null, momentBefore(3)])]],
  () => ['deleted_at = $2', [random.pick([null, momentBefore(3)])]],
  () => ['is_draft = $2', [random.chance(0.3)]],
  () => ['is_epic = $2, module_ids = $3, cycle_id = null', [random.chance(0.2), []]],
]

async function act(): Promise<void> {
  const items = await sql<Item>('select id, project_id, state_id, created_at from work_items order by id')
  const item = random.pickAny(items)
  if (item === undefined || items.length < 4 || random.chance(0.15)) return makeItem()
  if (random.chance(0.04)) return changeGroup()
  if (random.chance(0.35)) return moveItem(item)
  if (random.chance(0.05)) return void (await sql('delete from work_items where id = $1', [item.id]))
  if (random.chance(0.1)) return moveToOtherProject(item)
  const [set, values] = random.pickAny(changes)?.(item) ?? ['name = name', []]
  await sql(`update work_items set ${set} where id = $1`, [item.id, ...values]).catch(
    // The random change may put an epic into a module, which this database constraint forbids.
    (error: Error) => expect(error.message).toContain('work_items_check'),
  )
}

/**
 * Changes the group of a state. The time at which items count as started can then change, even for items that
 * have already left the state.
 */
async function changeGroup(): Promise<void> {
  const state = random.pickAny(states)
  if (state === undefined) return
  state.group = random.pick(['backlog', 'started', 'completed'])
  const params = { slug: atlas.params.slug, project_id: state.project_id, state_id: state.id }
  await atlas.cast.ann.call('updateState', { params, body: { group: state.group as 'started' } })
}

async function moveToOtherProject(item: Item): Promise<void> {
  const state = random.pickAny(states.filter(({ project_id }) => project_id !== item.project_id))
  await sql(
    `update work_items set project_id = $2, state_id = $3, state__group = $4, sequence_id = sequence_id + 1000 where id = $1`,
    [item.id, state?.project_id, state?.id, state?.group],
  )
}

function contextOf(person: ApiClient, timezone: string): WorkspaceContext {
  const { workspace_id, slug } = atlas.cast
  const user = { id: person.id, timezone, start_of_the_week: 1 }
  // The tested functions use only these properties of the context, so the cast is safe.
  return {
    em: orm.em.fork(),
    user,
    workspace: { id: workspace_id, slug, role: role.admin },
  } as unknown as WorkspaceContext
}

const common: ChartAxisName[] = ['STATES', 'STATE_GROUPS', 'PROJECTS']
const charts: ChartAxisName[][] = chartAxisNames.flatMap((axis) =>
  common.includes(axis) ? [[axis]] : [[axis], [axis, 'STATE_GROUPS'], ['PROJECTS', axis]],
)

async function figures(ctx: WorkspaceContext, scope: AnalyticsSelection) {
  const { em } = ctx
  const found: Record<string, unknown> = {}
  for (const granularity of ['day', 'month'] as const) {
    for (const names of charts) {
      if (granularity === 'month' && !names.some(isTimeAxis)) continue
      const axes = names.map((name) => ({ name, granularity }))
      const counts = await countInScope(em, scope, axes, 'points')
      found[`${names} ${granularity}`] = counts
        .map(({ keys, items, points }) => `${keys}: ${items}, ${points}`)
        .sort()
    }
    const range = scope.range ?? { first: addDays(today, -50), last: today }
    found[`flow ${granularity}`] = (await getCumulativeFlowChart(em, scope, range, granularity)).data
    found[`getBurndownChart ${granularity}`] = (await getBurndownChart(em, scope, range, granularity)).data
    found[`cycle time ${granularity}`] = (await getCycleTimeChart(em, scope, range, granularity)).data
  }
  return found
}

test('a count with too many combinations of values is rejected', async () => {
  const { ann, max } = atlas.cast
  for (const priority of ['urgent', 'high', 'low'])
    await atlas.make('Many', { priority, assignee_ids: [max.id] })
  await refreshFacts(orm)
  const ctx = contextOf(ann, 'UTC')
  const scope = await getWorkspaceAnalyticsScope(ctx, {
    date_filter: 'custom',
    start_date: addDays(today, -9),
    end_date: addDays(today, 1),
  })
  const axes = [{ name: 'PRIORITY' }, { name: 'ASSIGNEES' }] as const
  expect(scope.stored).not.toBeNull()
  for (const stored of [scope.stored, null]) {
    const count = (most: number) => countInScope(ctx.em, { ...scope, stored }, axes, 'items', most)
    expect((await count(1000)).length).toBeGreaterThan(2)
    await expect(count(2)).rejects.toMatchObject({ details: { fields: { group_by: [expect.any(String)] } } })
  }
})

const zones = ['UTC', 'Asia/Kolkata', 'Pacific/Auckland', 'America/Los_Angeles'] as const
const requests: AnalyticsScopeQuery[] = [
  {},
  { date_filter: 'custom', start_date: addDays(today, -20), end_date: addDays(today, -2) },
  { filters: JSON.stringify({ state_group__in: 'backlog,started' }) },
]

async function compare(step: number): Promise<void> {
  for (const sent of requests) {
    const timezone = random.pick(zones)
    const ctx = contextOf(atlas.cast.ann, timezone)
    const scope = await getWorkspaceAnalyticsScope(ctx, sent)
    expect(scope.stored).not.toBeNull()
    const stored = await figures(ctx, scope)
    expect({ seed, step, timezone, sent, ...stored }).toEqual({
      ...{ seed, step, timezone, sent },
      ...(await figures(ctx, { ...scope, stored: null })),
    })
  }
}

test('stored numbers equal those of the work items', async () => {
  for (let step = 0; step < 5; step++) {
    for (let at = 0; at < 14; at++) await act()
    await compare(step)
    await refreshFacts(orm)
    expect(await sql('select * from changed_work_items')).toEqual([])
    await compare(step)
  }
}, 120_000)

test('stored cycle times equal those of many items in all time zones', async () => {
  const { id } = await atlas.make('Copied')
  const state = states.find(({ group, project_id }) => {
    return group === 'completed' && project_id === atlas.params.project_id
  })
  await sql(
    `insert into work_items select (jsonb_populate_record(item, jsonb_build_object(
       'id', gen_random_uuid(), 'sequence_id', 5000 + n, 'state_id', $2::uuid, 'state__group', 'completed',
       'created_at', now() - interval '300 days', 'completed_at', now() - random() * interval '300 days'))).*
     from work_items item, generate_series(1, 400) n where id = $1`,
    [id, state?.id],
  )
  const check = async () => {
    for (const timezone of zones) {
      const ctx = contextOf(atlas.cast.ann, timezone)
      const scope = await getWorkspaceAnalyticsScope(ctx, {})
      const range = {
        first: addDays(today, -250 - random.below(30)),
        last: addDays(today, -random.below(30)),
      }
      const read = (selection: AnalyticsSelection) => getCycleTimeChart(ctx.em, selection, range, 'month')
      const stored = await read(scope)
      expect(stored.data.filter(({ count }) => count > 0).length).toBeGreaterThan(6)
      expect({ seed, timezone, ...range, stored }).toEqual({
        ...{ seed, timezone, ...range },
        stored: await read({ ...scope, stored: null }),
      })
    }
  }
  await check()
  await refreshFacts(orm)
  await check()
  await sql('delete from work_items where sequence_id >= 5000 and project_id = $1', [atlas.params.project_id])
})

const tables = ['work_item_facts', 'work_item_moves', 'work_item_tallies']
const contents = async () => {
  const rows = await Promise.all(
    tables.map((table) => sql(`select to_jsonb(row)::text as row from ${table} row order by 1`)),
  )
  return Object.fromEntries(tables.map((table, at) => [table, rows[at]]))
}

test('rebuilding the stored numbers leads to the same numbers', async () => {
  await refreshFacts(orm)
  const before = await contents()
  await sql(`update work_item_tallies set items = items + 1`)
  await sql('delete from work_item_facts where state_id = $1', [states[0]?.id])
  await sql('select rebuild_work_item_facts()')
  expect(await contents()).toEqual(before)
})

test('a person with access to only some items of a project gets no stored numbers', async () => {
  const scope = await getWorkspaceAnalyticsScope(contextOf(atlas.cast.gus, 'UTC'), {})
  expect(scope.stored).toBeNull()
})

test('charts count the items while very many changes are not stored', async () => {
  await refreshFacts(orm)
  const stored = () => getWorkspaceAnalyticsScope(contextOf(atlas.cast.ann, 'UTC'), {})
  expect((await stored()).stored).not.toBeNull()
  await sql(
    `insert into changed_work_items (workspace_id, project_id, issue_id)
     select workspace_id, project_id, id from (select * from work_items limit 1) item, generate_series(1, 20001)`,
  )
  expect((await stored()).stored).toBeNull()
  await sql('delete from changed_work_items')
})

test('other filters are not answered from stored numbers', async () => {
  const filters = JSON.stringify({ priority__in: 'urgent' })
  expect((await getWorkspaceAnalyticsScope(contextOf(atlas.cast.ann, 'UTC'), { filters })).stored).toBeNull()
})

test('open transactions block neither other changes of the project nor the refresh', async () => {
  const [one, two] = [await atlas.make('First'), await atlas.make('Second')]
  const change = `update work_items set priority = 'high' where id = $1`
  const open = new pg.Client({ connectionString: atlas.server.databaseUrl })
  await open.connect()
  await open.query('begin')
  await open.query(change, [one.id])
  try {
    // If the following statements had to wait for the open transaction, the test would hang.
    await sql(change, [two.id])
    await refreshFacts(orm)
    await compare(-1)
    await open.query('commit')
  } finally {
    await open.end()
  }
  expect(await sql('select issue_id from changed_work_items')).toEqual([{ issue_id: one.id }])
  await compare(-2)
})

test('deleting a project deletes its numbers', async () => {
  const place = await atlas.makeProject('Gone', 'GON')
  await atlas.make('One', {}, atlas.cast.ann, place)
  await refreshFacts(orm)
  const count = 'select count(*)::int as items from work_item_tallies where project_id = $1'
  expect(await sql(count, [place.project_id])).not.toEqual([{ items: 0 }])
  await sql('delete from projects where id = $1', [place.project_id])
  expect(await sql(count, [place.project_id])).toEqual([{ items: 0 }])
  await compare(-3)
})
