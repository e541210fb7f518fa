import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type Hocuspocus, MessageType, OutgoingMessage } from '@hocuspocus/server'
import { type WebSocket, WebSocketServer } from 'ws'
import { maxDocumentBytes } from '#common/documents/content/limits.ts'
import { refuseUpgrade } from '../upgrade.ts'
import { directSocket } from './client-socket.ts'
import type { EarlyAppends } from './early-appends.ts'
import type { EarlyQuestions } from './early-questions.ts'
import { asksForState, authFrame, documentOf, type Head, headOf, isWellFormed, withName } from './frames.ts'
import { limited } from './open-limit.ts'
import { createPace } from './pace.ts'
import { fromPageClient, pageSocket } from './page-bridge.ts'
import { type ClientSocket, closeCodes, type DocumentServerPorts, type Visit } from './ports.ts'
import { admit, type DocumentRoute, type Visitor } from './upgrade.ts'
import { plainSocket } from './y-websocket-bridge.ts'

export interface DocumentSockets {
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Takes no more sockets and ends those that are open; what they had in flight was not acknowledged. */
  closeAll(): void
}

const heartbeatMs = 30_000
/** Bytes of one client that may be on their way into the database. */
const mostWaiting = 4 * 1024 * 1024
/** A document's name, and a session of the client's own behind it. */
const longestName = 200
const openingCost = 4
const bytesOfOne = 4 * 1024

/** The WebSockets of documents: admits, limits and closes them, and hands their frames to Hocuspocus. */
export function createSockets(
  ports: DocumentServerPorts,
  hocuspocus: Hocuspocus<Visit>,
  early: EarlyAppends,
  questions: EarlyQuestions,
  sizeOf: (name: string) => number,
): DocumentSockets {
  // A first sync may carry a whole document.
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: maxDocumentBytes + 65_536,
    perMessageDeflate: false,
    clientTracking: false,
  })
  const sockets = new Map<ClientSocket, () => void>()
  let isClosed = false

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const visitor = isClosed ? 503 : await admit(ports, request)
    if (typeof visitor === 'number') return refuseUpgrade(socket, visitor)
    if (isClosed) return refuseUpgrade(socket, 503)
    let cut: () => void = () => socket.destroy()
    const connection = ports.enter(visitor.user, () => cut())
    if (connection === null) return refuseUpgrade(socket, 429)
    socket.once('close', () => connection.leave())
    server.handleUpgrade(request, socket, head, (webSocket) => {
      cut = serve(webSocket, socket, visitor, connection.takeText)
    })
  }

  /** Answers how to end it. */
  function serve(
    webSocket: WebSocket,
    stream: Duplex,
    { user, door, is_outdated }: Visitor,
    takeText: (cost: number) => boolean,
  ): () => void {
    const speaker = speaking(door, directSocket(webSocket, stream, user))
    const { socket, admits } = limited(speaker, (address) => {
      early.forget(socket, address)
      questions.forget(socket, address)
    })
    // Headers stay out of Hocuspocus: it needs none, and a cookie kept there could only leak.
    const client = hocuspocus.handleConnection(socket, new Request('http://documents.invalid/'), {
      user,
      socket,
      is_acknowledged: door.kind !== 'plain',
      workspace_id: '',
      is_reader: true,
      rights_heard: 0,
    })
    const end = () => {
      sockets.delete(socket)
      stopHeartbeat()
      flow.close()
      client.handleClose()
    }
    sockets.set(socket, end)

    const stopHeartbeat = keepAlive(webSocket)
    const flow = createFlow(webSocket, takeText)
    const pass = (message: Message) =>
      flow.pass(
        () => costOf(socket, message),
        () => handle(message),
      )
    const handle = (message: Message) => {
      const { frame, head } = message
      if (asksForState(frame) && !questions.isOpen(socket, head.address)) {
        const isKept = questions.keep(socket, head.address, frame, () => pass(message))
        return isKept ? undefined : socket.close(closeCodes['too-many'], 'too-many')
      }
      const storing = early.begin(socket, frame)
      if (storing !== null) flow.holdBack(storing, frame.byteLength)
      client.handleMessage(frame)
    }
    webSocket.on('close', end)
    // The socket closes by itself after an error: a frame too large, a broken connection.
    webSocket.on('error', (error) => ports.log.debug({ err: error }, 'a document socket failed'))
    /** Why nothing is opened or written under this head; null when it may be. */
    const refusalOf = ({ address, type }: Head): Denial | null => {
      if (is_outdated) return 'outdated'
      if (!documentOf(address)) return 'forbidden'
      return type === MessageType.Auth && !admits(address) ? 'too-many' : null
    }
    webSocket.on('message', (data, isBinary) => {
      const message = isBinary && data instanceof Uint8Array ? readFrame(data, door) : null
      if (message === null) {
        ports.log.info({ user_id: user.user_id }, 'a malformed document frame ended its socket')
        return socket.close(closeCodes.malformed, 'malformed')
      }
      const refusal = refusalOf(message.head)
      if (refusal !== null) return deny(socket, message.head, refusal)
      pass(message)
    })
    // Each is answered.
    webSocket.on('ping', () => {
      if (!takeText(1)) webSocket.terminate()
    })
    if (door.kind === 'plain') client.handleMessage(authFrame(door.name))
    return () => {
      socket.close(closeCodes.forbidden, 'forbidden')
      end()
    }
  }

  /** A frame counts as one, and as much again for each 4 kB that it brings or asks for. Opening a document reads it from the database. */
  function costOf(socket: ClientSocket, { frame, head: { address, type } }: Message): number {
    const isAnswered = asksForState(frame) && questions.isOpen(socket, address)
    const asked = isAnswered ? sizeOf(documentOf(address) ?? '') : 0
    return (type === MessageType.Auth ? openingCost : 1) + (frame.byteLength + asked) / bytesOfOne
  }

  return {
    handleUpgrade(request, socket, head) {
      socket.on('error', () => socket.destroy())
      upgrade(request, socket, head).catch((error: unknown) => {
        ports.log.error({ err: error }, 'a document socket could not be admitted')
        refuseUpgrade(socket, 503)
      })
    },
    closeAll() {
      isClosed = true
      for (const [socket, end] of [...sockets]) {
        socket.close(1012, 'restart')
        end()
        setTimeout(() => socket.terminate(), 1_000).unref()
      }
    },
  }
}

/** Ends a socket that does not answer any more. Answers how to stop. */
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

/** While much waits for the database, or for its turn, no more is read from the one who sends it. */
function createFlow(webSocket: WebSocket, takeText: (cost: number) => boolean) {
  let waiting = 0
  let isPaused = false
  let last: { storing: Promise<void>; bytes: number } | null = null
  const readOrPause = () => {
    const isLate = waiting > mostWaiting || pace.isBehind()
    if (isLate === isPaused) return
    isPaused = isLate
    if (isLate) webSocket.pause()
    else webSocket.resume()
  }
  const pace = createPace(takeText, readOrPause)
  return {
    pass: pace.pass,
    close: pace.close,
    holdBack(storing: Promise<void>, bytes: number): void {
      waiting += bytes
      readOrPause()
      // What is stored together is waited for once.
      if (last?.storing === storing) {
        last.bytes += bytes
        return
      }
      const row = { storing, bytes }
      last = row
      const settle = () => {
        waiting -= row.bytes
        readOrPause()
      }
      storing.then(settle, settle)
    },
  }
}

function speaking(door: DocumentRoute, socket: ClientSocket): ClientSocket {
  if (door.kind === 'documents') return socket
  return door.kind === 'plain' ? plainSocket(socket) : pageSocket(socket)
}

interface Message {
  frame: Uint8Array
  head: Head
}

/** What came in, with who it is for; null for what is no frame. */
function readFrame(data: Uint8Array, door: DocumentRoute): Message | null {
  const frame = named(data, door)
  const head = frame && headOf(frame)
  return frame && head && head.address.length <= longestName && isWellFormed(frame) ? { frame, head } : null
}

/** A frame as the Hocuspocus protocol has it, with our name of the document; null for what is no frame. */
function named(data: Uint8Array, door: DocumentRoute): Uint8Array | null {
  if (door.kind === 'documents') return data
  return door.kind === 'plain' ? withName(door.name, data) : fromPageClient(data)
}

type Denial = 'forbidden' | 'outdated' | 'too-many'

/** Hocuspocus keeps what it is told under any name, so it is told no name that is not a document's. */
function deny(socket: ClientSocket, { address, type }: Head, reason: Denial): void {
  if (type !== MessageType.Auth) return
  socket.send(new OutgoingMessage(address).writePermissionDenied(reason).toUint8Array())
}
