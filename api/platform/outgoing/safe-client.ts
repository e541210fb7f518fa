import { type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { type ConnectorSettings, createConnector } from './connector.ts'
import { type OutgoingRequest, type ReceivedResponse, sendOutgoingRequest } from './send.ts'
import { ExternalResourceUnreadable } from './unreadable.ts'

export interface FetchLimits {
  /** Accepted content types, without parameters, or `any`. */
  types: readonly string[] | 'any'
  /** Maximum number of bytes of the unpacked response. A longer response is cut off. */
  most: number
  /** Maximum milliseconds of the request, including redirects and the body. The default is 10 seconds. */
  patience?: number
}

export interface FetchedResource {
  /** URL of the response after all redirects. */
  url: string
  type: string
  charset: string | null
  bytes: Buffer
  isCut: boolean
}

/**
 * HTTP client for addresses that users enter. The client connects only to public hosts, so that users cannot
 * reach internal services.
 */
export interface SafeHttpClient {
  /** Fetches a resource. Throws `ExternalResourceUnreadable` if that fails. */
  read(address: string, wanted: FetchLimits): Promise<FetchedResource>
  /** Sends a request without following redirects. Throws `ExternalResourceUnreadable` if no response arrives. */
  send(address: string, what: OutgoingRequest): Promise<ReceivedResponse>
  post(address: string, what: Omit<OutgoingRequest, 'method'>): Promise<ReceivedResponse>
}

const patience = 10_000
const mostRedirects = 4
/** Maximum characters of the reason for a failure, which the network or the other server provides. */
const longestReason = 300

/** Creates the HTTP client. The address of each redirect is checked like the first address. */
export function createSafeHttpClient(settings: ConnectorSettings): SafeHttpClient {
  const connect = createConnector(settings)

  async function readOn(
    url: URL,
    wanted: FetchLimits,
    signal: AbortSignal,
    redirects: number,
  ): Promise<FetchedResource> {
    if (!isWeb(url)) throw new ExternalResourceUnreadable('The address is not a web address.')
    const answer = await sendRequest(url, await connect(url, signal), wanted, signal)
    try {
      const next = redirectOf(answer, url)
      if (next === null) return { url: url.href, ...(await wholeOf(answer, wanted)) }
      if (redirects === 0) throw new ExternalResourceUnreadable('too many redirects')
      answer.destroy()
      return await readOn(next, wanted, signal, redirects - 1)
    } finally {
      answer.destroy()
    }
  }

  async function send(address: string, what: OutgoingRequest): Promise<ReceivedResponse> {
    const url = URL.parse(address)
    if (url === null || !isWeb(url)) throw new ExternalResourceUnreadable('The address is not a web address.')
    return orUnreadable(sendOutgoingRequest(connect, url, what))
  }

  return {
    async read(address, wanted) {
      const url = URL.parse(address)
      if (url === null) throw new ExternalResourceUnreadable('The address is not a web address.')
      return orUnreadable(
        readOn(url, wanted, AbortSignal.timeout(wanted.patience ?? patience), mostRedirects),
      )
    },
    send,
    post: (address, what) => send(address, { ...what, method: 'POST' }),
  }
}

function isWeb({ protocol }: URL): boolean {
  return protocol === 'http:' || protocol === 'https:'
}

async function orUnreadable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof ExternalResourceUnreadable) throw error
    if (error instanceof Error && error.name === 'TimeoutError')
      throw new ExternalResourceUnreadable('The server did not answer in time.')
    // Cut the reason, because a certificate error can list thousands of names that the other server chose.
    const reason = (error instanceof Error ? error.message : String(error)).slice(0, longestReason)
    throw new ExternalResourceUnreadable(`The server could not be reached: ${reason}.`)
  }
}

function sendRequest(
  { host, pathname, search }: URL,
  socket: Socket,
  { types }: FetchLimits,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = request({
      createConnection: () => socket,
      path: pathname + search,
      signal,
      headers: {
        host,
        accept: types === 'any' ? '*/*' : `${types.join(', ')}, */*;q=0.1`,
        'accept-encoding': 'gzip, deflate, br',
        'accept-language': 'en, *;q=0.5',
        'user-agent': 'Mozilla/5.0 (compatible; Tandem)',
        connection: 'close',
      },
    })
    outgoing.on('error', reject)
    outgoing.on('response', resolve)
    outgoing.end()
  })
}

/** Returns the target of a redirect, or null for other responses. Throws if the target is not a valid URL. */
function redirectOf({ statusCode = 0, headers: { location } }: IncomingMessage, from: URL): URL | null {
  if (statusCode < 300 || statusCode >= 400 || location === undefined) return null
  const next = URL.parse(location, from)
  if (next === null) throw new ExternalResourceUnreadable('a redirect to nowhere')
  return next
}

async function wholeOf(
  answer: IncomingMessage,
  { types, most }: FetchLimits,
): Promise<Omit<FetchedResource, 'url'>> {
  const { statusCode: status } = answer
  if (status !== 200) throw new ExternalResourceUnreadable(`The server answered with status ${status}.`)
  const { type, charset } = contentType(answer.headers['content-type'])
  if (types !== 'any' && !types.includes(type))
    throw new ExternalResourceUnreadable('the answer has another type')
  return { type, charset, ...(await bodyOf(answer, most)) }
}

/** Unpacks only as many bytes as requested, which prevents decompression bombs. */
async function bodyOf(
  answer: IncomingMessage,
  most: number,
): Promise<Pick<FetchedResource, 'bytes' | 'isCut'>> {
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
  if (make === undefined) throw new ExternalResourceUnreadable('the answer has an unknown compression')
  const unpacked = make()
  answer.on('error', (error) => unpacked.destroy(error))
  answer.on(
    'close',
    () => answer.complete || unpacked.destroy(new ExternalResourceUnreadable('The connection ended.')),
  )
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
