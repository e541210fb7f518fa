import { lookup } from 'node:dns/promises'
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { createFairQueue } from '../concurrency/fair-queue.ts'
import { reachableBy } from './reachable.ts'
import { Unreadable } from './unreadable.ts'

export interface ConnectSettings {
  /** Networks (CIDR) that may be reached although they are not public. */
  reachable: readonly string[]
  resolve?: (host: string) => Promise<string[]>
}

/** Connects to the host of an address, or throws `Unreadable`. */
export type Connect = (url: URL, signal: AbortSignal) => Promise<Socket>

/** Milliseconds for one of several addresses of a host. */
const connectPatience = 3_000

/**
 * A host's address is looked up here and then connected to as it is: what the name leads to a moment later does not matter. Nothing is sent
 * before the connection's own other end was looked at.
 */
export function createConnect({ reachable, resolve = lookUp }: ConnectSettings): Connect {
  const isReachable = reachableBy(reachable)
  // A name whose servers take their time holds one of the few threads that files and passwords need, too.
  const queue = createFairQueue({ atOnce: 2, atOncePerPerson: 1 })
  const addressesOf = (host: string, signal: AbortSignal) =>
    queue.pass(domainOf(host), async () => (signal.aborted ? [] : resolve(host)))

  /** The first of a host's addresses that may be reached and answers. */
  return async ({ hostname, port, protocol }, signal) => {
    const host = hostname.replace(/^\[|\]$/g, '')
    const addresses = isIP(host) ? [host] : await before(signal, addressesOf(host, signal))
    for (const address of addresses.filter(isReachable)) {
      const socket = await opened(address, Number(port || ports[protocol]), signal)
      if (socket !== null && isReachable(socket.remoteAddress ?? '')) return secured(socket, host, protocol)
      socket?.destroy()
    }
    throw new Unreadable(`${host} cannot be reached`)
  }
}

/** Whose names they are, as well as one can tell: whoever has one domain has as many names as they like. */
function domainOf(host: string): string {
  return host.split('.').slice(-2).join('.').toLowerCase()
}

async function lookUp(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address)
}

const ports: Record<string, number> = { 'http:': 80, 'https:': 443 }

/** Looking up a name cannot be called off. */
function before<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => late.reject(signal.reason), { once: true })
  return Promise.race([work, late.promise])
}

/** Null when nobody answers there. */
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
    secure.once('close', () => reject(new Unreadable('the connection ended')))
    secure.on('error', reject)
  })
}
