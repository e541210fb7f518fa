import type { EventEmitter } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { Server } from 'socket.io'
import { type Caller, isExpectedUser } from '#api/access/authenticate.ts'
import { createTokenBucket, type TokenBucket } from '#api/platform/concurrency/token-bucket.ts'
import type { Deps } from '#api/platform/context/deps.ts'
import { liveProtocolVersion } from '#common/platform/live.ts'
import type { Connection, Connections } from '../connections.ts'
import { isAllowedUpgradeOrigin, rejectUpgrade, type UpgradeAuthorization } from '../upgrade.ts'
import type { LiveServer, LiveSocket } from './types.ts'

/** Rate limit for events of a socket. Events above the limit are rejected. */
const events = { burst: 60, per_second: 20 }
/** Rate limit for frames of any kind, including pings. A socket that exceeds the limit is closed. */
const frames = { burst: 200, per_second: 50 }
/**
 * Maximum bytes that are buffered for a slow client. If there are more, the socket is closed. The client then
 * reconnects and subscribes with `since`, the last version that it received.
 */
const mostWaiting = 8 * 1024 * 1024
/**
 * Milliseconds to wait for the client's answer after the server has closed a socket. After that, the socket
 * is destroyed.
 */
const goodbyeMilliseconds = 1_000

interface Visitor {
  caller: Caller
  connection: Connection
  stream: Duplex
  events: TokenBucket
  cut: () => void
}

export interface HubSockets {
  io: LiveServer
  handleUpgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void
  close(): Promise<void>
}

/** Accepts, limits and closes the WebSockets of `/live`. Socket.IO and `hub.ts` handle the events. */
export function createHubSockets(
  { log }: Pick<Deps, 'log'>,
  connections: Connections,
  { allowsOrigin, authenticate }: UpgradeAuthorization,
): HubSockets {
  // Create a separate HTTP server for Socket.IO. It never listens, and only receives upgrades that were
  // admitted.
  const inner = createServer()
  const io: LiveServer = new Server(inner, {
    path: '/live',
    serveClient: false,
    transports: ['websocket'],
    maxHttpBufferSize: 16 * 1024,
    pingInterval: 20_000,
    pingTimeout: 20_000,
    connectTimeout: 10_000,
  })
  const visitors = new Map<IncomingMessage, Visitor>()
  let isClosed = false

  async function admit(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    if (isClosed) return rejectUpgrade(stream, 503)
    // Reject a request with `sid`, which would upgrade a polling session. Polling is not supported.
    if (new URLSearchParams(request.url?.split('?', 2)[1]).has('sid')) return rejectUpgrade(stream, 400)
    if (!isAllowedUpgradeOrigin(request.headers, allowsOrigin)) return rejectUpgrade(stream, 403)
    const caller = await authenticate(request.headers)
    if (caller === null) return rejectUpgrade(stream, 401)
    if (isClosed) return rejectUpgrade(stream, 503)
    const who = { user_id: caller.user.id, session: caller.credential }
    const connection = connections.enter(who, 'live', () => visitors.get(request)?.cut())
    if (connection === null) return rejectUpgrade(stream, 429)
    const cut = () => stream.destroy()
    visitors.set(request, { caller, connection, stream, events: createTokenBucket(events), cut })
    stream.once('close', () => {
      visitors.delete(request)
      connection.leave()
    })
    if (stream.destroyed) stream.emit('close')
    else inner.emit('upgrade', request, stream, head)
  }

  io.engine.on('connection', (raw) => {
    const visitor = visitors.get(raw.request)
    if (visitor === undefined) return raw.close(true)
    limitFrames(raw, raw.request.websocket, visitor.stream)
  })

  io.use((socket, next) => {
    const visitor = visitors.get(socket.request)
    if (visitor === undefined) return next(new Error('unauthenticated'))
    const { protocol = liveProtocolVersion, user_id } = socket.handshake.auth
    if (protocol !== liveProtocolVersion) return next(new Error('unsupported_protocol'))
    if (!isExpectedUser(visitor.caller, user_id)) return next(new Error('unauthenticated'))
    visitor.cut = () => void socket.disconnect(true)
    socket.data = {
      user_id: visitor.caller.user.id,
      // False for API tokens, because they have no admin permissions.
      is_instance_admin: visitor.caller.user.is_instance_admin && visitor.caller.token === null,
      token: visitor.caller.token,
      workspaces: new Map(),
      places: new Set(),
    }
    limitEvents(socket, visitor)
    next()
  })

  return {
    io,
    handleUpgrade(request, stream, head) {
      stream.on('error', () => stream.destroy())
      admit(request, stream, head).catch((error: unknown) => {
        log.error({ err: error }, 'a live socket could not be admitted')
        rejectUpgrade(stream, 503)
      })
    },
    async close() {
      isClosed = true
      await io.close()
      const left = [...visitors.values()]
      setTimeout(() => {
        for (const { stream } of left) stream.destroy()
      }, goodbyeMilliseconds).unref()
    },
  }
}

/** Closes a socket if the client sends too much or reads too slowly. */
function limitFrames(raw: LiveSocket['conn'], websocket: EventEmitter, stream: Duplex): void {
  const sent = createTokenBucket(frames)
  const count = () => {
    if (sent.take()) return
    // Also destroy the stream, which discards frames that were already read.
    raw.close(true)
    stream.destroy()
  }
  raw.on('packet', count)
  // Count WebSocket pings too. Pings bypass Socket.IO, but each ping costs a response.
  websocket.on('ping', count)
  let waiting = 0
  raw.on('packetCreate', ({ data }: { data?: string | Buffer }) => {
    if (waiting + stream.writableLength > mostWaiting) stream.destroy()
    waiting += data?.length ?? 0
  })
  raw.on('flush', () => {
    waiting = 0
  })
}

/** Rejects the events of a socket above the rate limit, and answers these events with an error. */
function limitEvents(socket: LiveSocket, visitor: Visitor): void {
  socket.use((event, next) => {
    if (visitor.events.take() && visitor.connection.takeFrame()) return next()
    const answer: unknown = event.at(-1)
    if (typeof answer === 'function')
      answer({ ok: false, code: 'rate_limited', message: tooManyRequestsMessage })
  })
}

export const tooManyRequestsMessage = 'Too many requests. Please wait a moment.'
