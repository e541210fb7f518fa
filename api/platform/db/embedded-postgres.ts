import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { resolveDatabaseUser } from './database-user.ts'
import {
  findRunningCluster,
  initializeCluster,
  launchCluster,
  type PostgresClusterPaths,
  postgresClusterPaths,
  postgresProgramFolder,
  type RunningCluster,
} from './postgres-cluster.ts'

export type EmbeddedPostgres = {
  /**
   * URL of the database `tandem`. The user in the URL is the owner of the database, who is not a superuser.
   */
  url: string
  /** Stops the server, unless other processes use it. Returns after `within` milliseconds at the latest. */
  stop(within?: number): Promise<void>
}

export type EmbeddedPostgresOptions = {
  dataDir: string
  log: { warn(message: string): void }
  /** If false, commits do not wait for the disk, so a crash may lose data. Only tests set it to false. */
  durable?: boolean
}

/**
 * Connects to the PostgreSQL of `dataDir`, and creates or starts it if needed. PostgreSQL runs detached:
 * Ctrl+C stops only Node, which stops the database last. After a `kill -9` of Node, the next start connects
 * to the same PostgreSQL. If PostgreSQL crashes, it is restarted at the same address. Each process holds a
 * shared advisory lock. The process that gets the exclusive lock is the last one and stops PostgreSQL.
 */
export async function connectOrStartEmbedded(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir)
  await mkdir(dataDir, { recursive: true, mode: 0o711 })
  const cluster = postgresClusterPaths(dataDir)
  const user = resolveDatabaseUser(cluster.folder, postgresProgramFolder)
  await initializeCluster(cluster, user)
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

  /**
   * Stops the server, unless other processes use it. If the server has crashed and this process is reconnecting,
   * waits for the new connection first. Only an advisory lock on this connection shows whether other processes use
   * the server.
   */
  async function stop(deadline: number): Promise<void> {
    await Promise.race([rejoining, until(deadline - stopsWithin)])
    isStopping = true
    await Promise.race([rejoining, until(deadline - stopsWithin / 2)])
    const running = findRunningCluster(cluster)
    if (running?.isReady === false) await stopCluster(running.pid, cluster, deadline)
    else await release(hold, cluster, deadline)
  }

  async function attach(port?: number): Promise<Hold> {
    const deadline = Date.now() + startsWithin
    while (Date.now() < deadline && !isStopping) {
      const found = findRunningCluster(cluster)
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
      // Stop the server that this process has just started, because no other process uses it.
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

/** Milliseconds to wait for the start. This is enough to replay a full write-ahead log on a slow disk. */
const startsWithin = 180_000

const useLock = 7_263_341
const setUpLock = 7_263_342

/**
 * Connects to a running server. Returns null while the server is starting or stopping; the caller then
 * retries.
 */
async function join(running: RunningCluster, cluster: PostgresClusterPaths): Promise<Hold | null> {
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

/**
 * Returns true if a retry can succeed, because the connection broke, or the server is starting or stopping.
 */
function isPassing(error: unknown): boolean {
  const code = codeOf(error)
  if (code === null) return error instanceof Error && /terminated|ended/i.test(error.message)
  return ['57P01', '57P02', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(code)
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error ? String(error.code) : null
}

/**
 * Writes the address of the database to a file, for admins and tools that inspect the database. The file is
 * replaced atomically, so it can be read at any time.
 */
function noteAddress(cluster: PostgresClusterPaths, address: { url: string; pid: number }): void {
  const draft = `${cluster.address}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(address)}\n`, { mode: 0o600 })
  renameSync(draft, cluster.address)
}

async function release(hold: Hold, cluster: PostgresClusterPaths, deadline: number): Promise<void> {
  // Also stop a server that does not answer this query, because it does not answer any process.
  const isLast = await Promise.race([isLastUser(hold.client), until(deadline - stopsWithin)])
  if (isLast !== false) await stopCluster(hold.pid, cluster, deadline)
  await Promise.race([hold.client.end().catch(() => {}), until(deadline)])
}

/** Milliseconds of the stop time that are reserved for sending signals to the server. */
const stopsWithin = 3000

function until(moment: number): Promise<void> {
  return pause(Math.max(0, moment - Date.now()), undefined, { ref: false })
}

/**
 * Releases the shared lock of this process and tries to get the exclusive lock. Returns true if no other process uses
 * the server. No process can connect while the exclusive lock is held, so stopping the server disconnects nobody.
 */
async function isLastUser(client: pg.Client): Promise<boolean> {
  try {
    await client.query('select pg_advisory_unlock_shared($1)', [useLock])
    return await isGranted(client, 'pg_try_advisory_lock', useLock)
  } catch {
    // The connection is lost. Do not stop the server: it is either stopping already, or other processes may use
    // it.
    return false
  }
}

/**
 * Stops the database server cleanly. After the deadline, the server is killed; the next start then restores
 * the committed data.
 */
async function stopCluster(pid: number, cluster: PostgresClusterPaths, deadline: number): Promise<void> {
  await rm(cluster.address, { force: true })
  const isRunning = () => findRunningCluster(cluster)?.pid === pid
  for (const [signal, until] of [
    ['SIGINT', deadline - 1500],
    ['SIGQUIT', deadline - 500],
    // Send SIGKILL in the end, because a process that is suspended, or blocked by a disk, reacts to no other signal.
    ['SIGKILL', deadline],
  ] as const) {
    if (isRunning()) process.kill(pid, signal)
    while (isRunning() && Date.now() < until) await pause(10)
  }
}
