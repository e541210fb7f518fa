import type { Connection } from '@hocuspocus/server'
import { parseUpdateFrame } from './frames.ts'
import type { DocumentUpdateLog } from './log.ts'
import type { ClientSocket, ConnectionContext } from './ports.ts'
import { isSyncReplyWithoutNewContent } from './sync-answers.ts'

export interface EarlyUpdateAppends {
  join(connection: Connection<ConnectionContext>): void
  /**
   * Starts to store the update in a frame that has just arrived. The returned promise rejects if the update
   * is not allowed or if storing fails. Returns null if the frame contains no update, or if the document is
   * still loading.
   */
  begin(socket: ClientSocket, frame: Uint8Array): Promise<void> | null
  /**
   * Must be called before a frame is handled, so that `storing` returns the promise of this frame's update.
   */
  handling(connection: Connection<ConnectionContext>, frame: Uint8Array): void
  storing(connection: Connection<ConnectionContext>): Promise<void> | undefined
  /**
   * Starts to store all updates that arrived while the document was loading. They are stored in one commit.
   */
  beginWaiting(connection: Connection<ConnectionContext>): void
  /**
   * Drops the updates that a socket sent for a document while it was loading, because the socket is not
   * allowed to open it.
   */
  forget(socket: ClientSocket, address: string): void
}

/**
 * Stores updates early. Hocuspocus handles frames one after the other, so each update would need its own
 * commit. Here, storing begins when a frame arrives, and updates that arrive together are stored in one
 * commit. An update is still applied and acknowledged only after it is stored.
 */
export function createEarlyUpdateAppends(log: DocumentUpdateLog): EarlyUpdateAppends {
  const joined = new WeakMap<ClientSocket, Map<string, Joined>>()
  const joinedBy = new WeakMap<Connection<ConnectionContext>, Joined>()
  /**
   * Frames for documents that are still loading, by address. Hocuspocus also queues these frames and limits
   * their number.
   */
  const unopened = new WeakMap<ClientSocket, Map<string, Set<Uint8Array>>>()

  function begin(entry: Joined, frame: Uint8Array): Promise<void> | null {
    const { connection } = entry
    const change = parseUpdateFrame(frame)
    // Skip updates of users without write access, because Hocuspocus rejects them.
    if (!change || connection.context.is_reader) return null
    if (isSyncReplyWithoutNewContent(connection.document, change.type, change.update)) return null
    const stored = log.record(connection, change.update)
    entry.begun.set(frame, stored)
    return stored
  }

  function unopenedAt(socket: ClientSocket, address: string): Set<Uint8Array> {
    const byAddress = unopened.get(socket) ?? new Map<string, Set<Uint8Array>>()
    unopened.set(socket, byAddress)
    const frames = byAddress.get(address) ?? new Set()
    byAddress.set(address, frames)
    return frames
  }

  return {
    join(connection) {
      const { socket } = connection.context
      const address = connection.messageAddress
      const entry: Joined = { connection, begun: new Map(), current: null, applied: null }
      const others = joined.get(socket) ?? new Map<string, Joined>()
      joined.set(socket, others.set(address, entry))
      joinedBy.set(connection, entry)
      connection.onClose(() => void others.delete(address))
      if (connection.context.is_acknowledged) sendNothingBack(entry)
    },
    begin(socket, frame) {
      const address = parseUpdateFrame(frame)?.address
      if (address === undefined) return null
      const entry = joined.get(socket)?.get(address)
      if (entry) return begin(entry, frame)
      unopenedAt(socket, address).add(frame)
      return null
    },
    beginWaiting(connection) {
      const { context, messageAddress } = connection
      const entry = joinedBy.get(connection)
      const frames = unopened.get(context.socket)?.get(messageAddress) ?? []
      unopened.get(context.socket)?.delete(messageAddress)
      // Ignore failures here, because they are handled when the frame is handled.
      if (entry) for (const frame of frames) begin(entry, frame)?.catch(() => undefined)
    },
    forget(socket, address) {
      unopened.get(socket)?.delete(address)
    },
    handling(connection, frame) {
      const { context, messageAddress } = connection
      unopened.get(context.socket)?.get(messageAddress)?.delete(frame)
      const entry = joinedBy.get(connection)
      if (!entry) return
      entry.current = frame
      entry.applied = null
    },
    storing(connection) {
      const entry = joinedBy.get(connection)
      if (!entry?.current) return
      const stored = entry.begun.get(entry.current)
      if (stored === undefined) return
      entry.begun.delete(entry.current)
      entry.applied = entry.current
      return stored
    },
  }
}

/**
 * Suppresses the copies of updates that Hocuspocus sends back to their author. While a user types alone, these copies
 * are most of the traffic. A frame is suppressed if it equals the frame that the client sent. Other messages, such as
 * sync requests, are never suppressed, even if their bytes are equal.
 */
function sendNothingBack(entry: Joined): void {
  const { connection } = entry
  const send = connection.send.bind(connection)
  connection.send = (message) => {
    if (entry.applied === null || !isSame(entry.applied, message)) send(message)
  }
}

function isSame(frame: Uint8Array, other: Uint8Array): boolean {
  return frame.byteLength === other.byteLength && Buffer.compare(frame, other) === 0
}

interface Joined {
  connection: Connection<ConnectionContext>
  /**
   * Frames that arrived but are not handled yet. The promise of a frame resolves when the frame is stored.
   * With thousands of entries, a WeakMap would slow down garbage collection, so this is a Map.
   */
  begun: Map<Uint8Array, Promise<void>>
  current: Uint8Array | null
  /** The update that is being applied. It stays here until the next frame. Null before the first update. */
  applied: Uint8Array | null
}
