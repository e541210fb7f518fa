import { runRandomOperations } from '../support/history/run.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import type { LoadReportRow } from './report.ts'

const minutes = 3
const operations = 1000

/**
 * Runs series of random operations one after the other, each series with its own seed, on two servers with
 * one database. One of the servers is killed repeatedly.
 */
export async function checkRandomHistories(server: ServerProcess): Promise<LoadReportRow[]> {
  const env = { DATABASE_URL: server.databaseUrl }
  let other = await startServerProcess(server.dataDir, env)
  const seeds: number[] = []
  const broken = new Set<number>()
  const sums = { operations: 0, changes: 0, messages: 0, violations: 0 }
  const end = Date.now() + minutes * 60_000
  try {
    while (Date.now() < end) {
      const seed = Math.floor(Math.random() * 1e6)
      seeds.push(seed)
      const report = await runRandomOperations({
        seed,
        operations,
        writers: 6,
        databaseUrl: server.databaseUrl,
        servers: [server.url, other.url],
        async restart() {
          await other.killEverything()
          other = await startServerProcess(server.dataDir, { ...env, PORT: new URL(other.url).port })
        },
      })
      sums.operations += report.operations
      sums.changes += report.changes
      sums.messages += report.messages
      sums.violations += report.violations.length
      if (report.violations.length > 0) broken.add(seed)
      for (const violation of report.violations) console.log(`seed ${seed}: ${violation}`)
    }
  } finally {
    await other.killEverything()
  }
  return [
    {
      what: `history of ${sums.operations.toLocaleString('en')} operations, seeds ${seeds.join(', ')}`,
      value: `${sums.violations} violations${broken.size > 0 ? ` by seeds ${[...broken].join(', ')}` : ''}`,
      baseline: `${sums.changes.toLocaleString('en')} changes, ${sums.messages.toLocaleString('en')} messages`,
      budget: '0',
      verdict: sums.violations === 0,
    },
  ]
}
