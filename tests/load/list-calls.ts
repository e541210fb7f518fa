import type { ApiClient } from '../support/api-client.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { type LayoutCall, layoutCalls } from './list-layouts.ts'
import { countScans } from './list-plans.ts'
import { openSeeding, perProject } from './list-seeds.ts'
import { percentile, quantiles, type Row } from './report.ts'

const inAll = 1_000_000
const samples = 60

/**
 * The first page of every layout for a project of 10,000 items, and again when its workspace holds a million in other projects; and
 * how often lists of the project, the workspace and a person then go through the whole table.
 */
export async function measureLists(
  server: ServerProcess,
  person: ApiClient,
  workspace: { id: string; slug: string },
): Promise<Row[]> {
  await using seeding = await openSeeding(server, workspace.id)
  const project_id = await seeding.project(person.id)
  const params = { slug: workspace.slug, project_id }
  await seeding.settle()
  const small = await timeAll(person, params)
  await seeding.neighbours(inAll / perProject - 1)
  await seeding.settle()
  const large = await timeAll(person, params)
  const scans = await countScans(server, { workspace_id: workspace.id, project_id, user_id: person.id })
  return [
    ...layoutCalls.flatMap(({ what }) => rowsOf(what, small.get(what) ?? [], large.get(what) ?? [])),
    {
      what: `lists that read the whole table, of ${scans.lists}`,
      value: scans.scanning.length === 0 ? 'none' : scans.scanning.join(', '),
      budget: 'none',
      verdict: scans.scanning.length === 0,
    },
  ]
}

function rowsOf(what: string, small: number[], large: number[]): Row[] {
  const growth = percentile(large, 0.5) / percentile(small, 0.5)
  return [
    {
      what: `${what}, 10,000 items`,
      value: quantiles(small, 0.95),
      budget: 'p50 25 ms',
      verdict: percentile(small, 0.5) <= 25,
    },
    {
      what: '  with 1,000,000 in the workspace',
      value: quantiles(large, 0.95),
      baseline: `× ${growth.toFixed(2)}`,
      budget: '× 1.5',
      verdict: growth <= 1.5,
    },
  ]
}

type Params = { slug: string; project_id: string }

async function timeAll(person: ApiClient, params: Params): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>()
  for (const one of layoutCalls) times.set(one.what, await timeOne(person, params, one))
  return times
}

async function timeOne(person: ApiClient, params: Params, { call, query }: LayoutCall): Promise<number[]> {
  const times: number[] = []
  for (let at = 0; at < samples + 10; at++) {
    const started = performance.now()
    const listing = await person.call(call, { params, query })
    times.push(performance.now() - started)
    if (listing.count === 0) throw new Error('the list is empty')
  }
  // The first ones fill caches and compile.
  return times.slice(10)
}
