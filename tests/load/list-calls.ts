import { once } from 'node:events'
import { Agent, type ClientRequest, get, type IncomingMessage } from 'node:http'
import { calls } from '#common/calls.ts'
import { type ApiClient, fillPath } from '../support/api-client.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { layoutCalls } from './list-layouts.ts'
import { findListsWithFullTableScan } from './list-query-plans.ts'
import { createItemSeeder, itemsPerProject } from './list-seeds.ts'
import { formatQuantiles, type LoadReportRow, milliseconds, percentile } from './report.ts'
import { explainSearchQueries } from './search-query-plans.ts'

const inAll = 1_000_000
const samples = 60

/**
 * Measures the first page of every layout for a project of 10,000 items, then again when its workspace has a
 * million items in other projects. Also counts how often PostgreSQL scans the whole table for lists of the
 * project, the workspace and a person. For comparison, PostgreSQL counts the project's items directly, which
 * shows the current speed of the machine.
 */
export async function measureListCalls(
  server: ServerProcess,
  person: ApiClient,
  workspace: { id: string; slug: string },
): Promise<LoadReportRow[]> {
  await using seeding = await createItemSeeder(server, workspace.id)
  const project_id = await seeding.project(person.id)
  const params = { slug: workspace.slug, project_id }
  const timeAll = async () => {
    await seeding.settle()
    return timeInTurns({
      ...(await askAll(server, person, params)),
      [counting]: () => seeding.count(project_id),
    })
  }
  const small = await timeAll()
  await seeding.neighbors(inAll / itemsPerProject - 1)
  const large = await timeAll()
  const plans = await explainSearchQueries(server, { workspace, user_id: person.id }, typed)
  console.log(plans.join('\n'))
  const scans = await findListsWithFullTableScan(server, {
    workspace_id: workspace.id,
    project_id,
    user_id: person.id,
  })
  return [
    ...layoutCalls.flatMap(({ what }) => rowsOf(what, small, large)),
    ...[...Object.keys(searches), ...Object.keys(finds)].flatMap((what) => searchRows(what, small, large)),
    {
      what: `lists that read the whole table, of ${scans.lists}`,
      value: scans.scanning.length === 0 ? 'none' : scans.scanning.join(', '),
      budget: 'none',
      verdict: scans.scanning.length === 0,
    },
  ]
}

const counting = 'counted'
/** The durations of each call in milliseconds, by the name of the call in the report. */
type Times = Record<string, number[]>

function rowsOf(what: string, small: Times, large: Times): LoadReportRow[] {
  const [here, among] = [small[what] ?? [], large[what] ?? []]
  const [middle, count] = [percentile(here, 0.5), percentile(small[counting] ?? [], 0.5)]
  const growth = percentile(among, 0.5) / middle
  return [
    {
      what: `${what}, 10,000 items`,
      value: formatQuantiles(here, 0.95),
      baseline: `counted p50 ${milliseconds(count)}: × ${(middle / count).toFixed(1)}`,
      budget: 'p50 25 ms',
      verdict: middle <= 25,
    },
    {
      what: '  with 1,000,000 in the workspace',
      value: formatQuantiles(among, 0.95),
      baseline: `× ${growth.toFixed(2)}`,
      budget: '× 1.5',
      verdict: growth <= 1.5,
    },
  ]
}

/**
 * Searches in the names of items: a common phrase and a missing phrase in the workspace, and a word in the
 * project.
 */
const searches = {
  'search a common word': { search: 'without a reload', workspace_search: 'true' },
  'search a word that is nowhere': { search: 'zebra crossing', workspace_search: 'true' },
  'search in the project': { search: 'firefox' },
}

/**
 * The text to search for, by the name of the search in the report. One of thirty items contains the common word,
 * and one of a few hundred contains the rare pair of words.
 */
const typed = {
  'find a common word': 'firefox',
  'find a rare pair of words': 'reduce refunds',
  'find a word that is nowhere': 'zebra',
  'find common words': 'without a reload',
  'find the beginning of a word': 'wit',
  'find a word of texts': 'steps reproduce',
  'find a key': 'core-77',
}

/** Queries of the search screen, and of the command palette after each pause in typing. */
const finds: Record<string, Record<string, string>> = {
  ...Object.fromEntries(Object.entries(typed).map(([what, words]) => [what, { query: words }])),
  'find in the palette': { query: 'firefox', of_each: '5' },
  'find nothing in the palette': { query: 'zebra', of_each: '5' },
}

function searchRows(what: string, small: Times, large: Times): LoadReportRow[] {
  return [
    ['10,000 items', small[what] ?? []] as const,
    ['1,000,000 in the workspace', large[what] ?? []] as const,
  ].map(([among, times]) => ({
    what: `${what}, ${among}`,
    value: formatQuantiles(times, 0.95),
    budget: 'p50 30 ms',
    verdict: percentile(times, 0.5) <= 30,
  }))
}

type Params = { slug: string; project_id: string }

/**
 * Returns one function for each call. The function makes the call and waits for the last byte of the answer, which is
 * compressed as for a browser. The time to parse the answer does not count.
 */
async function askAll(
  server: ServerProcess,
  person: ApiClient,
  params: Params,
): Promise<Record<string, () => Promise<void>>> {
  const agent = new Agent({ keepAlive: true })
  const headers = { cookie: person.cookie, 'accept-encoding': 'gzip, deflate, br, zstd' }
  const asks = layoutCalls.map(async ({ what, call, query }) => {
    const listing = await person.call(call, { params, query })
    if (listing.count === 0) throw new Error('the list is empty')
    const url = `${server.url}${fillPath(calls[call].path, params)}?${new URLSearchParams(query)}`
    return [what, () => answered(get(url, { agent, headers }))] as const
  })
  const searching = Object.entries(searches).map(([what, query]) => {
    const url = `${server.url}${fillPath(calls.searchWorkItems.path, params)}?${new URLSearchParams(query)}`
    return [what, () => answered(get(url, { agent, headers }))] as const
  })
  const finding = Object.entries(finds).map(([what, query]) => {
    const url = `${server.url}${fillPath(calls.findInWorkspace.path, params)}?${new URLSearchParams(query)}`
    return [what, () => answered(get(url, { agent, headers }))] as const
  })
  return Object.fromEntries([...(await Promise.all(asks)), ...searching, ...finding])
}

async function answered(request: ClientRequest): Promise<void> {
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`the list was answered with ${response.statusCode}`)
  await once(response.resume(), 'end')
}

/** Alternates between the calls, so that a slow minute of the machine affects all of them. */
async function timeInTurns(asked: Record<string, () => Promise<void>>): Promise<Times> {
  const asks = Object.entries(asked).map(([what, ask]) => ({ what, ask, times: [] as number[] }))
  for (let at = 0; at < samples + 10; at++) {
    for (const { ask, times } of asks) {
      const started = performance.now()
      await ask()
      times.push(performance.now() - started)
    }
  }
  // The first ten calls fill caches and compile code, so their times are ignored.
  return Object.fromEntries(asks.map(({ what, times }) => [what, times.slice(10)]))
}
