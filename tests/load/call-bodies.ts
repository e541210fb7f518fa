import type { ServerProcess } from '../support/server-process.ts'
import { startServerProcess } from '../support/server-process.ts'
import type { EventLoopStall } from './call-bodies-client.ts'
import { startChild } from './child.ts'
import { type LoadReportRow, milliseconds } from './report.ts'

const budgetMs = 50
/** The maximum number of calls that are listed separately. */
const mostNamed = 25

/**
 * Measures the longest time for which the event loop is blocked while one person sends the largest bodies
 * that each call accepts or refuses. Uses its own server, because some calls change settings.
 */
export async function measureLargestCallBodies(dataDir: string): Promise<LoadReportRow[]> {
  const server = await startServerProcess(dataDir, { TRUSTED_PROXIES: '1', LOG_LEVEL: 'fatal' })
  try {
    return rowsOf(await stallsOf(server))
  } finally {
    await server.stop()
  }
}

async function stallsOf({ url, databaseUrl }: ServerProcess): Promise<EventLoopStall[]> {
  const client = startChild('./call-bodies-client.ts')
  try {
    return await client.ask<EventLoopStall[]>({ url, databaseUrl })
  } finally {
    await client.end()
  }
}

/**
 * Returns the results of the calls that exceed the budget, at most `mostNamed` of them. If no call exceeds the
 * budget, returns the worst result.
 */
function rowsOf(stalls: EventLoopStall[]): LoadReportRow[] {
  const sorted = stalls.toSorted((one, other) => other.ms - one.ms)
  const missed = sorted.filter(({ ms }) => ms > budgetMs)
  const worst = sorted.slice(0, 1)
  const rows = (missed.length > 0 ? missed : worst).slice(0, mostNamed).map(
    ({ call, what, status, ms }): LoadReportRow => ({
      what: `longest stall, ${call} with ${what}`,
      value: milliseconds(ms),
      baseline: `answered ${status}`,
      budget: `${budgetMs} ms`,
      verdict: ms <= budgetMs,
    }),
  )
  const calls = new Set(stalls.map(({ call }) => call))
  return [
    ...rows,
    {
      what: 'calls whose worst body was sent',
      value: String(calls.size),
      baseline: `${missed.length} bodies above the budget`,
    },
  ]
}
