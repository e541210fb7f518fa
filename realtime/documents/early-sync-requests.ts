import type { Connection } from '@hocuspocus/server'
import type { ClientSocket, ConnectionContext } from './ports.ts'

export interface EarlySyncRequests {
  /** Returns whether the document is open on this socket, so that the cost of a request is known. */
  isOpen(socket: ClientSocket, address: string): boolean
  /**
   * Queues a sync request until its document is open, then calls `ask`. Duplicates are queued once. Returns false if
   * the queue is full.
   */
  keep(socket: ClientSocket, address: string, frame: Uint8Array, ask: () => void): boolean
  /** Sends the queued requests of the document. */
  opened(connection: Connection<ConnectionContext>): void
  /** Drops the queued requests for a document that the socket may not open. */
  forget(socket: ClientSocket, address: string): void
}

/** Maximum number of queued requests. A client sends one per document, and at most 500 documents may be open. */
const mostKept = 1_000
const mostBytes = 4 * 1024 * 1024

/**
 * Queues sync requests for documents that are still loading. Hocuspocus would answer all of them at once, each with
 * the whole document. Their cost is only known after loading, when they can be throttled.
 */
export function createEarlySyncRequests(): EarlySyncRequests {
  const sockets = new WeakMap<ClientSocket, Asked>()

  function askedOn(socket: ClientSocket): Asked {
    const known = sockets.get(socket)
    if (known) return known
    const none: Asked = { open: new Map(), kept: new Map(), count: 0, bytes: 0 }
    sockets.set(socket, none)
    return none
  }

  /** Removes and returns the requests for an address. */
  function taken(asked: Asked, address: string): Question[] {
    const questions = [...(asked.kept.get(address)?.values() ?? [])]
    asked.kept.delete(address)
    asked.count -= questions.length
    for (const { bytes } of questions) asked.bytes -= bytes
    return questions
  }

  return {
    isOpen: (socket, address) => sockets.get(socket)?.open.has(address) ?? false,
    keep(socket, address, frame, ask) {
      const asked = askedOn(socket)
      const questions = asked.kept.get(address) ?? new Map<string, Question>()
      const text = Buffer.from(frame).toString('latin1')
      if (questions.has(text)) return true
      if (asked.count >= mostKept || asked.bytes + frame.byteLength > mostBytes) return false
      asked.count++
      asked.bytes += frame.byteLength
      asked.kept.set(address, questions.set(text, { bytes: frame.byteLength, ask }))
      return true
    },
    opened(connection) {
      const address = connection.messageAddress
      const asked = askedOn(connection.context.socket)
      asked.open.set(address, connection)
      connection.onClose(() => {
        if (asked.open.get(address) === connection) asked.open.delete(address)
      })
      for (const { ask } of taken(asked, address)) ask()
    },
    forget(socket, address) {
      const asked = sockets.get(socket)
      if (asked) taken(asked, address)
    },
  }
}

interface Asked {
  /** Open connections of the socket, by address. */
  open: Map<string, Connection<ConnectionContext>>
  /** Queued requests, by address and frame. */
  kept: Map<string, Map<string, Question>>
  count: number
  bytes: number
}

interface Question {
  bytes: number
  ask(): void
}
