import { on } from 'node:events'
import { WebSocket } from 'ws'
import type { TestServer } from './server.ts'

export const socketPaths = { live: '/live/?EIO=4&transport=websocket', documents: '/documents' }

/**
 * Opens a plain WebSocket, for messages that a correct client never sends. Returns the HTTP status if the
 * server refuses the socket.
 */
export async function openRawSocket(
  server: Pick<TestServer, 'url'>,
  path: string,
  headers: Record<string, string>,
): Promise<WebSocket | number> {
  const socket = new WebSocket(server.url.replace('http', 'ws') + path, { headers, perMessageDeflate: false })
  socket.on('error', () => {})
  return new Promise((resolve) => {
    socket.once('unexpected-response', (_, response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    socket.once('open', () => resolve(socket))
  })
}

/**
 * Opens a socket that the server accepts. A socket of the live hub has then already joined its Socket.IO
 * namespace.
 */
export async function openAcceptedSocket(
  server: Pick<TestServer, 'url'>,
  path: string,
  headers: Record<string, string>,
): Promise<WebSocket> {
  const socket = await openRawSocket(server, path, headers)
  if (typeof socket === 'number') throw new Error(`refused with ${socket}`)
  if (path === socketPaths.live) {
    socket.send('40')
    for await (const [data] of on(socket, 'message')) if (String(data).startsWith('40')) break
  }
  return socket
}
