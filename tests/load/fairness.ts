import { setTimeout as pause } from 'node:timers/promises'
import { calls } from '#common/calls.ts'
import { newId } from '#common/platform/ids.ts'
import { type ApiClient, createSignedInUser, fillPath, runSql } from '../support/api-client.ts'
import { addMember } from '../support/cast.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { startChild } from './child.ts'
import { layoutCalls } from './list-layouts.ts'
import { createItemSeeder } from './list-seeds.ts'
import { type LoadReportRow, milliseconds, percentile } from './report.ts'
import { readLongestEventLoopStall } from './stall.ts'
import type { ResponseCountByStatus, StormRequest } from './storm-requests.ts'

const rounds = 5
/** Maximum additional waiting time of other users, in milliseconds, while one member sends many requests. */
const budgetMs = 50

/**
 * Measures how much longer calls of other users take while one member sends many calls at once (a storm).
 * Alternates storms with equally long quiet phases, so that other work on the machine affects both phases.
 */
export async function measureFairness(
  server: ServerProcess,
  person: ApiClient,
  workspace: { id: string; slug: string },
): Promise<LoadReportRow[]> {
  await using seeding = await createItemSeeder(server, workspace.id)
  const project_id = await seeding.project(person.id)
  const params = { slug: workspace.slug, project_id }
  await seeding.settle()
  const { url } = server
  const storming = startChild('./storm-requests.ts')
  const memoryBefore = await residentMegabytes(url)
  const rows: LoadReportRow[] = []
  try {
    for (const { what, ...storm } of stormsIn(params))
      rows.push(
        await rowOf(server, person, what, async () => {
          const cookie = await memberOf(server, workspace.id, project_id)
          return () => storming.ask<ResponseCountByStatus>({ ...storm, url, cookie } as StormRequest)
        }),
      )
  } finally {
    await storming.end()
  }
  const memory = await residentMegabytes(url)
  return [
    ...rows,
    { what: 'memory after these storms', value: `${memory} MB`, baseline: `${memoryBefore} MB before` },
  ]
}

function stormsIn(params: {
  slug: string
  project_id: string
}): (Omit<StormRequest, 'url' | 'cookie'> & { what: string })[] {
  const grouped = layoutCalls.find(({ query }) => 'group_by' in query)
  const items = fillPath(calls.listWorkItems.path, params)
  const get = 'GET' as const
  return [
    { what: '500 cheap lists', count: 500, method: get, path: fillPath(calls.listLabels.path, params) },
    {
      what: '120 grouped lists',
      count: 120,
      method: get,
      path: `${items}?${new URLSearchParams(grouped?.query)}`,
    },
    {
      what: '150 searches',
      count: 150,
      method: get,
      path: `${fillPath(calls.searchWorkspace.path, params)}?search=the`,
    },
    {
      what: '300 creates',
      count: 300,
      method: 'POST',
      path: fillPath(calls.createWorkItem.path, params),
      body: { name: 'One of many' },
    },
  ]
}

async function rowOf(
  { url }: ServerProcess,
  person: ApiClient,
  what: string,
  /**
   * Signs in a member who has not yet reached the rate limit of this minute, and returns the function that sends the
   * requests.
   */
  prepare: () => Promise<() => Promise<ResponseCountByStatus>>,
): Promise<LoadReportRow> {
  const stormy: number[] = []
  const quiet: number[] = []
  const stalls: number[] = []
  let statuses: ResponseCountByStatus = {}
  for (let round = 0; round < rounds; round++) {
    const storm = await prepare()
    await readLongestEventLoopStall(url)
    const began = performance.now()
    stormy.push(
      ...(await waitsDuring(person, async () => {
        statuses = await storm()
      })),
    )
    const lasted = performance.now() - began
    stalls.push(await readLongestEventLoopStall(url))
    quiet.push(...(await waitsDuring(person, () => pause(lasted))))
  }
  const [most, usual] = [percentile(stormy, 0.99), percentile(quiet, 0.99)]
  return {
    what: `others wait longer while one member sends ${what} at once`,
    value: `p99 ${milliseconds(most - usual)} more`,
    baseline: `p99 ${milliseconds(most)}, in quiet ${milliseconds(usual)}; longest stall ${milliseconds(Math.max(...stalls))}; answers ${JSON.stringify(statuses)}`,
    budget: `${budgetMs} ms`,
    verdict: most - usual <= budgetMs,
  }
}

/** Makes one call of a person after the other until `work` has finished. Returns their durations. */
async function waitsDuring(person: ApiClient, work: () => Promise<unknown>): Promise<number[]> {
  const waits: number[] = []
  let isOver = false
  const working = work().finally(() => {
    isOver = true
  })
  do {
    const asked = performance.now()
    await person.call('getMe', {})
    waits.push(performance.now() - asked)
    // The pause keeps the calls below the rate limit of a session.
    await pause(15)
  } while (!isOver)
  await working
  return waits
}

async function memberOf(server: ServerProcess, workspaceId: string, projectId: string): Promise<string> {
  const email = `hasty-${newId()}@example.com`
  const { id, cookie } = await createSignedInUser(server, email)
  await addMember(server, workspaceId, id, 20)
  await runSql(
    server.databaseUrl,
    `insert into project_members (id, workspace_id, project_id, member_id, role, original_role, sort_order)
     values ($1, $2, $3, $1, 15, 15, 0)`,
    [id, workspaceId, projectId],
  )
  return cookie
}

async function residentMegabytes(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Math.round(Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]) / 2 ** 20)
}
