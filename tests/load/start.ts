import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../support/free-port.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { type LoadReportRow, percentile } from './report.ts'

const project = resolve(import.meta.dirname, '../..')

/**
 * Measures the time from `npm start` to the first response, with an existing data folder and a finished
 * installation and build.
 */
export async function measureStartupTime(dataDir: string): Promise<LoadReportRow> {
  const times: number[] = []
  for (let at = 0; at < 3; at++) times.push(await startOnce(dataDir))
  const value = percentile(times, 0.5)
  return {
    what: 'start to ready, second start',
    value: `${(value / 1000).toFixed(2)} s`,
    baseline: `of three: ${times.map((time) => (time / 1000).toFixed(2)).join(', ')}`,
    budget: '3 s',
    verdict: value <= 3000,
  }
}

async function startOnce(dataDir: string): Promise<number> {
  const port = await freePort()
  const started = performance.now()
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: project,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    stdio: 'ignore',
  })
  while (!(await isReady(`http://127.0.0.1:${port}/readyz`))) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    await pause(5)
  }
  const time = performance.now() - started
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
  return time
}

async function isReady(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** Measures the memory of the idle server process, without PostgreSQL. */
export async function measureMemory({ pid }: ServerProcess): Promise<LoadReportRow> {
  await pause(5000)
  const samples: number[] = []
  for (let at = 0; at < 5; at++) {
    samples.push(await residentMegabytes(pid))
    await pause(200)
  }
  const value = percentile(samples, 0.5)
  return {
    what: 'memory, idle, without the database',
    value: `${value.toFixed(0)} MB`,
    budget: '200 MB',
    verdict: value <= 200,
  }
}

/** Returns the resident memory of a process in megabytes. */
export async function residentMegabytes(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
  return Number(stdout) / 1024
}
