import type { ServerProcess } from '../support/server-process.ts'
import { type Child, startChild } from './child.ts'
import { percentile, type Row } from './report.ts'

const loads = [
  { documents: 50, updates: 1500 },
  { documents: 200, updates: 300 },
]
const rounds = 3

/** Updates that writers of many documents get acknowledged in a second: durably here, from memory by a Hocuspocus that stores nothing. */
export async function measureDocuments(server: ServerProcess): Promise<Row[]> {
  const serving = startChild('./documents-server.ts', [server.databaseUrl])
  try {
    const addresses = await serving.hear<{ durable: string; bare: string }>()
    const rows: Row[] = []
    for (const load of loads) {
      const pairs: Pair[] = []
      for (let round = 0; round < rounds; round++) {
        const bare = await costOf(serving, addresses.bare, load)
        pairs.push({ bare, durable: await costOf(serving, addresses.durable, load) })
      }
      rows.push(rowOf(load, pairs))
    }
    return rows
  } finally {
    await serving.end()
  }
}

interface Cost {
  perSecond: number
  /** Microseconds of the server's computing for one update, which other work on the machine does not touch. */
  computing: number
}

async function costOf(
  serving: Child,
  url: string,
  load: { documents: number; updates: number },
): Promise<Cost> {
  const writing = startChild('./documents-sockets.ts')
  try {
    const before = await serving.ask<{ microseconds: number }>({})
    const { perSecond } = await writing.ask<{ perSecond: number }>({ url, ...load })
    const after = await serving.ask<{ microseconds: number }>({})
    return {
      perSecond,
      computing: (after.microseconds - before.microseconds) / (load.documents * load.updates),
    }
  } finally {
    await writing.end()
  }
}

/** Measured right after one another, so that whatever else the machine does slows both. */
interface Pair {
  bare: Cost
  durable: Cost
}

function rowOf({ documents, updates }: { documents: number; updates: number }, pairs: Pair[]): Row {
  const middle = (of: (pair: Pair) => number) => percentile(pairs.map(of), 0.5)
  const ratio = middle(({ durable, bare }) => durable.perSecond / bare.perSecond)
  return {
    what: `document updates, ${documents} × ${updates.toLocaleString('en')}`,
    value: `${written(middle, (pair) => pair.durable)} durable`,
    baseline: `stores nothing ${written(middle, (pair) => pair.bare)}: × ${ratio.toFixed(2)}`,
    budget: '× 0.8',
    verdict: ratio >= 0.8,
  }
}

function written(middle: (of: (pair: Pair) => number) => number, which: (pair: Pair) => Cost): string {
  const rate = Math.round(middle((pair) => which(pair).perSecond))
  return `${rate.toLocaleString('en')}/s (${middle((pair) => which(pair).computing).toFixed(0)} µs CPU)`
}
