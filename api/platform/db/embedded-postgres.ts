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
  /** Stops the server, or leaves it to the processes that still use it. Done after so many milliseconds, whatever state it is in. */
  stop(within?: number): Promise<void>
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
  let isStopping = false
  let rejoining: Promise<void> | null = null
  let stopping: Promise<void> | null = null
  let hold = await attach()
  watch()

  return {
    url: hold.url,
    async stop(within = 30_000) {
      stopping ??= stop(Date.now() + within)
      await stopping
    },
  }

  /** A server that is just coming back is joined first: only its users can tell whether somebody else needs it. */
  async function stop(deadline: number): Promise<void> {
    await Promise.race([rejoining, until(deadline - stopsWithin)])
    isStopping = true
    await Promise.race([rejoining, until(deadline - stopsWithin / 2)])
    const running = runningCluster(cluster)
    if (running?.isReady === false) await stopCluster(running.pid, cluster, deadline)
    else await release(hold, cluster, deadline)
  }

  async function attach(port?: number): Promise<Hold> {
    const deadline = Date.now() + startsWithin
    while (Date.now() < deadline && !isStopping) {
      const found = runningCluster(cluster)
      const joined = found === null ? await joinLaunched(port) : await joinReady(found)
      if (joined) return joined
      await pause(10)
    }
    throw new Error(`PostgreSQL in ${cluster.folder} did not get ready; see ${cluster.log}.`)
  }

  async function joinReady(running: RunningCluster): Promise<Hold | null> {
    return running.isReady ? join(running, cluster) : null
  }

  async function joinLaunched(port: number | undefined): Promise<Hold | null> {
    const durable = options.durable !== false
    const running = await launchCluster(cluster, user, { durable, port, isUnwanted: () => isStopping })
    if (running === null) return null
    return joinReady(running).catch(async (error: unknown) => {
      // Nobody else knows of a server that was started for nothing.
      await stopCluster(running.pid, cluster, Date.now() + 30_000)
      throw error
    })
  }

  function watch(): void {
    hold.client.on('error', () => {
      if (stopping !== null || rejoining !== null) return
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
        if (isStopping) return
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
    connectionTimeoutMillis: 5000,
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

async function release(hold: Hold, cluster: Cluster, deadline: number): Promise<void> {
  // One that does not say whether a lock is free hangs, for everybody.
  const isLast = await Promise.race([isLastUser(hold.client), until(deadline - stopsWithin)])
  if (isLast !== false) await stopCluster(hold.pid, cluster, deadline)
  await Promise.race([hold.client.end().catch(() => {}), until(deadline)])
}

/** Of the time that a stop is given, what is kept for the signals. */
const stopsWithin = 3000

function until(moment: number): Promise<void> {
  return pause(Math.max(0, moment - Date.now()), undefined, { ref: false })
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

/** Ends connections and writes everything down; when time gets short, without that: the next start replays what was committed. */
async function stopCluster(pid: number, cluster: Cluster, deadline: number): Promise<void> {
  await rm(cluster.address, { force: true })
  const isRunning = () => runningCluster(cluster)?.pid === pid
  for (const [signal, until] of [
    ['SIGINT', deadline - 1500],
    ['SIGQUIT', deadline - 500],
    // A process that is stopped, or waits for a disk that does not answer, takes no other.
    ['SIGKILL', deadline],
  ] as const) {
    if (isRunning()) process.kill(pid, signal)
    while (isRunning() && Date.now() < until) await pause(10)
  }
}
