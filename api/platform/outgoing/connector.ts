import { lookup } from 'node:dns/promises'
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { createFairQueue } from '../concurrency/fair-queue.ts'
import { createAddressFilter } from './address-filter.ts'
import { ExternalResourceUnreadable } from './unreadable.ts'

export interface ConnectorSettings {
  /** Networks (CIDR) to which connections are allowed although they are private. */
  reachable: readonly string[]
  resolve?: (host: string) => Promise<string[]>
}

/** Connects to the host of a URL. Throws `ExternalResourceUnreadable` if that is not possible or not allowed. */
export type Connector = (url: URL, signal: AbortSignal) => Promise<Socket>

/** Milliseconds to wait for a connection to one address of a host. */
const connectPatience = 3_000

/**
 * Returns a function that connects to a host. The function resolves the host once and connects to the
 * resolved address, so that a later change of the DNS record has no effect. The address of the peer is
 * checked before anything is sent.
 */
export function createConnector({ reachable, resolve = lookUp }: ConnectorSettings): Connector {
  const isReachable = createAddressFilter(reachable)
  // Limit parallel DNS lookups, because they occupy the few threads that file access and password hashing
  // also need.
  const queue = createFairQueue({ atOnce: 2, atOncePerPerson: 1 })
  const addressesOf = (host: string, signal: AbortSignal) =>
    queue.pass(domainOf(host), async () => (signal.aborted ? [] : resolve(host)))

  /** Connects to the first address of the host that answers. */
  return async ({ hostname, port, protocol }, signal) => {
    const host = hostname.replace(/^\[|\]$/g, '')
    const addresses = isIP(host) ? [host] : await before(signal, addressesOf(host, signal))
    for (const address of addresses.filter(isReachable)) {
      const socket = await opened(address, Number(port || ports[protocol]), signal)
      if (socket !== null && isReachable(socket.remoteAddress ?? '')) return secured(socket, host, protocol)
      socket?.destroy()
    }
    throw new ExternalResourceUnreadable(`The server ${host} cannot be reached.`)
  }
}

/**
 * Returns approximately the registered domain of a host. The queue treats all hosts of one domain as one
 * user, because the owner of a domain can create any number of host names.
 */
function domainOf(host: string): string {
  return host.split('.').slice(-2).join('.').toLowerCase()
}

async function lookUp(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address)
}

const ports: Record<string, number> = { 'http:': 80, 'https:': 443 }

/**
 * Returns the result of `work`, but rejects as soon as the signal aborts. This also works for tasks that cannot
 * be cancelled, such as a DNS lookup.
 */
function before<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => late.reject(signal.reason), { once: true })
  return Promise.race([work, late.promise])
}

/** Opens a connection. Returns null if no server answers. */
function opened(address: string, port: number, signal: AbortSignal): Promise<Socket | null> {
  const socket = connect({ host: address, port })
  signal.addEventListener('abort', () => socket.destroy(), { once: true })
  socket.setTimeout(connectPatience, () => socket.destroy())
  return new Promise((resolve) => {
    socket.once('connect', () => {
      socket.setTimeout(0)
      resolve(socket)
    })
    socket.on('error', () => resolve(null))
    socket.once('close', () => resolve(null))
  })
}

async function secured(socket: Socket, host: string, protocol: string): Promise<Socket> {
  if (protocol === 'http:') return socket
  const secure = connectTls({ socket, host, ...(isIP(host) === 0 && { servername: host }) })
  return new Promise((resolve, reject) => {
    secure.once('secureConnect', () => resolve(secure))
    secure.once('close', () => reject(new ExternalResourceUnreadable('The connection ended.')))
    secure.on('error', reject)
  })
}
