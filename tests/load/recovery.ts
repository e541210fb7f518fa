import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { type ApiClient, createSignedInUser, runSql } from '../support/api-client.ts'
import { freePort } from '../support/free-port.ts'
import { connectLive } from '../support/live-client.ts'
import { readEmbeddedPostgres, type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { type LoadReportRow, milliseconds, percentile } from './report.ts'

const rounds = 3
const budget = 3000

interface Place {
  slug: string
  project_id: string
}

/**
 * Measures the time after a crash of the database or of Redis until calls are answered and changes are sent
 * again.
 */
export async function measureCrashRecovery(): Promise<LoadReportRow[]> {
  return [...(await measureDatabase()), ...(await measureRedis())]
}

/**
 * Kills the embedded PostgreSQL with `kill -9` while twelve writers create items. Measures the time until calls
 * succeed again, and the time until a client receives changes again.
 */
async function measureDatabase(): Promise<LoadReportRow[]> {
  return withFolder(async (dataDir) => {
    const server = await startServerProcess(dataDir)
    const { ann, params } = await openProject(server)
    const live = await connectLive(server, ann)
    await live.subscribe(params.slug)
    const accepted: string[] = []
    let isOver = false
    const writers = Array.from({ length: 12 }, async () => {
      while (!isOver) {
        const made = await create(ann, params).catch(() => pause(50, null))
        if (made !== null) accepted.push(made)
      }
    })
    const [answered, heard]: number[][] = [[], []]
    for (let round = 0; round < rounds; round++) {
      await pause(1000)
      process.kill((await readEmbeddedPostgres(dataDir)).pid, 'SIGKILL')
      const started = performance.now()
      while ((await create(ann, params).catch(() => null)) === null) await pause(10)
      answered?.push(performance.now() - started)
      const id = await create(ann, params)
      await live.hears((change) => change.id === id)
      heard?.push(performance.now() - started)
    }
    isOver = true
    await Promise.all(writers)
    const lost = await missing(server, accepted)
    live.close()
    await server.stop()
    return [
      recovery('database killed: calls answered again', answered ?? [], lost),
      recovery('database killed: changes heard again', heard ?? [], lost),
    ]
  })
}

/**
 * Measures API calls after Redis was killed. Also measures the time until another process on the same
 * database sends the changes of these calls. Without Redis, that process finds the changes by polling.
 */
async function measureRedis(): Promise<LoadReportRow[]> {
  return withFolder(async (dataDir) => {
    const port = await freePort()
    const redis = spawn('redis-server', ['--port', String(port), '--save', '', '--appendonly', 'no'], {
      stdio: 'ignore',
    })
    const failed = await Promise.race([once(redis, 'spawn').then(() => null), once(redis, 'error')])
    if (failed !== null) return [{ what: 'Redis gone', value: 'no redis-server is installed' }]
    const client = new Redis(port, '127.0.0.1')
    client.on('error', () => {})
    await client.ping()
    client.disconnect()
    const env = { REDIS_URL: `redis://127.0.0.1:${port}` }
    const [one, other] = [await startServerProcess(dataDir, env), await startServerProcess(dataDir, env)]
    const { ann, params } = await openProject(one)
    const live = await connectLive(other, ann)
    await live.subscribe(params.slug)
    redis.kill('SIGKILL')
    await once(redis, 'exit')
    const [calls, heard]: number[][] = [[], []]
    for (let at = 0; at < 20; at++) {
      const started = performance.now()
      const id = await create(ann, params)
      calls?.push(performance.now() - started)
      await live.hears((change) => change.id === id)
      heard?.push(performance.now() - started)
    }
    live.close()
    await other.stop()
    await one.stop()
    return [
      recovery('Redis killed: longest of 20 calls', calls ?? [], 0),
      recovery('Redis killed: a change is heard at another process', heard ?? [], 0),
    ]
  })
}

function recovery(what: string, samples: number[], lost: number): LoadReportRow {
  const worst = Math.max(...samples)
  return {
    what,
    value: `${milliseconds(worst)}${lost > 0 ? `, ${lost} LOST` : ''}`,
    baseline: `p50 ${milliseconds(percentile(samples, 0.5))} of ${samples.length}`,
    budget: '3 s, nothing lost',
    verdict: worst <= budget && lost === 0,
  }
}

async function openProject(server: ServerProcess): Promise<{ ann: ApiClient; params: Place }> {
  const ann = await createSignedInUser(server, 'ann@example.com')
  await ann.call('createWorkspace', { body: { name: 'Acme', slug: 'acme' } })
  const project = await ann.call('createProject', {
    params: { slug: 'acme' },
    body: { name: 'Atlas', identifier: 'ATL' },
  })
  return { ann, params: { slug: 'acme', project_id: project.id } }
}

async function create(ann: ApiClient, params: Place): Promise<string> {
  return (await ann.call('createWorkItem', { params, body: { name: 'Written meanwhile' } })).id
}

async function missing({ databaseUrl }: ServerProcess, ids: string[]): Promise<number> {
  const rows = await runSql(
    databaseUrl,
    'select id from unnest($1::uuid[]) as wanted (id) where id not in (select entity_id from changes)',
    [ids],
  )
  return rows.length
}

async function withFolder<T>(work: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tandem-recovery-'))
  try {
    return await work(dataDir)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
