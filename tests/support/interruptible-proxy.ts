import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'
import { buildTcpUrl } from './postgres.ts'

/**
 * A TCP proxy in front of a database. One server can lose the database while the other servers of the run
 * continue to use it.
 */
export interface InterruptibleDatabaseProxy {
  /** The URL of the database through the proxy. */
  url: string
  /** Ends every connection and refuses new ones. */
  shut(): Promise<void>
  /** Keeps connections open but forwards no data, like an unreachable host. */
  hang(): void
  /**
   * Waits for a connection that sends `text`, and ends it when it sends its commit. With `lost`, the
   * database does not receive the commit. With `followed`, the database executes the commit, but its answer
   * is lost.
   */
  breakAtCommit(text: string, order: 'lost' | 'followed'): void
  /** Returns how often a client has sent data after an answer of the database, over all connections. */
  countRoundTrips(): number
  open(): Promise<void>
  close(): Promise<void>
}

export async function startInterruptibleProxy(databaseUrl: string): Promise<InterruptibleDatabaseProxy> {
  const target = new URL(buildTcpUrl(databaseUrl))
  const pairs = new Set<[Socket, Socket]>()
  let hangs = false
  let roundTrips = 0
  let breaking: { text: string; order: 'lost' | 'followed'; at: Socket | null } | null = null
  const gate = createServer((here) => {
    const there = connect(Number(target.port), target.hostname)
    const pair: [Socket, Socket] = [here, there]
    pairs.add(pair)
    let isAnswered = true
    here.on('data', () => {
      if (isAnswered) roundTrips++
      isAnswered = false
    })
    there.on('data', () => {
      isAnswered = true
    })
    const passOn = (from: Socket, to: Socket) => {
      from.on('data', (chunk) => hangs || to.destroyed || to.write(chunk))
      from.on('error', () => {})
      from.on('close', () => {
        to.destroy()
        pairs.delete(pair)
      })
    }
    here.on('data', (chunk) => {
      if (breaking === null) return
      if (breaking.at === null && chunk.includes(breaking.text)) breaking.at = here
      if (breaking.at !== here || !chunk.includes(commit)) return
      if (breaking.order === 'lost') there.destroy()
      else there.prependOnceListener('data', () => void here.destroy())
      breaking = null
    })
    passOn(here, there)
    passOn(there, here)
  })
  const listen = (port: number) => new Promise<void>((done) => void gate.listen(port, '127.0.0.1', done))
  await listen(0)
  const { port } = gate.address() as AddressInfo

  async function shut(): Promise<void> {
    const closed = new Promise((done) => gate.close(done))
    for (const [here, there] of pairs) {
      here.destroy()
      there.destroy()
    }
    await closed
  }

  return {
    url: Object.assign(new URL(target), { port }).href,
    shut,
    hang() {
      hangs = true
    },
    breakAtCommit(text, order) {
      breaking = { text, order, at: null }
    },
    countRoundTrips: () => roundTrips,
    async open() {
      hangs = false
      if (!gate.listening) await listen(port)
    },
    async close() {
      if (gate.listening) await shut()
    },
  }
}

/** The driver sends the commit as a simple query, which ends with a zero byte. */
const commit = 'commit\0'
