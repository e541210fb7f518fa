import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { maxDocumentBytes } from '#common/documents/content/limits.ts'
import { rejectUpgrade } from '../upgrade.ts'
import { closeCodes, type DocumentServerPorts } from './ports.ts'
import { type ServedClient, type SocketServices, serveClient } from './serve-client.ts'
import { authorizeUpgrade } from './upgrade.ts'

export interface DocumentSockets {
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /**
   * Rejects new sockets and closes the open ones. Updates that are being stored have not been acknowledged,
   * so clients send them again.
   */
  closeAll(): void
}

/** Accepts and closes the WebSockets of documents. */
export function createDocumentSockets(ports: DocumentServerPorts, services: SocketServices): DocumentSockets {
  // Allow large frames, because the first sync may contain a whole document.
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: maxDocumentBytes + 65_536,
    perMessageDeflate: false,
    clientTracking: false,
  })
  const clients = new Set<ServedClient>()
  let isClosed = false

  async function upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    const visitor = isClosed ? 503 : await authorizeUpgrade(ports, request)
    if (typeof visitor === 'number') return rejectUpgrade(stream, visitor)
    if (isClosed) return rejectUpgrade(stream, 503)
    let cut: () => void = () => stream.destroy()
    const connection = ports.enter(visitor.user, () => cut())
    if (connection === null) return rejectUpgrade(stream, 429)
    stream.once('close', () => connection.leave())
    server.handleUpgrade(request, stream, head, (webSocket) => {
      const admitted = { webSocket, stream, visitor, takeText: connection.takeText }
      const client = serveClient(services, admitted, () => clients.delete(client))
      clients.add(client)
      cut = () => {
        client.socket.close(closeCodes.forbidden, 'forbidden')
        client.end()
      }
    })
  }

  return {
    handleUpgrade(request, stream, head) {
      stream.on('error', () => stream.destroy())
      upgrade(request, stream, head).catch((error: unknown) => {
        ports.log.error({ err: error }, 'a document socket could not be admitted')
        rejectUpgrade(stream, 503)
      })
    },
    closeAll() {
      isClosed = true
      for (const { socket, end } of [...clients]) {
        socket.close(1012, 'restart')
        end()
        setTimeout(() => socket.terminate(), 1_000).unref()
      }
    },
  }
}
