import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { databaseUser } from './database-user.ts'
import {
  type Cluster,
  clusterIn,
  launchCluster,
  makeCluster,
  programFolder,
  type RunningCluster,
  runningCluster,
} from './postgres-cluster.ts'

export type EmbeddedPostgres = {
  /** Connects to the database `tandem` as its owner, who is no superuser. */
  url: string
  /** Stops the server, or leaves it to the processes that still use it. */
  stop(): Promise<void>
}

export type EmbeddedPostgresOptions = {
  dataDir: string
  log: { warn(message: string): void }
  /** False only where losing data is fine, as in tests: commits no longer wait for the disk. */
  durable?: boolean
}

/**
 * Joins the PostgreSQL of `dataDir`; starts it when it does not run, and makes it when there is none. It runs apart from this process:
 * Ctrl+C reaches Node alone, which stops it last, and after a `kill -9` of Node the next start joins it. Should it die, it is
 * started again at the same address. Each process that uses it holds a shared advisory lock; whoever gets the exclusive one was the
 * last, and stops it.
 */
export async function connectOrStartEmbedded(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir)
  await mkdir(dataDir, { recursive: true, mode: 0o711 })
  const cluster = clusterIn(dataDir)
  const user = databaseUser(cluster.folder, programFolder)
  await makeCluster(cluster, user)
  let hold = await attach()
  let rejoining: Promise<void> | null = null
  let isStopping = false
  watch()

  return {
    url: hold.url,
    async stop() {
      if (isStopping) return
      isStopping = true
      await rejoining
      await release(hold, cluster)
    },
  }

  async function attach(port?: number): Promise<Hold> {
    const deadline = Date.now() + startsWithin
    while (Date.now() < deadline) {
      const found = runningCluster(cluster)
      const running =
        found ?? (await launchCluster(cluster, user, { durable: options.durable !== false, port }))
      try {
        const joined = running?.isReady ? await join(running, cluster) : null
        if (joined) return joined
      } catch (error) {
        // Nobody else knows of a server that was started for nothing.
        if (running && !found) await stopCluster(running.pid, cluster)
        throw error
      }
      await pause(10)
    }
    throw new Error(`PostgreSQL in ${cluster.folder} did not get ready; see ${cluster.log}.`)
  }

  function watch(): void {
    hold.client.on('error', () => {
      if (isStopping || rejoining !== null) return
      options.log.warn('PostgreSQL stopped unexpectedly; starting it again.')
      rejoining = rejoin().finally(() => {
        rejoining = null
      })
    })
  }

  async function rejoin(): Promise<void> {
    while (!isStopping) {
      try {
        hold = await attach(hold.port)
        watch()
        return
      } catch (error) {
        options.log.warn(error instanceof Error ? error.message : String(error))
        await pause(1000)
      }
    }
  }
}

type Hold = { client: pg.Client; pid: number; port: number; url: string }

/** As long as replaying a full write-ahead log after a crash may take on a slow disk. */
const startsWithin = 180_000

const useLock = 7_263_341
const setUpLock = 7_263_342

/** Null when the server is just starting or stopping: worth another look. */
async function join(running: RunningCluster, cluster: Cluster): Promise<Hold | null> {
  const password = readFileSync(cluster.password, 'utf8').trim()
  const { pid, port } = running
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password,
    database: 'postgres',
    ssl: false,
    application_name: 'tandem keeps the server',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    if (!(await isGranted(client, 'pg_try_advisory_lock_shared', useLock))) {
      await client.end()
      return null
    }
    await makeDatabase(client, password)
    const url = `postgres://tandem:${password}@127.0.0.1:${port}/tandem`
    noteAddress(cluster, { url, pid })
    return { client, pid, port, url }
  } catch (error) {
    await client.end().catch(() => {})
    if (isPassing(error)) return null
    if (codeOf(error) !== '28P01') throw error
    throw new Error(`The PostgreSQL in ${cluster.folder} refuses the password in ${cluster.password}.`)
  }
}

async function makeDatabase(client: pg.Client, password: string): Promise<void> {
  if (await exists(client, 'select from pg_database where datname = $1')) return
  await client.query('select pg_advisory_lock($1)', [setUpLock])
  const literal = client.escapeLiteral(password)
  if (!(await exists(client, 'select from pg_roles where rolname = $1'))) {
    await client.query(`create role tandem login createdb password ${literal}`)
  }
  if (!(await exists(client, 'select from pg_database where datname = $1'))) {
    await client.query('create database tandem owner tandem')
  }
  await client.query('select pg_advisory_unlock($1)', [setUpLock])
}

async function exists(client: pg.Client, query: string): Promise<boolean> {
  return (await client.query(query, ['tandem'])).rowCount === 1
}

async function isGranted(client: pg.Client, lock: string, key: number): Promise<boolean> {
  const { rows } = await client.query<{ granted: boolean }>(`select ${lock}($1) as granted`, [key])
  return rows[0]?.granted === true
}

/** The connection broke, or the server says that it is starting or stopping; anything else will not pass by waiting. */
function isPassing(error: unknown): boolean {
  const code = codeOf(error)
  if (code === null) return error instanceof Error && /terminated|ended/i.test(error.message)
  return ['57P01', '57P02', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(code)
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error ? String(error.code) : null
}

/** For people and tools that want to look into the database while it runs. Never half written, so that it can be read at any time. */
function noteAddress(cluster: Cluster, address: { url: string; pid: number }): void {
  const draft = `${cluster.address}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(address)}\n`, { mode: 0o600 })
  renameSync(draft, cluster.address)
}

async function release(hold: Hold, cluster: Cluster): Promise<void> {
  const isLast = await isLastUser(hold.client)
  if (isLast) await stopCluster(hold.pid, cluster)
  await hold.client.end().catch(() => {})
}

/** While the exclusive lock is held nobody can join, so that no newcomer is thrown out by the stop. */
async function isLastUser(client: pg.Client): Promise<boolean> {
  try {
    await client.query('select pg_advisory_unlock_shared($1)', [useLock])
    return await isGranted(client, 'pg_try_advisory_lock', useLock)
  } catch {
    // The connection is gone and with it what it knew: a server that dies is not ours to stop, one that lives may have other users.
    return false
  }
}

async function stopCluster(pid: number, cluster: Cluster): Promise<void> {
  await rm(cluster.address, { force: true })
  const immediateAt = Date.now() + 30_000
  process.kill(pid, 'SIGINT')
  while (runningCluster(cluster)?.pid === pid) {
    // Nothing committed is lost by an immediate stop; the next start replays it.
    if (Date.now() > immediateAt) process.kill(pid, 'SIGQUIT')
    await pause(10)
  }
}
