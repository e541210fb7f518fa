import type { Connection } from '@hocuspocus/server'
import { parseUpdateFrame } from './frames.ts'
import type { DocumentUpdateLog } from './log.ts'
import type { ClientSocket, ConnectionContext } from './ports.ts'
import { isSyncReplyWithoutNewContent } from './sync-answers.ts'

export interface IncomingUpdateWriter {
  /** Must be called after Hocuspocus has loaded a document and opened the connection to it. */
  addConnection(connection: Connection<ConnectionContext>): void
  /**
   * Starts to store the update in a frame that has just arrived. The returned promise rejects if the update
   * is not allowed or if storing fails. Returns null if the frame contains no update, or if the document is
   * still loading.
   */
  write(socket: ClientSocket, frame: Uint8Array): Promise<void> | null
  /**
   * Must be called before Hocuspocus handles a frame, so that `currentWrite` returns the promise of this frame's
   * update.
   */
  setCurrentFrame(connection: Connection<ConnectionContext>, frame: Uint8Array): void
  /**
   * Returns the promise of the update in the frame that Hocuspocus is handling. Returns undefined if the writer stores
   * no update of this frame, or if the promise was already returned.
   */
  currentWrite(connection: Connection<ConnectionContext>): Promise<void> | undefined
  /**
   * Starts to store all updates that arrived while the document was loading. They are stored in one commit.
   */
  writeWaiting(connection: Connection<ConnectionContext>): void
  /**
   * Drops the updates that a socket sent for a document while it was loading, because the socket is not
   * allowed to open it.
   */
  discardWaiting(socket: ClientSocket, address: string): void
}

/**
 * Creates the writer that starts to store an update as soon as its frame arrives. Hocuspocus handles frames one
 * after the other. If an update was stored only when Hocuspocus handles its frame, each update would need its own
 * commit. With this writer, updates that arrive together are stored in one commit. An update is still applied and
 * acknowledged only after it is stored.
 */
export function createIncomingUpdateWriter(log: DocumentUpdateLog): IncomingUpdateWriter {
  const bySocket = new WeakMap<ClientSocket, Map<string, ClientConnection>>()
  const entryOf = new WeakMap<Connection<ConnectionContext>, ClientConnection>()
  /**
   * Frames for documents that are still loading, by address. Hocuspocus also queues these frames and limits
   * their number.
   */
  const unopened = new WeakMap<ClientSocket, Map<string, Set<Uint8Array>>>()

  function writeUpdate(entry: ClientConnection, frame: Uint8Array): Promise<void> | null {
    const { connection } = entry
    const change = parseUpdateFrame(frame)
    // Skip updates of users without write access, because Hocuspocus rejects them.
    if (!change || connection.context.is_reader) return null
    if (isSyncReplyWithoutNewContent(connection.document, change.type, change.update)) return null
    const stored = log.record(connection, change.update)
    entry.writes.set(frame, stored)
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
    addConnection(connection) {
      const { socket } = connection.context
      const address = connection.messageAddress
      const entry: ClientConnection = { connection, writes: new Map(), current: null, applied: null }
      const others = bySocket.get(socket) ?? new Map<string, ClientConnection>()
      bySocket.set(socket, others.set(address, entry))
      entryOf.set(connection, entry)
      connection.onClose(() => void others.delete(address))
      if (connection.context.is_acknowledged) sendNothingBack(entry)
    },
    write(socket, frame) {
      const address = parseUpdateFrame(frame)?.address
      if (address === undefined) return null
      const entry = bySocket.get(socket)?.get(address)
      if (entry) return writeUpdate(entry, frame)
      unopenedAt(socket, address).add(frame)
      return null
    },
    writeWaiting(connection) {
      const { context, messageAddress } = connection
      const entry = entryOf.get(connection)
      const frames = unopened.get(context.socket)?.get(messageAddress) ?? []
      unopened.get(context.socket)?.delete(messageAddress)
      // Ignore failures here, because they are handled when the frame is handled.
      if (entry) for (const frame of frames) writeUpdate(entry, frame)?.catch(() => undefined)
    },
    discardWaiting(socket, address) {
      unopened.get(socket)?.delete(address)
    },
    setCurrentFrame(connection, frame) {
      const { context, messageAddress } = connection
      unopened.get(context.socket)?.get(messageAddress)?.delete(frame)
      const entry = entryOf.get(connection)
      if (!entry) return
      entry.current = frame
      entry.applied = null
    },
    currentWrite(connection) {
      const entry = entryOf.get(connection)
      if (!entry?.current) return
      const stored = entry.writes.get(entry.current)
      if (stored === undefined) return
      entry.writes.delete(entry.current)
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
function sendNothingBack(entry: ClientConnection): void {
  const { connection } = entry
  const send = connection.send.bind(connection)
  connection.send = (message) => {
    if (entry.applied === null || !isSame(entry.applied, message)) send(message)
  }
}

function isSame(frame: Uint8Array, other: Uint8Array): boolean {
  return frame.byteLength === other.byteLength && Buffer.compare(frame, other) === 0
}

interface ClientConnection {
  connection: Connection<ConnectionContext>
  /**
   * Frames that arrived but are not handled yet. The promise of a frame resolves when the frame is stored.
   * With thousands of entries, a WeakMap would slow down garbage collection, so this is a Map.
   */
  writes: Map<Uint8Array, Promise<void>>
  current: Uint8Array | null
  /** The update that is being applied. It stays here until the next frame. Null before the first update. */
  applied: Uint8Array | null
}
