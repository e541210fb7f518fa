import { type ApiClient, createSignedInUser, runSql } from '../support/api-client.ts'
import { addMember } from '../support/cast.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { type MeasuredChildProcess, startChild } from './child.ts'
import { formatQuantiles, type LoadReportRow, percentile } from './report.ts'

const changes = 120
const people = 20

/**
 * Measures a change of a work item from its commit until the last of many sockets receives it. The baseline
 * is a plain Socket.IO broadcast of the same message to the same number of sockets. Both servers share one
 * process, all sockets share another, and the two servers alternate.
 */
export async function measureFanOut(
  server: ServerProcess,
  person: ApiClient,
  workspace: { id: string; slug: string },
  sockets: number,
): Promise<LoadReportRow[]> {
  const project = await person.call('createProject', {
    params: { slug: workspace.slug },
    body: { name: `Heard by ${sockets}`, identifier: `FAN${sockets}` },
  })
  const item = await person.call('createWorkItem', {
    params: { slug: workspace.slug, project_id: project.id },
    body: { name: 'Changed often' },
  })
  const serving = startChild('./fan-out-server.ts', [server.databaseUrl, item.id])
  const listening = startChild('./fan-out-sockets.ts')
  try {
    const addresses = await serving.hear<{ hub: string; bare: string }>()
    const cookies = await membersOf(server, workspace.id)
    await listening.ask({ ...addresses, cookies, workspace: workspace.slug, sockets })
    const times = { hub: [] as number[], bare: [] as number[] }
    for (let at = 0; at < changes; at++) {
      for (const which of ['hub', 'bare'] as const)
        times[which].push(await timeOne(serving, listening, which))
    }
    return [rowOf(sockets, times.hub.slice(20), times.bare.slice(20))]
  } finally {
    await Promise.all([serving.end(), listening.end()])
  }
}

async function timeOne(
  serving: MeasuredChildProcess,
  listening: MeasuredChildProcess,
  which: 'hub' | 'bare',
): Promise<number> {
  const heard = listening.hear<{ at: number }>()
  const sent = await serving.ask<{ at: number }>({ which })
  return (await heard).at - sent.at
}

function rowOf(sockets: number, hub: number[], bare: number[]): LoadReportRow {
  const ratio = percentile(hub, 0.99) / percentile(bare, 0.99)
  return {
    what: `one change to ${sockets.toLocaleString('en')} sockets`,
    value: formatQuantiles(hub, 0.99),
    baseline: `broadcast ${formatQuantiles(bare, 0.99)}: × ${ratio.toFixed(2)}`,
    budget: 'p99 × 2',
    verdict: ratio <= 2,
  }
}

async function membersOf(server: ServerProcess, workspaceId: string): Promise<string[]> {
  const cookies: string[] = []
  for (let at = 0; at < people; at++) {
    const email = `listener-${at}@example.com`
    await runSql(server.databaseUrl, 'delete from users where email = $1', [email])
    const person = await createSignedInUser(server, email)
    await addMember(server, workspaceId, person.id, 20)
    cookies.push(person.cookie)
  }
  return cookies
}
