import { setTimeout as pause } from 'node:timers/promises'
import { type ApiClient, createSignedInUser } from '../support/api-client.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { startChild } from './child.ts'
import { type LoadReportRow, milliseconds, percentile } from './report.ts'

const guesses = 100
const rounds = 5
const items = 100
/** The maximum factor by which a list may be slower while passwords are guessed. */
const budget = 2

/**
 * Measures how long other users wait for a list while a hundred wrong passwords arrive at once. Measures
 * guesses for one account and for a hundred accounts.
 */
export async function measurePasswordGuessing(dataDir: string): Promise<LoadReportRow[]> {
  // Each guess comes from a different address, as in a botnet.
  const server = await startServerProcess(dataDir, { TRUSTED_PROXIES: '1' })
  try {
    const list = await listOf(await createSignedInUser(server, 'guessed-beside@example.com'))
    await waits(list, () => pause(1000))
    return [
      await measure(server, list, 'one account', () => 'guessed@example.com'),
      await measure(server, list, 'as many accounts', (at) => `guessed-${at}@example.com`),
    ]
  } finally {
    await server.stop()
  }
}

type List = () => Promise<unknown>

async function listOf(person: ApiClient): Promise<List> {
  const slug = 'guessed'
  await person.call('createWorkspace', { body: { name: 'Guessed', slug } })
  const project = await person.call('createProject', {
    params: { slug },
    body: { name: 'Guessed', identifier: 'GUESS' },
  })
  const params = { slug, project_id: project.id }
  for (let at = 0; at < items; at++)
    await person.call('createWorkItem', { params, body: { name: `Item ${at}` } })
  return () => person.call('listWorkItems', { params })
}

/**
 * Alternates attacks with quiet phases of the same length, so that other work on the machine affects both.
 */
async function measure(
  server: ServerProcess,
  list: List,
  what: string,
  emailOf: (at: number) => string,
): Promise<LoadReportRow> {
  const times = { stormy: [] as number[], quiet: [] as number[] }
  let lasted = 0
  for (let round = 0; round < rounds; round++) {
    const guesser = startChild('./guesses-client.ts')
    try {
      const emails = Array.from({ length: guesses }, (_, at) => emailOf(at))
      await guesser.ask({ url: server.url, emails, network: `198.18.${round}` })
      const began = performance.now()
      times.stormy.push(...(await waits(list, () => guesser.ask({ begin: true }))))
      lasted = performance.now() - began
    } finally {
      await guesser.end()
    }
    times.quiet.push(...(await waits(list, () => pause(lasted))))
  }
  const [stormy, quiet] = [percentile(times.stormy, 0.95), percentile(times.quiet, 0.95)]
  return {
    what: `a list beside ${guesses} wrong passwords at ${what} at once, p95`,
    value: milliseconds(stormy),
    baseline: `in quiet ${milliseconds(quiet)}, ${(stormy / quiet).toFixed(2)} ×`,
    budget: `${budget} ×`,
    verdict: stormy / quiet <= budget,
  }
}

/** Makes one call after the other until `work` has finished. Returns their durations. */
async function waits(list: List, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  let isOver = false
  const working = work().finally(() => {
    isOver = true
  })
  do {
    const asked = performance.now()
    await list()
    times.push(performance.now() - asked)
    await pause(10)
  } while (!isOver)
  await working
  return times
}
