import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import copyStreams from 'pg-copy-streams'
import { type ApiClient, runSql } from '../support/api-client.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { createItemSeeder, itemsPerProject } from './list-seeds.ts'
import { formatQuantiles, type LoadReportRow, percentile } from './report.ts'

const items = 1_000_000
/** The number of calls before the backup, and the milliseconds between two calls. */
const [calls, between] = [100, 50]

/**
 * Measures `npm run backup` of a million items while people read and write. Compares it with a client that
 * only reads the same tables and discards the rows. Also measures calls during the backup, and `npm run
 * restore`.
 */
export async function measureBackup(
  server: ServerProcess,
  person: ApiClient,
  workspace: { id: string; slug: string },
): Promise<LoadReportRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-backup-'))
  try {
    await seed(server, workspace.id)
    const params = { slug: workspace.slug, project_id: await aProject(person, workspace.slug) }
    const bare = await readEverything(server.databaseUrl)
    const quiet = await timeCalls(person, params, (at) => at < calls)
    const backup = run('backup', join(folder, 'backup'), server.dataDir)
    let isOver = false
    void backup.finally(() => {
      isOver = true
    })
    const beside = await timeCalls(person, params, () => !isOver)
    const made = await backup
    const restored = await run('restore', join(folder, 'backup'), join(folder, 'restored'))
    const megabytes = (await sizeOf(join(folder, 'backup'))) / 1_000_000
    return [
      {
        what: `backup of ${items.toLocaleString('en')} items, beside people who work`,
        value: `${seconds(made.time)}, ${made.memory} MB of memory, ${Math.round(megabytes)} MB on the disk`,
        baseline: `all tables read and thrown away ${seconds(bare)}: × ${(made.time / bare).toFixed(1)}`,
      },
      {
        what: '  a list and a change meanwhile',
        value: formatQuantiles(beside, 0.95),
        baseline: `before ${formatQuantiles(quiet, 0.95)}: × ${(percentile(beside, 0.5) / percentile(quiet, 0.5)).toFixed(1)}`,
      },
      {
        what: '  brought back into an empty folder',
        value: `${seconds(restored.time)}, ${restored.memory} MB of memory`,
        baseline: `backup ${seconds(made.time)}: × ${(restored.time / made.time).toFixed(1)}`,
      },
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Creates the items that are missing. An earlier measurement of lists may have created some. */
async function seed(server: ServerProcess, workspace_id: string): Promise<void> {
  const [row] = await runSql<{ count: number }>(
    server.databaseUrl,
    'select count(*)::int as count from work_items',
  )
  const missing = Math.ceil((items - (row?.count ?? 0)) / itemsPerProject)
  if (missing <= 0) return
  await using seeding = await createItemSeeder(server, workspace_id)
  await seeding.neighbors(missing)
  await seeding.settle()
}

async function aProject(person: ApiClient, slug: string): Promise<string> {
  const body = { name: 'Worked in', identifier: 'WORK' }
  return (await person.call('createProject', { params: { slug }, body })).id
}

/** Returns the milliseconds that PostgreSQL takes to send all rows to a client that discards them. */
async function readEverything(url: string): Promise<number> {
  const tables = await runSql<{ name: string }>(
    url,
    `select quote_ident(relname) as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`,
  )
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const began = performance.now()
  try {
    await client.query('set statement_timeout = 0')
    for (const { name } of tables) {
      const rows = client.query(copyStreams.to(`copy ${name} to stdout`))
      for await (const _ of rows);
    }
    return performance.now() - began
  } finally {
    await client.end()
  }
}

async function timeCalls(
  person: ApiClient,
  params: { slug: string; project_id: string },
  goesOn: (at: number) => boolean,
): Promise<number[]> {
  const times: number[] = []
  for (let at = 0; goesOn(at); at++) {
    const began = performance.now()
    await person.call('createWorkItem', { params, body: { name: `Item ${at}` } })
    await person.call('listWorkItems', { params, query: { per_page: '50' } })
    times.push(performance.now() - began)
    await pause(between)
  }
  return times
}

/** Runs a command. Returns the memory in MB that the command reports, and its duration in milliseconds. */
async function run(
  what: 'backup' | 'restore',
  place: string,
  dataDir: string,
): Promise<{ time: number; memory: string }> {
  const began = performance.now()
  const child = spawn(process.execPath, ['scripts/backup.ts', what, place], {
    cwd: resolve(import.meta.dirname, '../..'),
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      said += text
    })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(said)
  const memory = /with (\d+) MB of memory/.exec(said)?.[1] ?? '?'
  return { time: performance.now() - began, memory }
}

async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true })
  const sizes = await Promise.all(names.map((name) => stat(join(folder, name))))
  return sizes.reduce((sum, { size }) => sum + size, 0)
}

function seconds(time: number): string {
  return `${(time / 1000).toFixed(1)} s`
}
