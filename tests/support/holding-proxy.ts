import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

/** A TCP proxy in front of a Tandem server, which simulates a slow server. */
export interface HoldingProxy {
  /** The URL of the server through the proxy. */
  url: string
  /** From now on, the client receives nothing from the server. */
  hold(): void
  /** Sends everything to the client that the server has sent since `hold`. */
  release(): void
  close(): Promise<void>
}

export async function startHoldingProxy(serverUrl: string): Promise<HoldingProxy> {
  const { hostname, port } = new URL(serverUrl)
  const clients = new Set<Socket>()
  let waiting: (() => void)[] | null = null
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname)
    clients.add(client)
    client.on('data', (chunk) => server.destroyed || server.write(chunk))
    const toClient = (task: () => void) => (waiting === null ? task() : waiting.push(task))
    server.on('data', (chunk) => toClient(() => client.destroyed || client.write(chunk)))
    server.on('close', () => toClient(() => client.destroy()))
    client.on('close', () => {
      clients.delete(client)
      server.destroy()
    })
    for (const socket of [client, server]) socket.on('error', () => {})
  })
  await new Promise<void>((done) => void proxy.listen(0, hostname, done))
  return {
    url: `http://${hostname}:${(proxy.address() as AddressInfo).port}`,
    hold() {
      waiting ??= []
    },
    release() {
      const tasks = waiting ?? []
      waiting = null
      for (const task of tasks) task()
    },
    async close() {
      const closed = new Promise((done) => proxy.close(done))
      for (const client of clients) client.destroy()
      await closed
    },
  }
}
