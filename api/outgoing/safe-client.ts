import { lookup } from 'node:dns/promises'
import { type IncomingMessage, request } from 'node:http'
import { connect, isIP, type Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { reachableBy } from './reachable.ts'

export interface Wanted {
  /** Content types, without parameters. */
  types: readonly string[]
  /** Bytes, unpacked; what is longer is cut off there. */
  most: number
}

export interface Read {
  /** Where it was in the end. */
  url: string
  type: string
  charset: string | null
  bytes: Buffer
  isCut: boolean
}

/** Why nothing was read: a matter of that address, and nothing that is wrong here. */
export class Unreadable extends Error {}

/** Reads what people name, from where nothing can be reached that is not open to everybody. */
export interface SafeClient {
  /** Throws `Unreadable`. */
  read(address: string, wanted: Wanted): Promise<Read>
}

interface Settings {
  /** Networks (CIDR) that may be reached although they are not public. */
  reachable: readonly string[]
  resolve?: (host: string) => Promise<string[]>
}

/** Milliseconds for all of it, with redirects and the body; and for one of several addresses of a host. */
const patience = 10_000
const connectPatience = 3_000
const mostRedirects = 4

/**
 * A host's address is looked up here and then connected to as it is: what the name leads to a moment later does not matter. Nothing is sent
 * before the connection's own other end was looked at, and each redirect begins anew.
 */
export function createSafeClient({ reachable, resolve = lookUp }: Settings): SafeClient {
  const isReachable = reachableBy(reachable)

  /** The first of a host's addresses that may be reached and answers. */
  async function socketTo({ hostname, port, protocol }: URL, signal: AbortSignal): Promise<Socket> {
    const host = hostname.replace(/^\[|\]$/g, '')
    const addresses = isIP(host) ? [host] : await before(signal, resolve(host))
    for (const address of addresses.filter(isReachable)) {
      const socket = await opened(address, Number(port || ports[protocol]), signal)
      if (socket !== null && isReachable(socket.remoteAddress ?? '')) return secured(socket, host, protocol)
      socket?.destroy()
    }
    throw new Unreadable(`${host} cannot be reached`)
  }

  async function readOn(url: URL, wanted: Wanted, signal: AbortSignal, redirects: number): Promise<Read> {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Unreadable('not a web page')
    const answer = await ask(url, await socketTo(url, signal), wanted, signal)
    try {
      const next = redirectOf(answer, url)
      if (next === null) return { url: url.href, ...(await wholeOf(answer, wanted)) }
      if (redirects === 0) throw new Unreadable('too many redirects')
      answer.destroy()
      return await readOn(next, wanted, signal, redirects - 1)
    } finally {
      answer.destroy()
    }
  }

  return {
    async read(address, wanted) {
      const url = URL.parse(address)
      if (url === null) throw new Unreadable('not an address')
      try {
        return await readOn(url, wanted, AbortSignal.timeout(patience), mostRedirects)
      } catch (error) {
        if (error instanceof Unreadable) throw error
        throw new Unreadable(error instanceof Error ? error.message : String(error))
      }
    },
  }
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

function ask(
  { host, pathname, search }: URL,
  socket: Socket,
  { types }: Wanted,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asking = request({
      createConnection: () => socket,
      path: pathname + search,
      signal,
      headers: {
        host,
        accept: `${types.join(', ')}, */*;q=0.1`,
        'accept-encoding': 'gzip, deflate, br',
        'accept-language': 'en, *;q=0.5',
        'user-agent': 'Mozilla/5.0 (compatible; Tandem)',
        connection: 'close',
      },
    })
    asking.on('error', reject)
    asking.on('response', resolve)
    asking.end()
  })
}

/** Null for an answer that is none. */
function redirectOf({ statusCode = 0, headers: { location } }: IncomingMessage, from: URL): URL | null {
  if (statusCode < 300 || statusCode >= 400 || location === undefined) return null
  const next = URL.parse(location, from)
  if (next === null) throw new Unreadable('a redirect to nowhere')
  return next
}

async function wholeOf(answer: IncomingMessage, { types, most }: Wanted): Promise<Omit<Read, 'url'>> {
  if (answer.statusCode !== 200) throw new Unreadable(`answered ${answer.statusCode}`)
  const { type, charset } = contentType(answer.headers['content-type'])
  if (!types.includes(type)) throw new Unreadable(`of type ${type}`)
  return { type, charset, ...(await bodyOf(answer, most)) }
}

/** Of what is unpacked no more is made than is wanted, whatever it would become. */
async function bodyOf(answer: IncomingMessage, most: number): Promise<Pick<Read, 'bytes' | 'isCut'>> {
  const unpacked = unpack(answer)
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      length += chunk.length
      if (length > most) break
    }
  } finally {
    unpacked.destroy()
  }
  return { bytes: Buffer.concat(chunks).subarray(0, most), isCut: length > most }
}

function unpack(answer: IncomingMessage): Readable {
  const encoding = answer.headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  if (encoding === 'identity') return answer
  const make = unpackers[encoding]
  if (make === undefined) throw new Unreadable(`packed by ${encoding}`)
  const unpacked = make()
  answer.on('error', (error) => unpacked.destroy(error))
  answer.on('close', () => answer.complete || unpacked.destroy(new Unreadable('the connection ended')))
  return answer.pipe(unpacked)
}

const unpackers: Record<string, (() => ReturnType<typeof createGunzip>) | undefined> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress(),
}

function contentType(header = ''): { type: string; charset: string | null } {
  const [type = '', ...parameters] = header.split(';')
  const charset = parameters.map((one) => /^\s*charset="?([\w-]+)"?\s*$/i.exec(one)?.[1]).find((one) => one)
  return { type: type.trim().toLowerCase(), charset: charset ?? null }
}
