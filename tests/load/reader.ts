import { setTimeout as wait } from 'node:timers/promises'
import { type ApiClient, createSignedInUser, runSql } from '../support/api-client.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { createItemSeeder } from './list-seeds.ts'
import type { LoadReportRow } from './report.ts'

/** The number of changes per second, and the duration of the measurement in seconds. */
const rate = 1000
const seconds = 10
/** The number of items that one call changes. */
const together = 250

/** Each call sets another priority, because writing the current value again would create no change. */
const priorities = ['urgent', 'high', 'medium', 'low'] as const

/** Measures whether the server writes activity records fast enough for a thousand changes per second. */
export async function measureActivityReader(server: ServerProcess): Promise<LoadReportRow[]> {
  const person = await createSignedInUser(server, 'reader@example.com')
  const slug = 'reader'
  const workspace = await person.call('createWorkspace', { body: { name: 'Reader', slug } })
  await using seeding = await createItemSeeder(server, workspace.id)
  const project_id = await seeding.project(person.id)
  const ids = await idsIn(server, project_id)
  await readUpTo(server, workspace.id)
  const [{ version: before } = { version: 0 }] = await versions(server, workspace.id)
  const began = performance.now()
  for (let call = 0; call < (rate * seconds) / together; call++) {
    await changeMany(person, { slug, project_id }, ids, call)
    await wait(began + ((call + 1) * together * 1000) / rate - performance.now())
  }
  const written = performance.now() - began
  const [{ version: last } = { version: 0 }] = await versions(server, workspace.id)
  const behind = await readUpTo(server, workspace.id)
  const changes = Number(last) - Number(before)
  const read = changes / ((written + behind) / 1000)
  return [
    {
      what: `histories of ${changes.toLocaleString('en')} changes`,
      value: `${Math.round(read).toLocaleString('en')} a second, ${Math.round(behind)} ms behind the last`,
      baseline: `${Math.round(changes / (written / 1000)).toLocaleString('en')} a second written`,
      budget: '2 s behind',
      verdict: behind <= 2000,
    },
  ]
}

async function changeMany(
  person: ApiClient,
  params: { slug: string; project_id: string },
  ids: string[],
  call: number,
): Promise<void> {
  const from = (call * together) % ids.length
  const round = Math.floor((call * together) / ids.length)
  await person.call('changeWorkItems', {
    params,
    body: {
      issue_ids: ids.slice(from, from + together),
      properties: { priority: priorities[round % priorities.length] },
    },
  })
}

async function idsIn({ databaseUrl }: ServerProcess, projectId: string): Promise<string[]> {
  const rows = await runSql<{ id: string }>(
    databaseUrl,
    `select id from work_items where project_id = $1 and archived_at is null and deleted_at is null order by id limit ${rate}`,
    [projectId],
  )
  return rows.map(({ id }) => id)
}

function versions({ databaseUrl }: ServerProcess, workspaceId: string) {
  return runSql<{ version: string; read: string }>(
    databaseUrl,
    `select version, (select version from feed_cursors where reader = 'activities' and workspace_id = $1) as read
     from workspace_versions where workspace_id = $1`,
    [workspaceId],
  )
}

/** Returns the milliseconds until the activity records of all changes are written. */
async function readUpTo(server: ServerProcess, workspaceId: string): Promise<number> {
  const began = performance.now()
  for (;;) {
    const [now] = await versions(server, workspaceId)
    if (now && Number(now.read) >= Number(now.version)) return performance.now() - began
    await wait(20)
  }
}
