import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { serverArguments } from '../../scripts/project.mjs'
import { freePort } from './free-port.ts'

export type ServerProcess = {
  url: string
  /** Process id of the server itself, without its PostgreSQL. */
  pid: number
  dataDir: string
  /** The URL of the database, for checks that no REST call offers. */
  databaseUrl: string
  /** Stops the server gracefully. Resolves with the exit code when all processes have ended. */
  stop(): Promise<number | null>
  /** Kills only the server process, without a shutdown. Its PostgreSQL continues to run. */
  kill(): Promise<void>
  /** Kills the server and its PostgreSQL, without a shutdown. */
  killEverything(): Promise<void>
}

const project = resolve(import.meta.dirname, '../..')

/**
 * Starts the server like `npm start`, as a child process with the embedded PostgreSQL of `dataDir`, or with
 * `DATABASE_URL`. Resolves when the server answers.
 */
export async function startServerProcess(
  dataDir: string,
  env: NodeJS.ProcessEnv = {},
): Promise<ServerProcess> {
  const port = Number(env.PORT ?? (await freePort()))
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, serverArguments, {
    cwd: project,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: String(port),
      APP_URL: url,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      // Tests ignore the settings file of the project.
      SETTINGS_FILE: '/dev/null',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = collect(child)
  const end = ended(child)
  // Stop waiting when the child process ends, because another process on the same port may never answer.
  while (!(await Promise.race([answers(url), end]))) {
    if (hasEnded(child))
      throw new Error(`The server ended with ${child.exitCode ?? child.signalCode}.\n${output()}`)
    await pause(20)
  }
  const postgres = env.DATABASE_URL === undefined ? await readEmbeddedPostgres(dataDir) : null
  return {
    url,
    pid: child.pid ?? 0,
    dataDir,
    databaseUrl: env.DATABASE_URL ?? postgres?.url ?? '',
    async stop() {
      child.kill('SIGTERM')
      await ended(child)
      // The output of a failed process is printed, because the test report does not contain it.
      if (child.exitCode !== 0) process.stderr.write(output())
      return child.exitCode
    },
    async kill() {
      child.kill('SIGKILL')
      await ended(child)
    },
    async killEverything() {
      child.kill('SIGKILL')
      if (postgres !== null) process.kill(postgres.pid, 'SIGKILL')
      await ended(child)
    },
  }
}

/**
 * Reads the URL and process id of the embedded PostgreSQL, which a running server has written to its data
 * folder.
 */
export async function readEmbeddedPostgres(dataDir: string): Promise<{ url: string; pid: number }> {
  return JSON.parse(await readFile(join(dataDir, 'postgres.json'), 'utf8'))
}

function collect(child: ChildProcess): () => string {
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      text += chunk
    })
  }
  return () => text
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok
  } catch {
    return false
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

async function ended(child: ChildProcess): Promise<void> {
  if (!hasEnded(child)) await once(child, 'exit')
}
