import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { calls } from '#common/calls.ts'
import { addDays } from '#common/platform/clock.ts'
import { type ApiClient, createSignedInUser, fillPath, runSql } from '../support/api-client.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { createItemSeeder, itemsPerProject } from './list-seeds.ts'
import { formatQuantiles, type LoadReportRow, percentile } from './report.ts'

const projects = 20
const inLarge = 1_000_000 / projects
const samples = 15
const budget = 200

interface Measured {
  person: ApiClient
  params: { slug: string; project_id: string }
  cycle_id: string
}

/**
 * Measures every analytics call and every kind of dashboard widget that shows statistics. Measures them in a
 * workspace with one project of 10,000 items, and in a workspace with 20 projects of 50,000 items each.
 */
export async function measureAnalytics(server: ServerProcess): Promise<LoadReportRow[]> {
  const small = await timeAll(server, await fillWorkspace(server, 'few', 1, itemsPerProject))
  const large = await timeAll(server, await fillWorkspace(server, 'many', projects, inLarge))
  return [...small].flatMap(([what, times]) => [
    rowOf(`${what}, 10,000 items`, times),
    rowOf('  1,000,000 items', large.get(what) ?? []),
  ])
}

function rowOf(what: string, times: number[]): LoadReportRow {
  return {
    what,
    value: formatQuantiles(times, 0.95),
    budget: `p50 ${budget} ms`,
    verdict: percentile(times, 0.5) <= budget,
  }
}

/** Creates a workspace with items that have cycles, modules and a history of their states. */
async function fillWorkspace(
  server: ServerProcess,
  slug: string,
  count: number,
  items: number,
): Promise<Measured> {
  const person = await createSignedInUser(server, `${slug}@example.com`)
  const { id } = await person.call('createWorkspace', { body: { name: slug, slug } })
  await using seeder = await createItemSeeder(server, id)
  let project_id = ''
  for (let at = 0; at < count; at++) {
    project_id = await seeder.project(person.id, items)
    const values = [id, project_id]
    for (const statement of cycleAndModuleStatements) await runSql(server.databaseUrl, statement, values)
  }
  await runSql(server.databaseUrl, historyStatement, [id])
  await runSql(server.databaseUrl, 'select rebuild_work_item_facts()')
  await seeder.settle()
  for (const table of ['work_item_facts', 'work_item_moves', 'work_item_tallies'])
    await runSql(server.databaseUrl, `vacuum analyze ${table}`)
  const [cycle] = await runSql<{ id: string }>(
    server.databaseUrl,
    'select id from cycles where project_id = $1 limit 1',
    [project_id],
  )
  return { person, params: { slug, project_id }, cycle_id: cycle?.id ?? '' }
}

/** Puts every tenth item into one of ten cycles, and every tenth item into one of ten modules. */
const cycleAndModuleStatements = [
  `insert into cycles (id, workspace_id, project_id, name, sort_order)
   select gen_random_uuid(), $1, $2, 'Cycle ' || n, n from generate_series(1, 10) n`,
  `insert into modules (id, workspace_id, project_id, name, sort_order)
   select gen_random_uuid(), $1, $2, 'Module ' || n, n from generate_series(1, 10) n`,
  `with ids as (
     select (select array_agg(id) from cycles where project_id = $2) as cycles,
       (select array_agg(id) from modules where project_id = $2) as modules
   )
   update work_items set cycle_id = ids.cycles[1 + sequence_id / 10 % 10],
     module_ids = array[ids.modules[1 + sequence_id / 10 % 10]]
   from ids where workspace_id = $1 and project_id = $2 and sequence_id % 10 = 0`,
]

/**
 * Records that items moved to a started state and to their final state. The generator of items does not write these
 * activity records.
 */
const historyStatement = `
  with moved as (
    select item.id, item.created_at, item.completed_at, item.updated_at, item.created_by, item.state_id, item.state__group,
      (select id from states where project_id = item.project_id and "group" = 'backlog' limit 1) as backlog,
      (select id from states where project_id = item.project_id and "group" = 'started' limit 1) as started
    from work_items item where workspace_id = $1 and state__group in ('started', 'completed')
  )
  insert into work_item_activities (id, workspace_id, issue_id, actor_id, verb, field, old_identifier, new_identifier, created_at)
  select gen_random_uuid(), $1, id, created_by, 'updated', 'state', backlog, started,
    created_at + (coalesce(completed_at, updated_at) - created_at) / 2 from moved
  union all
  select gen_random_uuid(), $1, id, created_by, 'updated', 'state', started, state_id, completed_at
  from moved where state__group = 'completed'`

type Calls = 'getWorkspaceTotals' | 'listWorkspaceStats' | 'getWorkspaceChart' | 'getProjectTotals'
type ProjectCalls = 'listProjectAssigneeStats' | 'getProjectChart' | 'listWorkspaceWorkItems'

interface Asked {
  call: Calls | ProjectCalls
  query: Record<string, string>
}

/** The calls of the analytics screens and of the widgets, by their names in the report. */
function analyticsRequests(cycle_id: string): Record<string, Asked> {
  const chart = (query: Record<string, string>): Asked => ({ call: 'getWorkspaceChart', query })
  const custom = (x_axis: string, more: Record<string, string> = {}) =>
    chart({ type: 'custom-work-items', x_axis, ...more })
  const lately = { date_filter: 'last_30_days' }
  const open = JSON.stringify({ state_group__in: 'backlog,unstarted,started' })
  const today = new Date().toISOString().slice(0, 10)
  const late = { and: [{ target_date__lt: today }, { state_group__in: 'backlog,unstarted,started' }] }
  return {
    overview: { call: 'getWorkspaceTotals', query: {} },
    'overview, entities': chart({ type: 'projects' }),
    projects: { call: 'listWorkspaceStats', query: {} },
    'work items by state group': { call: 'getWorkspaceTotals', query: { tab: 'work-items' } },
    'created and completed, all time': chart({ type: 'work-items' }),
    'created and completed, 30 days': chart({ type: 'work-items', ...lately }),
    'members of a project': { call: 'listProjectAssigneeStats', query: {} },
    'work items of a project': { call: 'getProjectTotals', query: { tab: 'work-items' } },
    'a cycle': {
      call: 'getProjectChart',
      query: { type: 'custom-work-items', x_axis: 'STATE_GROUPS', cycle_id },
    },
    'custom, priority': custom('PRIORITY'),
    'custom, state': custom('STATES'),
    'custom, state group by priority': custom('STATE_GROUPS', { group_by: 'PRIORITY' }),
    'custom, assignee': custom('ASSIGNEES'),
    'custom, label by state group': custom('LABELS', { group_by: 'STATE_GROUPS' }),
    'custom, project, estimates': custom('PROJECTS', { y_axis: 'ESTIMATE_POINT_COUNT' }),
    'custom, cycle': custom('CYCLES'),
    'custom, module': custom('MODULES'),
    'custom, creator': custom('CREATED_BY'),
    'custom, created by month': custom('CREATED_AT'),
    'custom, completed by month': custom('COMPLETED_AT'),
    'custom, due date by month': custom('TARGET_DATE'),
    'widget, number': custom('PRIORITY', lately),
    'widget, trend': custom('CREATED_AT', { ...lately, granularity: 'day' }),
    'widget, load': custom('ASSIGNEES', { group_by: 'STATE_GROUPS', filters: open }),
    'widget, burndown': chart({ type: 'burndown', ...lately }),
    'widget, cumulative flow': chart({ type: 'cumulative-flow', ...lately }),
    'widget, cumulative flow, all time': chart({ type: 'cumulative-flow' }),
    'widget, cycle time': chart({ type: 'cycle-time', ...lately }),
    'widget, cycle time, all time': chart({ type: 'cycle-time' }),
    'widget, overdue': {
      call: 'listWorkspaceWorkItems',
      query: { order_by: 'target_date', per_page: '30', filters: JSON.stringify(late) },
    },
    'widget, recent updates': {
      call: 'listWorkspaceWorkItems',
      query: { order_by: '-updated_at', per_page: '30' },
    },
    'widget, one quarter by assignee': custom('ASSIGNEES', {
      date_filter: 'custom',
      start_date: addDays(today, -90),
      end_date: today,
    }),
  }
}

async function timeAll(
  server: ServerProcess,
  { person, params, cycle_id }: Measured,
): Promise<Map<string, number[]>> {
  const results = new Map<string, number[]>()
  for (const [what, { call, query }] of Object.entries(analyticsRequests(cycle_id))) {
    const path = `${fillPath(calls[call].path, params)}?${new URLSearchParams(query)}`
    const times: number[] = []
    for (let at = 0; at < samples + 2; at++) times.push(await time(server.url + path, person.cookie))
    // The first two calls fill caches, so their times are ignored.
    results.set(what, times.slice(2))
  }
  return results
}

const agent = new Agent({ keepAlive: true })

async function time(url: string, cookie: string): Promise<number> {
  const started = performance.now()
  const [response] = (await once(get(url, { agent, headers: { cookie } }), 'response')) as [IncomingMessage]
  // The server ends statements that take too long. Such a call misses its budget.
  if (response.statusCode === 503) {
    response.resume()
    return Number.POSITIVE_INFINITY
  }
  if (response.statusCode !== 200) throw new Error(`${url} was answered with ${response.statusCode}`)
  await once(response.resume(), 'end')
  return performance.now() - started
}
