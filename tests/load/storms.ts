import { setTimeout as pause } from 'node:timers/promises'
import { type ApiClient, runSql, signUp } from '../support/api-client.ts'
import { addMember } from '../support/cast.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { startChild } from './child.ts'
import { milliseconds, percentile, type Row } from './report.ts'

const people = 20
const rounds = 3
const frames = 20_000
const tabs = 400
/** Milliseconds that a storm may make somebody else wait longer. */
const mostMore = 50

/**
 * How much longer somebody else waits for an answer while one socket sends a storm of frames, and while many tabs open one board. The
 * storms come from a process of their own. In turns with them the same caller asks in quiet, for as long: whatever else the machine does makes
 * both wait.
 */
export async function measureStorms(
  server: ServerProcess,
  person: ApiClient,
  workspace: { id: string; slug: string },
): Promise<Row[]> {
  const project = await person.call('createProject', {
    params: { slug: workspace.slug },
    body: { name: 'Stormy', identifier: 'STORM' },
  })
  const cookies = await membersOf(server, workspace.id)
  const storming = startChild('./storm-sockets.ts')
  const rows: Row[] = []
  try {
    const wish = { url: server.url, cookies, workspace: workspace.slug, place: `project:${project.id}` }
    for (const [kind, count, what] of [
      ['subscribe', frames, `sockets send ${frames.toLocaleString('en')} subscribe frames each`],
      ['presence', tabs, `${tabs} tabs open one board`],
    ] as const) {
      await waitsDuring(person, () => pause(500))
      const [quiet, stormy]: [number[], number[]] = [[], []]
      for (let round = 0; round < rounds; round++) {
        const began = performance.now()
        stormy.push(...(await waitsDuring(person, () => storming.ask({ kind, count, ...wish }))))
        const lasted = performance.now() - began
        quiet.push(...(await waitsDuring(person, () => pause(lasted))))
      }
      rows.push(rowOf(what, quiet, stormy))
    }
    return rows
  } finally {
    await storming.end()
  }
}

/** How long each of somebody's calls takes, one after the other, until `work` is done. */
async function waitsDuring(person: ApiClient, work: () => Promise<unknown>): Promise<number[]> {
  const waits: number[] = []
  let isOver = false
  const working = work().finally(() => {
    isOver = true
  })
  do {
    const asked = performance.now()
    await person.call('getMe', {})
    waits.push(performance.now() - asked)
    // Below the rate that one session is allowed.
    await pause(25)
  } while (!isOver)
  await working
  return waits
}

function rowOf(what: string, quiet: number[], stormy: number[]): Row {
  const more = Math.max(...stormy) - Math.max(...quiet)
  return {
    what: `others wait longer while ${what}`,
    value: `p99 ${milliseconds(percentile(stormy, 0.99))}, longest ${milliseconds(Math.max(...stormy))}`,
    baseline: `in quiet ${milliseconds(percentile(quiet, 0.99))}, ${milliseconds(Math.max(...quiet))}: ${milliseconds(more)} more`,
    budget: `longest ${mostMore} ms more`,
    verdict: more <= mostMore,
  }
}

async function membersOf(server: ServerProcess, workspaceId: string): Promise<string[]> {
  const cookies: string[] = []
  for (let at = 0; at < people; at++) {
    const email = `stormy-${at}@example.com`
    await runSql(server.databaseUrl, 'delete from users where email = $1', [email])
    const person = await signUp(server, email)
    await addMember(server, workspaceId, person.id, 20)
    cookies.push(person.cookie)
  }
  return cookies
}
