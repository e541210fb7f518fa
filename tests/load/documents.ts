import { setTimeout as pause } from 'node:timers/promises'
import { serverNodeOptions } from '../../scripts/project.mjs'
import type { ServerProcess } from '../support/server-process.ts'
import { type MeasuredChildProcess, startChild } from './child.ts'
import { type LoadReportRow, milliseconds, percentile } from './report.ts'

const loads = [
  { documents: 50, updates: 1500 },
  { documents: 200, updates: 300 },
]
const rounds = 3

/**
 * Measures acknowledged updates per second over many documents. Our server stores each update durably; the
 * baseline is a Hocuspocus that only uses memory.
 */
export async function measureDocumentUpdateRate(server: ServerProcess): Promise<LoadReportRow[]> {
  const serving = startChild('./documents-server.ts', [server.databaseUrl], serverNodeOptions)
  try {
    const addresses = await serving.hear<{ durable: string; bare: string }>()
    const rows: LoadReportRow[] = []
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

/**
 * Measures how long an update takes from one client to another client with the same document, without a
 * browser. One server stores each update before it sends it, the other server does not, so the difference is
 * the cost of storing. Twenty pairs of clients send ten updates per second each.
 */
async function measureWay({ durable, bare }: { durable: string; bare: string }): Promise<LoadReportRow> {
  const timesOf = async (url: string) => {
    const typing = startChild('./documents-sockets.ts')
    try {
      return (await typing.ask<{ times: number[] }>({ url, documents: 20, updates: 80, wants: 'carets' }))
        .times
    } finally {
      await typing.end()
    }
  }
  const pairs: { bare: number[]; durable: number[] }[] = []
  for (let round = 0; round < rounds; round++)
    pairs.push({ bare: await timesOf(bare), durable: await timesOf(durable) })
  const p99 = (which: 'bare' | 'durable') =>
    percentile(
      pairs.map((pair) => percentile(pair[which], 0.99)),
      0.5,
    )
  const p50 = (which: 'bare' | 'durable') =>
    percentile(
      pairs.map((pair) => percentile(pair[which], 0.5)),
      0.5,
    )
  const ratio = percentile(
    pairs.map((pair) => percentile(pair.bare, 0.99) / percentile(pair.durable, 0.99)),
    0.5,
  )
  return {
    what: 'an update to the other of a pair, 20 pairs × 10/s, without browsers',
    value: `p50 ${milliseconds(p50('durable'))}, p99 ${milliseconds(p99('durable'))} durable`,
    baseline: `stores nothing p50 ${milliseconds(p50('bare'))}, p99 ${milliseconds(p99('bare'))}: × ${ratio.toFixed(2)}`,
  }
}

const opened = { documents: 500, editors: 3 }

/**
 * Measures the server's memory for documents with two pages of text that three people have open, each on
 * their own socket.
 */
async function measureOpen(serving: MeasuredChildProcess, url: string): Promise<LoadReportRow> {
  const memory = () => serving.ask<{ rss: number; held: number }>({ wants: 'memory' })
  const opening = startChild('./documents-sockets.ts')
  try {
    const before = await memory()
    await opening.ask({ url, ...opened, updates: 0, wants: 'open' })
    const after = await memory()
    const perDocument = (of: 'rss' | 'held') => (after[of] - before[of]) / opened.documents / 1024
    return {
      what: `${opened.documents} documents open with ${opened.editors} editors each, memory of one`,
      value: `${perDocument('rss').toFixed(0)} KB`,
      baseline: `${perDocument('held').toFixed(0)} KB of them in use`,
      budget: '300 KB',
      verdict: perDocument('rss') <= 300,
    }
  } finally {
    await opening.end()
  }
}

/** Measures the latency to other clients, and the memory of open documents. */
export async function measureOpenDocuments(server: ServerProcess): Promise<LoadReportRow[]> {
  const serving = startChild('./documents-server.ts', [server.databaseUrl], serverNodeOptions)
  try {
    const addresses = await serving.hear<{ durable: string; bare: string }>()
    return [await measureWay(addresses), await measureOpen(serving, addresses.durable)]
  } finally {
    await serving.end()
  }
}

interface Cost {
  perSecond: number
  /**
   * The server's CPU time per update in microseconds. Other work on the machine does not affect this time.
   */
  computing: number
}

/**
 * Waits until the server has merged the updates of closed documents, so that the merge does not affect the
 * next measurement.
 */
async function atRest(serving: MeasuredChildProcess): Promise<void> {
  const computed = async () => (await serving.ask<{ microseconds: number }>({})).microseconds
  for (let last = await computed(); ; ) {
    await pause(500)
    const now = await computed()
    if (now - last < 25_000) return
    last = now
  }
}

async function costOf(
  serving: MeasuredChildProcess,
  url: string,
  load: { documents: number; updates: number },
): Promise<Cost> {
  const writing = startChild('./documents-sockets.ts')
  try {
    await atRest(serving)
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

/**
 * The costs of the bare and of the durable server. They are measured directly after one another, so that other work on
 * the machine slows both.
 */
interface Pair {
  bare: Cost
  durable: Cost
}

function rowOf({ documents, updates }: { documents: number; updates: number }, pairs: Pair[]): LoadReportRow {
  const middle = (of: (pair: Pair) => number) => percentile(pairs.map(of), 0.5)
  const ratio = middle(({ durable, bare }) => durable.perSecond / bare.perSecond)
  return {
    what: `document updates, ${documents} × ${updates.toLocaleString('en')}`,
    value: `${written(middle, (pair) => pair.durable)} durable`,
    baseline: `stores nothing ${written(middle, (pair) => pair.bare)}: × ${ratio.toFixed(2)}`,
    budget: '× 0.9',
    verdict: ratio >= 0.9,
  }
}

function written(middle: (of: (pair: Pair) => number) => number, which: (pair: Pair) => Cost): string {
  const rate = Math.round(middle((pair) => which(pair).perSecond))
  return `${rate.toLocaleString('en')}/s (${middle((pair) => which(pair).computing).toFixed(0)} µs CPU)`
}
