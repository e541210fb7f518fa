import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { calls } from '#common/calls.ts'
import { type ApiClient, fillPath } from '../support/api-client.ts'
import type { ServerProcess } from '../support/server-process.ts'
import type { BareServerMessage, RecordedRequest } from './bare-server.ts'
import { type MeasuredChildProcess, startChild } from './child.ts'
import { layoutCalls } from './list-layouts.ts'
import { createItemSeeder } from './list-seeds.ts'
import { formatQuantiles, type LoadReportRow, percentile } from './report.ts'

const samples = 100

/**
 * Measures the overhead of Tandem over PostgreSQL. Compares each list call with a bare handler of Node's
 * http server that sends the same statements and writes their rows as JSON. Compares changing and creating
 * an item with a bare transaction of the same statements. Alternates between both.
 */
export async function measureRequestOverhead(
  server: ServerProcess,
  person: ApiClient,
  workspace: { id: string; slug: string },
): Promise<LoadReportRow[]> {
  await using seeding = await createItemSeeder(server, workspace.id)
  const project_id = await seeding.project(person.id)
  const params = { slug: workspace.slug, project_id }
  const item = await person.call('createWorkItem', { params, body: { name: 'Changed often' } })
  const states = Object.values(await person.call('listStates', { params })).flat()
  await seeding.settle()
  const lists = layoutCalls.map(({ what, call, query }): RecordedRequest => {
    const path = `${fillPath(calls[call].path, params)}?${new URLSearchParams(query)}`
    return { what, method: 'GET', path }
  })
  const one = fillPath(calls.updateWorkItem.path, { ...params, id: item.id })
  const state_id = states.find((state) => state.id !== item.state_id)?.id
  const changed = (what: string, bodyBefore: object, body: object): RecordedRequest => {
    return { what, method: 'PATCH', path: one, body, bodyBefore }
  }
  const writes: RecordedRequest[] = [
    changed('PATCH, a name', { name: 'Changed' }, { name: 'Changed once more' }),
    changed('PATCH, a move', { sort_order: 1000 }, { state_id, sort_order: 2000 }),
    {
      what: 'create',
      method: 'POST',
      path: fillPath(calls.createWorkItem.path, params),
      body: { name: 'New' },
    },
  ]
  return compareLatencyWithPlainSql(server, person, lists, writes)
}

/**
 * Measures API calls, and a program that only sends the same statements to PostgreSQL. The two measurements
 * alternate.
 */
export async function compareLatencyWithPlainSql(
  server: ServerProcess,
  person: ApiClient,
  reads: RecordedRequest[],
  writes: RecordedRequest[] = [],
): Promise<LoadReportRow[]> {
  const child = startChild('./bare-server.ts', [server.databaseUrl])
  try {
    const { bare } = await child.hear<{ bare: string }>()
    await child.ask({ record: [...reads, ...writes], cookie: person.cookie } satisfies BareServerMessage)
    const rows: LoadReportRow[] = []
    for (const read of reads) {
      const alone = () => time(bare, { ...read, path: `/${encodeURIComponent(read.what)}` }, '')
      rows.push(
        compared(
          read.what,
          { ratio: 2, most: read.most },
          'bare handler',
          await inTurns(server, person, read, alone),
        ),
      )
    }
    for (const write of writes) {
      const alone = () => transaction(child, write.what)
      rows.push(
        compared(write.what, { ratio: 3 }, 'bare transaction', await inTurns(server, person, write, alone)),
      )
    }
    return rows
  } finally {
    await child.end()
  }
}

async function transaction(child: MeasuredChildProcess, what: string): Promise<number> {
  const { milliseconds } = await child.ask<{ milliseconds: number }>({
    run: what,
  } satisfies BareServerMessage)
  return milliseconds
}

interface Times {
  ours: number[]
  bare: number[]
}

async function inTurns(
  server: ServerProcess,
  person: ApiClient,
  asked: RecordedRequest,
  alone: () => Promise<number>,
): Promise<Times> {
  const times: Times = { ours: [], bare: [] }
  for (let at = 0; at < samples + 20; at++) {
    times.bare.push(await alone())
    times.ours.push(await time(server.url, differing(asked, at), person.cookie))
  }
  // The first twenty calls fill caches and compile code, so their times are ignored.
  return { ours: times.ours.slice(20), bare: times.bare.slice(20) }
}

/** Returns a request with a different body, because writing the existing value would change nothing. */
function differing(asked: RecordedRequest, at: number): RecordedRequest {
  if (asked.body === undefined) return asked
  const body = 'name' in asked.body ? { name: `Named ${at}` } : { ...asked.body, sort_order: 2000 + at }
  return { ...asked, body }
}

/** The maximum median time: `most` in milliseconds if it is set, otherwise `ratio` times the baseline. */
interface Budget {
  ratio: number
  most?: number | undefined
}

function compared(what: string, budget: Budget, baseline: string, { ours, bare }: Times): LoadReportRow {
  const middle = percentile(ours, 0.5)
  const ratio = middle / percentile(bare, 0.5)
  const { most } = budget
  return {
    what,
    value: formatQuantiles(ours, 0.95),
    baseline: `${baseline} ${formatQuantiles(bare, 0.95)}: × ${ratio.toFixed(2)}`,
    budget: most === undefined ? `× ${budget.ratio}` : `p50 ${most} ms`,
    verdict: most === undefined ? ratio <= budget.ratio : middle <= most,
  }
}

const agent = new Agent({ keepAlive: true })

/**
 * Returns the milliseconds until the last byte of the response arrives. The response is compressed, as for a
 * browser.
 */
async function time(url: string, { method, path, body }: RecordedRequest, cookie: string): Promise<number> {
  const headers = {
    cookie,
    'accept-encoding': 'gzip, deflate, br, zstd',
    'content-type': 'application/json',
  }
  const started = performance.now()
  const sent = request(`${url}${path}`, { method, agent, headers }).end(body && JSON.stringify(body))
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  if ((response.statusCode ?? 0) >= 300) throw new Error(`${path} was answered with ${response.statusCode}`)
  await once(response.resume(), 'end')
  return performance.now() - started
}
