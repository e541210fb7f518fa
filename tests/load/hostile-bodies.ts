import { setTimeout as pause } from 'node:timers/promises'
import type { ServerProcess } from '../support/server-process.ts'
import { startChild } from './child.ts'
import type { HostileClientResponse } from './hostile-clients.ts'
import { type LoadReportRow, milliseconds, percentile } from './report.ts'
import { readLongestEventLoopStall } from './stall.ts'

const budgetMs = 50

/**
 * Measures how long others wait at most while one person sends, reads and opens texts that are expensive to
 * process.
 */
export async function measureExpensiveTexts({ url, databaseUrl }: ServerProcess): Promise<LoadReportRow[]> {
  const clients = startChild('./hostile-clients.ts')
  try {
    const { jobs } = await clients.ask<HostileClientResponse>({ url, databaseUrl })
    const rows: LoadReportRow[] = []
    for (const job of jobs)
      rows.push(
        await stallDuring(url, `longest stall, ${job}`, () => clients.ask<HostileClientResponse>({ job })),
      )
    return rows
  } finally {
    await clients.end()
  }
}

async function stallDuring(url: string, what: string, work: () => Promise<unknown>): Promise<LoadReportRow> {
  await readLongestEventLoopStall(url)
  let isDone = false
  const working = work().finally(() => {
    isDone = true
  })
  const waits: number[] = []
  while (!isDone) {
    const start = performance.now()
    await (await fetch(`${url}/healthz`)).text()
    waits.push(performance.now() - start)
    await pause(10)
  }
  await working
  const stall = await readLongestEventLoopStall(url)
  return {
    what,
    value: milliseconds(stall),
    baseline: `others wait p50 ${milliseconds(percentile(waits, 0.5))}, at most ${milliseconds(Math.max(...waits))}`,
    budget: `${budgetMs} ms`,
    verdict: stall <= budgetMs,
  }
}
