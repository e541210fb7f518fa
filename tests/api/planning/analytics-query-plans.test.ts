import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOrm } from '#api/create-orm.ts'
import { getWorkspaceChart } from '#api/planning/analytics/charts.ts'
import { refreshFacts } from '#api/planning/analytics/refresh.ts'
import { listWorkspaceStats } from '#api/planning/analytics/stats.ts'
import { getWorkspaceTotals } from '#api/planning/analytics/totals.ts'
import { createBus } from '#api/platform/bus.ts'
import type { WorkspaceContext } from '#api/platform/context/context.ts'
import { type Orm, query } from '#api/platform/db/orm.ts'
import { listWorkspaceWorkItems } from '#api/work/listing/lists.ts'
import { chartAxisNames, chartTypes } from '#common/planning/analytics/axes.ts'
import { chartQuery } from '#common/planning/analytics/schema.ts'
import { role } from '#common/platform/roles.ts'
import { listingQuery } from '#common/work/listing/schema.ts'
import { runSql } from '../../support/api-client.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'

/* Another workspace has 20,000 items. A chart of a workspace with three items must not read them, because a chart would
   then take seconds on a server with a million items. */
const elsewhere = 20_000
const bus = createBus(null)
let atlas: ProjectTestServer
let orm: Orm

beforeAll(async () => {
  atlas = await startProjectTestServer()
  const { databaseUrl } = atlas.server
  orm = await createOrm(databaseUrl, bus)
  for (const name of ['One', 'Two', 'Three']) await atlas.make(name)
  const { eve, eves } = atlas.cast
  const { id: project_id } = await eve.call('createProject', {
    params: { slug: eves },
    body: { name: 'Large', identifier: 'LRG' },
  })
  const { id } = await eve.call('createWorkItem', {
    params: { slug: eves, project_id },
    body: { name: 'One' },
  })
  // Charts read stored totals for each UTC day. If the day of the caller's time zone begins at another hour, they read
  // the items of the remaining hours one by one. All items are created at noon, outside of these hours.
  const noon = `date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' - interval '12 hours'`
  await runSql(
    databaseUrl,
    `insert into work_items
     select (jsonb_populate_record(item, jsonb_build_object('id', gen_random_uuid(), 'sequence_id', n + 1, 'created_at', ${noon}))).*
     from work_items item, generate_series(1, ${elsewhere}) n where item.id = $1`,
    [id],
  )
  await runSql(
    databaseUrl,
    `insert into work_item_activities (id, workspace_id, issue_id, verb, field, old_identifier, new_identifier, created_at)
     select gen_random_uuid(), workspace_id, id, 'updated', 'state', state_id, state_id, ${noon} from work_items where project_id = $1`,
    [project_id],
  )
  for (const table of ['work_items', 'work_item_activities'])
    await runSql(databaseUrl, `vacuum analyze ${table}`)
})
afterAll(async () => {
  await orm.close(true)
  await bus.close()
  await atlas.close()
})

const tables = [
  'work_items',
  'work_item_activities',
  'changed_work_items',
  'work_item_facts',
  'work_item_moves',
  'work_item_tallies',
]

/** Returns the number of rows and index entries that the statements of `work` read from the tables in `tables`. */
async function rowsReadBy(
  work: (ctx: WorkspaceContext) => Promise<unknown>,
  person: { id: string } = atlas.cast.ann,
  slug = atlas.cast.slug,
): Promise<number> {
  const [found] = await runSql<{ id: string }>(
    atlas.server.databaseUrl,
    'select id from workspaces where slug = $1',
    [slug],
  )
  return orm.em.fork().transactional(async (transaction) => {
    const em = transaction as Orm['em']
    // The statistics of a transaction do not include parallel workers.
    await sql`set local max_parallel_workers_per_gather = 0`.execute(query(em))
    const before = await rowsRead(em)
    const user = { id: person.id, timezone: 'Europe/Berlin', start_of_the_week: 0 }
    const workspace = { id: found?.id, slug, role: role.admin }
    // The measured functions use only these properties of the context, so the cast is safe.
    await work({ em, user, workspace } as unknown as WorkspaceContext)
    return (await rowsRead(em)) - before
  })
}

async function rowsRead(em: Orm['em']): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select sum(case relkind when 'r' then pg_stat_get_xact_tuples_returned(oid) else
      greatest(pg_stat_get_xact_tuples_returned(oid), pg_stat_get_xact_tuples_fetched(oid)) end)::int as read
    from pg_class where oid = any(${tables}::regclass[])
      or oid in (select indexrelid from pg_index where indrelid = any(${tables}::regclass[]))`.execute(
    query(em),
  )
  return rows[0]?.read ?? Number.NaN
}

const axes = chartAxisNames.map((x_axis) => ({ type: 'custom-work-items', x_axis }))
const types = chartTypes.flatMap((type) => [{ type }, { type, date_filter: 'last_30_days' }])

test.each([...axes, ...types])(
  'a chart of $type $x_axis $date_filter reads no other workspace',
  async (sent) => {
    expect(await rowsReadBy((ctx) => getWorkspaceChart(ctx, chartQuery.parse(sent)))).toBeLessThan(
      elsewhere / 10,
    )
  },
)

test('totals and projects read no other workspace', async () => {
  for (const tab of ['overview', 'work-items'] as const)
    expect(await rowsReadBy((ctx) => getWorkspaceTotals(ctx, { tab }))).toBeLessThan(elsewhere / 10)
  expect(await rowsReadBy((ctx) => listWorkspaceStats(ctx, {}))).toBeLessThan(elsewhere / 10)
})

test('the counter notices a scan of all items', async () => {
  const all = (ctx: WorkspaceContext) =>
    sql`select count(description_html) from work_items`.execute(query(ctx.em))
  expect(await rowsReadBy(all)).toBeGreaterThan(elsewhere)
})

describe('stored numbers', () => {
  beforeAll(async () => {
    await refreshFacts(orm)
    for (const table of tables) await runSql(atlas.server.databaseUrl, `vacuum analyze ${table}`)
  })

  const stored = [
    ...chartAxisNames.map((x_axis) => ({ type: 'custom-work-items', x_axis })),
    ...chartAxisNames.map((x_axis) => ({ type: 'custom-work-items', x_axis, group_by: 'STATE_GROUPS' })),
    { type: 'custom-work-items', x_axis: 'LABELS', y_axis: 'ESTIMATE_POINT_COUNT' },
    {
      type: 'custom-work-items',
      x_axis: 'ASSIGNEES',
      filters: JSON.stringify({ state_group__in: 'backlog,unstarted' }),
    },
    ...(['work-items', 'burndown', 'cumulative-flow'] as const).map((type) => ({ type })),
  ]

  test.each(stored)('answer a chart of $type $x_axis $group_by $y_axis without items', async (sent) => {
    const { eve, eves } = atlas.cast
    const read = await rowsReadBy((ctx) => getWorkspaceChart(ctx, chartQuery.parse(sent)), eve, eves)
    expect(read).toBeLessThan(elsewhere / 10)
  })
})

describe('facts', () => {
  beforeAll(async () => {
    await runSql(
      atlas.server.databaseUrl,
      `update work_item_facts set created_at = now() - interval '40 days' where issue_id in (
         select id from work_items where sequence_id > 3)`,
    )
    await runSql(atlas.server.databaseUrl, 'vacuum analyze work_item_facts')
  })

  const lately = { type: 'custom-work-items', date_filter: 'last_30_days', group_by: 'STATES' }

  test.each(chartAxisNames.map((x_axis) => ({ ...lately, x_axis })))(
    'of other days are not read by a chart of $x_axis',
    async (sent) => {
      const { eve, eves } = atlas.cast
      const read = await rowsReadBy((ctx) => getWorkspaceChart(ctx, chartQuery.parse(sent)), eve, eves)
      expect(read).toBeLessThan(elsewhere / 10)
    },
  )
})

describe('lists of widgets', () => {
  const list = (query: object) => (ctx: WorkspaceContext) =>
    listWorkspaceWorkItems(ctx, listingQuery.parse({ per_page: 30, ...query }))

  test('of the latest updates read no more than one index entry of each item', async () => {
    const { eve, eves } = atlas.cast
    const read = await rowsReadBy(list({ order_by: '-updated_at' }), eve, eves)
    // PostgreSQL counts the items with an index. It reads only the rows of the returned page.
    expect(read).toBeLessThan(elsewhere * 1.2)
  })

  test('of overdue items read only overdue items', async () => {
    const { eve, eves } = atlas.cast
    await runSql(
      atlas.server.databaseUrl,
      `update work_items set target_date = '2020-01-01', state__group = 'completed' where sequence_id > 1`,
    )
    await runSql(atlas.server.databaseUrl, 'vacuum analyze work_items')
    const late = {
      and: [{ target_date__lt: '2026-01-01' }, { state_group__in: 'backlog,unstarted,started' }],
    }
    const read = await rowsReadBy(list({ order_by: 'target_date', filters: JSON.stringify(late) }), eve, eves)
    // For the page, PostgreSQL reads the index by due date. For the total, it counts only the index entries of open
    // items.
    expect(read).toBeLessThan(elsewhere * 1.2)
  })
})
