import type { Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'

/** A WebSocket that has not answered the close by then is taken for one that never will. */
const closesAnsweredWithin = 1500

/**
 * Watches what a server has open. What it answers ends the server: nobody new comes in, requests under way are answered with
 * `Connection: close`, and what is still open after so many milliseconds is cut. Resolves when nothing is open any more.
 */
export function drainable(http: Server): (within: number) => Promise<void> {
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
  // Without anybody else who listens, Node answers an upgrade as any request.
  if (http.listenerCount('upgrade') > 0) http.on('upgrade', (_, socket) => void upgraded.add(socket))
  http.prependListener('request', (_, answer) => {
    answers.add(answer)
    answer.shouldKeepAlive &&= !isDraining
    answer.once('close', () => {
      answers.delete(answer)
      // Its head may have promised to keep the connection.
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
