import { setTimeout as pause } from 'node:timers/promises'
import { type ApiClient, createSignedInUser, runSql } from '../support/api-client.ts'
import { addMember } from '../support/cast.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { startChild } from './child.ts'
import { type LoadReportRow, milliseconds, percentile } from './report.ts'
import { readLongestEventLoopStall } from './stall.ts'

const people = 20
/**
 * The longest wait depends on chance, so each result is the median of seven storms (bursts of frames or of
 * opened tabs).
 */
const rounds = 7
const frames = 20_000
const tabs = 400
/**
 * Maximum additional waiting time of other users, and maximum time for which the event loop blocks, in
 * milliseconds.
 */
const budgetMs = 50

/**
 * The results of one storm, and of a quiet phase of the same length: how long another person waits for an
 * answer at most, and how long the event loop blocks at most, in milliseconds.
 */
interface Seen {
  stormy: number
  quiet: number
  stall: number
}

/**
 * Measures how much longer others wait for an answer while one socket sends a storm of frames, and while many
 * tabs open one board. The storms run in another process. Alternates storms with equally long quiet phases,
 * so that other work on the machine affects both.
 */
export async function measureRequestStorms(
  server: ServerProcess,
  person: ApiClient,
  workspace: { id: string; slug: string },
): Promise<LoadReportRow[]> {
  const project = await person.call('createProject', {
    params: { slug: workspace.slug },
    body: { name: 'Stormy', identifier: 'STORM' },
  })
  const cookies = await membersOf(server, workspace.id)
  const storming = startChild('./storm-sockets.ts')
  const rows: LoadReportRow[] = []
  try {
    const wish = { url: server.url, cookies, workspace: workspace.slug, place: `project:${project.id}` }
    for (const [kind, count, what] of [
      ['subscribe', frames, `sockets send ${frames.toLocaleString('en')} subscribe frames each`],
      ['presence', tabs, `${tabs} tabs open one board`],
    ] as const) {
      await longestWait(person, () => pause(500))
      const seen: Seen[] = []
      for (let round = 0; round < rounds; round++) {
        await readLongestEventLoopStall(server.url)
        const began = performance.now()
        const stormy = await longestWait(person, () => storming.ask({ kind, count, ...wish }))
        const lasted = performance.now() - began
        const stall = await readLongestEventLoopStall(server.url)
        seen.push({ stormy, stall, quiet: await longestWait(person, () => pause(lasted)) })
      }
      rows.push(rowOf(what, seen))
    }
    return rows
  } finally {
    await storming.end()
  }
}

/** Makes one call of a person after the other until `work` has finished. Returns the longest duration. */
async function longestWait(person: ApiClient, work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let isOver = false
  const working = work().finally(() => {
    isOver = true
  })
  do {
    const asked = performance.now()
    await person.call('getMe', {})
    longest = Math.max(longest, performance.now() - asked)
    // The pause keeps the calls below the rate limit of a session.
    await pause(25)
  } while (!isOver)
  await working
  return longest
}

function rowOf(what: string, seen: Seen[]): LoadReportRow {
  const middle = (of: keyof Seen) =>
    percentile(
      seen.map((one) => one[of]),
      0.5,
    )
  const more = middle('stormy') - middle('quiet')
  const most = Math.max(...seen.map(({ stormy }) => stormy))
  return {
    what: `others wait longer while ${what}`,
    value: `${milliseconds(more)} more, longest stall ${milliseconds(middle('stall'))}`,
    baseline: `waits ${milliseconds(middle('stormy'))}, in quiet ${milliseconds(middle('quiet'))}; worst of ${rounds} storms ${milliseconds(most)}`,
    budget: `${budgetMs} ms each`,
    verdict: more <= budgetMs && middle('stall') <= budgetMs,
  }
}

async function membersOf(server: ServerProcess, workspaceId: string): Promise<string[]> {
  const cookies: string[] = []
  for (let at = 0; at < people; at++) {
    const email = `stormy-${at}@example.com`
    await runSql(server.databaseUrl, 'delete from users where email = $1', [email])
    const person = await createSignedInUser(server, email)
    await addMember(server, workspaceId, person.id, 20)
    cookies.push(person.cookie)
  }
  return cookies
}
