import { createBus } from '#api/bus.ts'
import { writing } from '#api/db/change-feed.ts'
import { createOrm } from '#api/db/orm.ts'
import { fillProject } from '#api/seed/fill.ts'
import { boardPage } from '#common/listing/keys.ts'
import { type ApiClient, runSql } from '../support/api-client.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { percentile, quantiles, type Row } from './report.ts'

const perProject = 10_000
const samples = 100

const lists = {
  'board by state': { group_by: 'state_id', order_by: 'sort_order', per_page: String(boardPage) },
  'list by priority': { group_by: 'priority', order_by: '-created_at', per_page: '50' },
  'flat list': { order_by: '-updated_at', per_page: '100' },
}

/** The first page of a project of 10,000 items, and again when its workspace holds many times as many in other projects. */
export async function measureLists(
  server: ServerProcess,
  person: ApiClient,
  workspace: { id: string; slug: string },
  itemsInAll: number,
): Promise<Row[]> {
  const [project_id] = await seed(server, workspace.id, person.id, 1)
  const params = { slug: workspace.slug, project_id: project_id ?? '' }
  const small = await timeAll(person, params)
  await seed(server, workspace.id, person.id, Math.max(1, Math.round(itemsInAll / perProject) - 1))
  const large = await timeAll(person, params)
  return Object.keys(lists).flatMap((name) => {
    const [before, after] = [small.get(name) ?? [], large.get(name) ?? []]
    const growth = percentile(after, 0.5) / percentile(before, 0.5)
    return [
      {
        what: `${name}, 10,000 items`,
        value: quantiles(before, 0.95),
        budget: 'p50 25 ms',
        verdict: percentile(before, 0.5) <= 25,
      },
      {
        what: `  with ${itemsInAll.toLocaleString('en')} in the workspace`,
        value: quantiles(after, 0.95),
        baseline: `× ${growth.toFixed(2)}`,
        budget: '× 1.5',
        verdict: growth <= 1.5,
      },
    ]
  })
}

async function seed(
  server: ServerProcess,
  workspace_id: string,
  user_id: string,
  projects: number,
): Promise<string[]> {
  const bus = createBus(null)
  const orm = await createOrm(server.databaseUrl, bus)
  const made: string[] = []
  try {
    for (let at = 0; at < projects; at++) {
      const wanted = { workspace_id, user_id, items: perProject, onProgress: () => {} }
      const project = await writing(orm.em, { actor_id: user_id, mutation_id: null }, (em) =>
        fillProject(em, wanted),
      )
      made.push(project.id)
    }
  } finally {
    await orm.close(true)
    await bus.close()
  }
  // What autovacuum would have done by the time that anyone looks.
  await runSql(server.databaseUrl, 'vacuum analyze work_items')
  return made
}

type Params = { slug: string; project_id: string }

async function timeAll(person: ApiClient, params: Params): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>()
  for (const [name, query] of Object.entries(lists)) times.set(name, await timeOne(person, params, query))
  return times
}

async function timeOne(person: ApiClient, params: Params, query: Record<string, string>): Promise<number[]> {
  const times: number[] = []
  for (let at = 0; at < samples + 10; at++) {
    const started = performance.now()
    const listing = await person.call('listWorkItems', { params, query })
    times.push(performance.now() - started)
    if (listing.total_results !== perProject) throw new Error(`the list has ${listing.total_results} items`)
  }
  // The first ones fill caches and compile.
  return times.slice(10)
}
