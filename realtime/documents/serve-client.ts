import type { Duplex } from 'node:stream'
import { type Hocuspocus, MessageType, OutgoingMessage } from '@hocuspocus/server'
import type { Logger } from 'pino'
import type { WebSocket } from 'ws'
import { createBackpressure } from './backpressure.ts'
import { createClientSocket } from './client-socket.ts'
import {
  addDocumentName,
  createAuthFrame,
  type FrameHeader,
  isSyncRequestFrame,
  isWellFormedFrame,
  parseDocumentNameFromAddress,
  parseFrameHeader,
} from './frames.ts'
import type { IncomingUpdateWriter } from './incoming-update-writer.ts'
import { limitOpenDocuments } from './open-limit.ts'
import { adaptPlanePageClient, addPagePrefixToFrame } from './page-bridge.ts'
import type { PendingSyncRequests } from './pending-sync-requests.ts'
import { type ClientSocket, type ConnectionContext, closeCodes } from './ports.ts'
import type { AdmittedClient, DocumentRoute } from './upgrade.ts'
import { adaptYWebsocketClient } from './y-websocket-bridge.ts'

/** Services that the sockets of all clients share. */
export interface SocketServices {
  log: Logger
  hocuspocus: Hocuspocus<ConnectionContext>
  incomingUpdates: IncomingUpdateWriter
  syncRequests: PendingSyncRequests
  /** Returns the size of an open document in bytes. */
  sizeOf(name: string): number
}

export interface ServedClient {
  socket: ClientSocket
  /** Removes the client from Hocuspocus. The caller closes the socket. */
  end(): void
}

interface AdmittedSocket {
  webSocket: WebSocket
  stream: Duplex
  visitor: AdmittedClient
  /** Returns false if work of this cost must wait because of the rate limit. */
  takeText(cost: number): boolean
}

const heartbeatMs = 30_000
/** Maximum length of an address, which is a document name and an optional session id. */
const longestName = 200
const openingCost = 4
const bytesOfOne = 4 * 1024

/**
 * Passes the frames of one client to Hocuspocus until the client's socket closes. Frames are validated and
 * throttled first. `ended` is called at the end.
 */
export function serveClient(
  services: SocketServices,
  { webSocket, stream, visitor, takeText }: AdmittedSocket,
  ended: () => void,
): ServedClient {
  const { log, hocuspocus, incomingUpdates, syncRequests } = services
  const { user, route, is_outdated } = visitor
  const { socket, admits } = limitOpenDocuments(
    protocolSocket(route, createClientSocket(webSocket, stream, user)),
    (address) => {
      incomingUpdates.discardWaiting(socket, address)
      syncRequests.forget(socket, address)
    },
  )
  // Pass no headers to Hocuspocus. It needs none, and a stored cookie could leak.
  const client = hocuspocus.handleConnection(socket, new Request('http://documents.invalid/'), {
    user,
    socket,
    is_acknowledged: route.kind !== 'plain',
    workspace_id: '',
    is_reader: true,
    rights_change_count: 0,
  })
  const stopHeartbeat = keepAlive(webSocket)
  const backpressure = createBackpressure(webSocket, takeText)
  const end = () => {
    ended()
    stopHeartbeat()
    backpressure.close()
    client.handleClose()
  }
  const pass = (message: Message) =>
    backpressure.pass(
      () => costOf(services, socket, message),
      () => handle(message),
    )

  function handle(message: Message): void {
    const { frame, head } = message
    if (isSyncRequestFrame(frame) && !syncRequests.isOpen(socket, head.address)) {
      const isQueued = syncRequests.enqueue(socket, head.address, frame, () => pass(message))
      if (!isQueued) socket.close(closeCodes['too-many'], 'too-many')
      return
    }
    const storing = incomingUpdates.write(socket, frame)
    if (storing !== null) backpressure.holdBack(storing, frame.byteLength)
    client.handleMessage(frame)
  }

  /**
   * Returns the reason to reject a frame, or null to accept it. Reasons are an outdated client, an invalid
   * document name, and too many open documents.
   */
  function refusalOf({ address, type }: FrameHeader): Denial | null {
    if (is_outdated) return 'outdated'
    if (!parseDocumentNameFromAddress(address)) return 'forbidden'
    return type === MessageType.Auth && !admits(address) ? 'too-many' : null
  }

  webSocket.on('close', end)
  // Log the error only: `ws` closes the socket after an error, such as a frame that is too large.
  webSocket.on('error', (error) => log.debug({ err: error }, 'a document socket failed'))
  webSocket.on('message', (data, isBinary) => {
    const message = isBinary && data instanceof Uint8Array ? readFrame(data, route) : null
    if (message === null) {
      log.info({ user_id: user.user_id }, 'a malformed document frame ended its socket')
      return socket.close(closeCodes.malformed, 'malformed')
    }
    const refusal = refusalOf(message.head)
    if (refusal !== null) return deny(socket, message.head, refusal)
    pass(message)
  })
  // Count pings too, because each ping costs a response.
  webSocket.on('ping', () => {
    if (!takeText(1)) webSocket.terminate()
  })
  if (route.kind === 'plain') client.handleMessage(createAuthFrame(route.name))
  return { socket, end }
}

/**
 * Returns the cost of a frame: one, plus one for each 4 kB that it contains or requests. Opening a document
 * costs more, because it reads from the database.
 */
function costOf(
  { syncRequests, sizeOf }: SocketServices,
  socket: ClientSocket,
  { frame, head: { address, type } }: Message,
): number {
  const isAnswered = isSyncRequestFrame(frame) && syncRequests.isOpen(socket, address)
  const answerSize = isAnswered ? sizeOf(parseDocumentNameFromAddress(address) ?? '') : 0
  return (type === MessageType.Auth ? openingCost : 1) + (frame.byteLength + answerSize) / bytesOfOne
}

/** Closes a socket that no longer answers pings. Returns a function that ends the pings. */
function keepAlive(webSocket: WebSocket): () => void {
  let isAlive = true
  const heartbeat = setInterval(() => {
    if (!isAlive) return webSocket.terminate()
    isAlive = false
    webSocket.ping()
  }, heartbeatMs)
  webSocket.on('pong', () => {
    isAlive = true
  })
  return () => clearInterval(heartbeat)
}

function protocolSocket(route: DocumentRoute, socket: ClientSocket): ClientSocket {
  if (route.kind === 'documents') return socket
  return route.kind === 'plain' ? adaptYWebsocketClient(socket) : adaptPlanePageClient(socket)
}

interface Message {
  frame: Uint8Array
  head: FrameHeader
}

/** Parses a frame. Returns null if it is invalid. */
function readFrame(data: Uint8Array, route: DocumentRoute): Message | null {
  const frame = withDocumentName(data, route)
  const head = frame && parseFrameHeader(frame)
  return frame && head && head.address.length <= longestName && isWellFormedFrame(frame)
    ? { frame, head }
    : null
}

/**
 * Converts a frame to the Hocuspocus protocol with a document name such as `page:{id}`. Returns null if the
 * frame is invalid.
 */
function withDocumentName(data: Uint8Array, route: DocumentRoute): Uint8Array | null {
  if (route.kind === 'documents') return data
  return route.kind === 'plain' ? addDocumentName(route.name, data) : addPagePrefixToFrame(data)
}

type Denial = 'forbidden' | 'outdated' | 'too-many'

/**
 * Refuses to open an address. Hocuspocus must not receive invalid names, because it queues frames under any
 * name.
 */
function deny(socket: ClientSocket, { address, type }: FrameHeader, reason: Denial): void {
  if (type !== MessageType.Auth) return
  socket.send(new OutgoingMessage(address).writePermissionDenied(reason).toUint8Array())
}
