import type { ServerProcess } from '../support/server-process.ts'
import { startChild } from './child.ts'
import { percentile, type Row } from './report.ts'

const loads = [
  { documents: 50, updates: 1500 },
  { documents: 200, updates: 300 },
]
const rounds = 5

/** Updates that writers of many documents get acknowledged in a second: durably here, from memory by a Hocuspocus that stores nothing. */
export async function measureDocuments(server: ServerProcess): Promise<Row[]> {
  const serving = startChild('./documents-server.ts', [server.databaseUrl])
  try {
    const addresses = await serving.hear<{ durable: string; bare: string }>()
    const rows: Row[] = []
    for (const load of loads) {
      const pairs: Pair[] = []
      for (let round = 0; round < rounds; round++) {
        const bare = await rateOf(addresses.bare, load)
        pairs.push({ bare, durable: await rateOf(addresses.durable, load) })
      }
      rows.push(rowOf(load, pairs))
    }
    return rows
  } finally {
    await serving.end()
  }
}

async function rateOf(url: string, load: { documents: number; updates: number }): Promise<number> {
  const writing = startChild('./documents-sockets.ts')
  try {
    return (await writing.ask<{ perSecond: number }>({ url, ...load })).perSecond
  } finally {
    await writing.end()
  }
}

/** Measured right after one another, so that whatever else the machine does slows both. */
interface Pair {
  bare: number
  durable: number
}

function rowOf({ documents, updates }: { documents: number; updates: number }, pairs: Pair[]): Row {
  const middle = (of: (pair: Pair) => number) => percentile(pairs.map(of), 0.5)
  const ratio = middle(({ durable, bare }) => durable / bare)
  return {
    what: `document updates, ${documents} × ${updates.toLocaleString('en')}`,
    value: `${perSecond(middle((pair) => pair.durable))} durable`,
    baseline: `stores nothing ${perSecond(middle((pair) => pair.bare))}: × ${ratio.toFixed(2)}`,
    budget: '× 0.8',
    verdict: ratio >= 0.8,
  }
}

function perSecond(rate: number): string {
  return `${Math.round(rate).toLocaleString('en')}/s`
}
