import type { Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'

/** Milliseconds to wait for the answer to a close frame. After that, the WebSocket is destroyed. */
const closesAnsweredWithin = 1500

/**
 * Tracks the open connections of a server. The returned function drains the server: new connections are
 * rejected, running requests are answered with `Connection: close`, and connections that are open after
 * `within` milliseconds are cut. The returned promise resolves when no connection is open.
 */
export function createConnectionDrain(http: Server): (within: number) => Promise<void> {
  const sockets = new Set<Duplex>()
  const upgraded = new Set<Duplex>()
  const answers = new Set<ServerResponse>()
  let isDraining = false

  http.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => {
      sockets.delete(socket)
      upgraded.delete(socket)
    })
  })
  // Add a listener only if another listener handles upgrades. Otherwise our listener would prevent Node from
  // answering upgrade requests as ordinary requests.
  if (http.listenerCount('upgrade') > 0) http.on('upgrade', (_, socket) => void upgraded.add(socket))
  http.prependListener('request', (_, answer) => {
    answers.add(answer)
    answer.shouldKeepAlive &&= !isDraining
    answer.once('close', () => {
      answers.delete(answer)
      // Close the connection as soon as it is idle, because its response may have been sent without
      // `Connection: close`.
      if (isDraining) setImmediate(() => http.closeIdleConnections())
    })
  })

  return async (within) => {
    isDraining = true
    for (const answer of answers) answer.shouldKeepAlive = false
    const closed = new Promise<void>((resolve) => void http.close(() => resolve()))
    const over = new AbortController()
    const cut = async (after: number, open: () => Iterable<Duplex>) => {
      const isOver = await pause(after, false, { signal: over.signal }).catch(() => true)
      if (!isOver) for (const socket of open()) socket.destroy()
    }
    const cuts = [cut(Math.min(closesAnsweredWithin, within), () => upgraded), cut(within, () => sockets)]
    await closed
    over.abort()
    await Promise.all(cuts)
  }
}
