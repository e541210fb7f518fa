import type { Connection } from '@hocuspocus/server'
import type { ClientSocket, Visit } from './ports.ts'

export interface EarlyQuestions {
  /** Whether what a frame for this address costs is known, since its document is open on this socket. */
  isOpen(socket: ClientSocket, address: string): boolean
  /** Keeps a question until its document is open, and `ask` is called. The same one is kept once. False when too much is kept already. */
  keep(socket: ClientSocket, address: string, frame: Uint8Array, ask: () => void): boolean
  /** Asks what was kept for the document. */
  opened(connection: Connection<Visit>): void
  /** Forgets what was kept for a document that the socket is refused. */
  forget(socket: ClientSocket, address: string): void
}

/** A client asks once for each document, and 500 may be open. */
const mostKept = 1_000
const mostBytes = 4 * 1024 * 1024

/**
 * What a client asks of a document before it is loaded. Hocuspocus would answer all of it in one turn of the event loop, each with the
 * whole document. Nobody knows before what an answer costs, so these questions wait here and are paced when it is known.
 */
export function createEarlyQuestions(): EarlyQuestions {
  const sockets = new WeakMap<ClientSocket, Asked>()

  function askedOn(socket: ClientSocket): Asked {
    const known = sockets.get(socket)
    if (known) return known
    const none: Asked = { open: new Map(), kept: new Map(), count: 0, bytes: 0 }
    sockets.set(socket, none)
    return none
  }

  /** Takes out what is kept for an address. */
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
  /** What is open on the socket, by address. */
  open: Map<string, Connection<Visit>>
  /** What waits, by address and by its bytes. */
  kept: Map<string, Map<string, Question>>
  count: number
  bytes: number
}

interface Question {
  bytes: number
  ask(): void
}
