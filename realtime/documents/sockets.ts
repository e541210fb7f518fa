import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type Hocuspocus, MessageType, OutgoingMessage } from '@hocuspocus/server'
import { type WebSocket, WebSocketServer } from 'ws'
import { maxDocumentBytes } from '#common/document/limits.ts'
import { directSocket } from './client-socket.ts'
import type { EarlyAppends } from './early-appends.ts'
import { authFrame, documentOf, headOf, withName } from './frames.ts'
import {
  type ClientSocket,
  closeCodes,
  type DocumentServerPorts,
  type DocumentUser,
  type Visit,
} from './ports.ts'
import { admit, refuseUpgrade, type Visitor } from './upgrade.ts'
import { plainSocket } from './y-websocket-bridge.ts'

export interface DocumentSockets {
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  closeFor(predicate: (user: DocumentUser) => boolean): void
  /** Takes no more sockets and ends those that are open; what they had in flight was not acknowledged. */
  closeAll(): void
}

const heartbeatMs = 30_000
/** Bytes of one client that may be on their way into the database. */
const mostWaiting = 4 * 1024 * 1024
/** A document's name, and a session of the client's own behind it. */
const longestName = 200

/** The WebSockets of `/documents`: admits, limits and closes them, and hands their frames to Hocuspocus. */
export function createSockets(
  ports: DocumentServerPorts,
  hocuspocus: Hocuspocus<Visit>,
  early: EarlyAppends,
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
    server.handleUpgrade(request, socket, head, (webSocket) => serve(webSocket, socket, visitor))
  }

  function serve(webSocket: WebSocket, stream: Duplex, { user, name, is_outdated }: Visitor): void {
    const direct = directSocket(webSocket, stream, user)
    const socket = name === null ? direct : plainSocket(direct)
    // Headers stay out of Hocuspocus: it needs none, and a cookie kept there could only leak.
    const client = hocuspocus.handleConnection(socket, new Request('http://documents.invalid/'), {
      user,
      socket,
      workspace_id: '',
      is_reader: true,
      rights_heard: 0,
    })
    const end = () => {
      sockets.delete(socket)
      clearInterval(heartbeat)
      client.handleClose()
    }
    sockets.set(socket, end)

    let isAlive = true
    const heartbeat = setInterval(() => {
      if (!isAlive) return webSocket.terminate()
      isAlive = false
      webSocket.ping()
    }, heartbeatMs)
    webSocket.on('pong', () => {
      isAlive = true
    })
    // While much waits for the database, no more is read from the one who sends it.
    let waiting = 0
    const holdBack = (storing: Promise<void>, bytes: number) => {
      waiting += bytes
      if (waiting > mostWaiting) webSocket.pause()
      const settle = () => {
        waiting -= bytes
        if (waiting <= mostWaiting) webSocket.resume()
      }
      storing.then(settle, settle)
    }
    webSocket.on('close', end)
    // The socket closes by itself after an error: a frame too large, a broken connection.
    webSocket.on('error', (error) => ports.log.debug({ err: error }, 'a document socket failed'))
    webSocket.on('message', (data, isBinary) => {
      const frame = isBinary && data instanceof Uint8Array ? named(data, name) : null
      const head = frame && headOf(frame)
      if (!frame || !head || head.address.length > longestName)
        return socket.close(closeCodes.malformed, 'malformed')
      if (is_outdated) return deny(socket, head, 'outdated')
      if (!documentOf(head.address)) return deny(socket, head, 'forbidden')
      const storing = early.begin(socket, frame)
      if (storing !== null) holdBack(storing, frame.byteLength)
      client.handleMessage(frame)
    })
    if (name !== null) client.handleMessage(authFrame(name))
  }

  return {
    handleUpgrade(request, socket, head) {
      socket.on('error', () => socket.destroy())
      upgrade(request, socket, head).catch((error: unknown) => {
        ports.log.error({ err: error }, 'a document socket could not be admitted')
        refuseUpgrade(socket, 503)
      })
    },
    closeFor(predicate) {
      for (const socket of [...sockets.keys()].filter(({ user }) => predicate(user))) {
        socket.close(closeCodes.forbidden, 'forbidden')
        sockets.get(socket)?.()
      }
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

/** A frame as the Hocuspocus protocol has it. */
function named(data: Uint8Array, name: string | null): Uint8Array {
  return name === null ? data : withName(name, data)
}

/** Hocuspocus keeps what it is told under any name, so it is told no name that is not a document's. */
function deny(
  socket: ClientSocket,
  { address, type }: { address: string; type: number },
  reason: 'forbidden' | 'outdated',
): void {
  if (type !== MessageType.Auth) return
  socket.send(new OutgoingMessage(address).writePermissionDenied(reason).toUint8Array())
}
