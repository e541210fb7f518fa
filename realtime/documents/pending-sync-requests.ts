import type { Connection } from '@hocuspocus/server'
import type { ClientSocket, ConnectionContext } from './ports.ts'

export interface PendingSyncRequests {
  /** Returns whether the document is open on this socket. Only then is the cost of a request known. */
  isOpen(socket: ClientSocket, address: string): boolean
  /**
   * Queues a sync request until its document is open, then calls `send`. Equal requests are queued once.
   * Returns false if the queue is full.
   */
  enqueue(socket: ClientSocket, address: string, frame: Uint8Array, send: () => void): boolean
  /**
   * Must be called when a document is open on a connection. Calls `send` for each queued request of the
   * document.
   */
  opened(connection: Connection<ConnectionContext>): void
  /** Drops the requests that a socket queued for a document, because the socket is not allowed to open it. */
  forget(socket: ClientSocket, address: string): void
}

/**
 * Maximum number of queued requests per socket. A client sends one request per document, and at most 500
 * documents may be open.
 */
const maxQueued = 1_000
const mostBytes = 4 * 1024 * 1024

/**
 * Queues sync requests for documents that are still loading. Hocuspocus would answer all of them at once,
 * each with the whole document. The cost of a request is only known after loading, when requests can be
 * throttled.
 */
export function createPendingSyncRequests(): PendingSyncRequests {
  const sockets = new WeakMap<ClientSocket, SyncRequestQueue>()

  function queueOf(socket: ClientSocket): SyncRequestQueue {
    const known = sockets.get(socket)
    if (known) return known
    const none: SyncRequestQueue = { open: new Map(), queued: new Map(), count: 0, bytes: 0 }
    sockets.set(socket, none)
    return none
  }

  /** Removes and returns the requests for an address. */
  function takeRequests(queue: SyncRequestQueue, address: string): SyncRequest[] {
    const questions = [...(queue.queued.get(address)?.values() ?? [])]
    queue.queued.delete(address)
    queue.count -= questions.length
    for (const { bytes } of questions) queue.bytes -= bytes
    return questions
  }

  return {
    isOpen: (socket, address) => sockets.get(socket)?.open.has(address) ?? false,
    enqueue(socket, address, frame, send) {
      const queue = queueOf(socket)
      const questions = queue.queued.get(address) ?? new Map<string, SyncRequest>()
      const text = Buffer.from(frame).toString('latin1')
      if (questions.has(text)) return true
      if (queue.count >= maxQueued || queue.bytes + frame.byteLength > mostBytes) return false
      queue.count++
      queue.bytes += frame.byteLength
      queue.queued.set(address, questions.set(text, { bytes: frame.byteLength, send }))
      return true
    },
    opened(connection) {
      const address = connection.messageAddress
      const queue = queueOf(connection.context.socket)
      queue.open.set(address, connection)
      connection.onClose(() => {
        if (queue.open.get(address) === connection) queue.open.delete(address)
      })
      for (const { send } of takeRequests(queue, address)) send()
    },
    forget(socket, address) {
      const queue = sockets.get(socket)
      if (queue) takeRequests(queue, address)
    },
  }
}

interface SyncRequestQueue {
  /** Open connections of the socket, by document address. */
  open: Map<string, Connection<ConnectionContext>>
  /** Queued requests, by document address and frame. */
  queued: Map<string, Map<string, SyncRequest>>
  count: number
  bytes: number
}

interface SyncRequest {
  bytes: number
  send(): void
}
