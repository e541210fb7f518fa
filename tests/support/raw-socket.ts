import { on } from 'node:events'
import { WebSocket } from 'ws'
import type { TestServer } from './server.ts'

export const doors = { live: '/live/?EIO=4&transport=websocket', documents: '/documents' }

/** A WebSocket without a library on top, for what a well-behaved client never does; the status where it was refused. */
export async function rawSocket(
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

/** One that was admitted; a socket of the hub has joined its namespace. */
export async function admitted(
  server: Pick<TestServer, 'url'>,
  path: string,
  headers: Record<string, string>,
): Promise<WebSocket> {
  const socket = await rawSocket(server, path, headers)
  if (typeof socket === 'number') throw new Error(`refused with ${socket}`)
  if (path === doors.live) {
    socket.send('40')
    for await (const [data] of on(socket, 'message')) if (String(data).startsWith('40')) break
  }
  return socket
}
