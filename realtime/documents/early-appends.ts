import type { Connection } from '@hocuspocus/server'
import { isNothingNew } from './first-answer.ts'
import { changeIn } from './frames.ts'
import type { DocumentLog } from './log.ts'
import type { ClientSocket, Visit } from './ports.ts'

export interface EarlyAppends {
  join(connection: Connection<Visit>): void
  /** Starts storing the update in a frame that has just arrived, where it is one that may be stored. Whoever asks hears when that fails. */
  begin(socket: ClientSocket, frame: Uint8Array): Promise<void> | null
  /** Said before a frame is handled, so that `storing` knows whose update comes next on the connection. */
  handling(connection: Connection<Visit>, frame: Uint8Array): void
  storing(connection: Connection<Visit>): Promise<void> | undefined
  /** Starts storing what arrived while the document was being loaded, all of it in one commit. */
  beginWaiting(connection: Connection<Visit>): void
  /** Forgets what arrived for a document that the socket is refused. */
  forget(socket: ClientSocket, address: string): void
}

/**
 * Hocuspocus handles the frames of a connection one after the other and would begin to store an update when the one before is
 * stored: one commit each. Here storing begins on arrival, so that all that arrived together goes into one commit; whether
 * it succeeded is still awaited before the update is applied and acknowledged.
 */
export function createEarlyAppends(log: DocumentLog): EarlyAppends {
  const joined = new WeakMap<ClientSocket, Map<string, Joined>>()
  const joinedBy = new WeakMap<Connection<Visit>, Joined>()
  /** Frames for documents that are still being opened, by address. Hocuspocus keeps them, too, and limits them. */
  const unopened = new WeakMap<ClientSocket, Map<string, Set<Uint8Array>>>()

  function begin(here: Joined, frame: Uint8Array): Promise<void> | null {
    const { connection } = here
    const change = changeIn(frame)
    // A reader's update is left to Hocuspocus, which refuses it.
    if (!change || connection.context.is_reader) return null
    if (isNothingNew(connection.document, change.type, change.update)) return null
    const stored = log.record(connection, change.update)
    here.begun.set(frame, stored)
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
      const here: Joined = { connection, begun: new Map(), current: null, applied: null }
      const others = joined.get(socket) ?? new Map<string, Joined>()
      joined.set(socket, others.set(address, here))
      joinedBy.set(connection, here)
      connection.onClose(() => void others.delete(address))
      if (connection.context.is_acknowledged) sendNothingBack(here)
    },
    begin(socket, frame) {
      const address = changeIn(frame)?.address
      if (address === undefined) return null
      const here = joined.get(socket)?.get(address)
      if (here) return begin(here, frame)
      unopenedAt(socket, address).add(frame)
      return null
    },
    beginWaiting(connection) {
      const { context, messageAddress } = connection
      const here = joinedBy.get(connection)
      const frames = unopened.get(context.socket)?.get(messageAddress) ?? []
      unopened.get(context.socket)?.delete(messageAddress)
      // A failure is handled with the frame.
      if (here) for (const frame of frames) begin(here, frame)?.catch(() => undefined)
    },
    forget(socket, address) {
      unopened.get(socket)?.delete(address)
    },
    handling(connection, frame) {
      const { context, messageAddress } = connection
      unopened.get(context.socket)?.get(messageAddress)?.delete(frame)
      const here = joinedBy.get(connection)
      if (!here) return
      here.current = frame
      here.applied = null
    },
    storing(connection) {
      const here = joinedBy.get(connection)
      if (!here?.current) return
      const stored = here.begun.get(here.current)
      if (stored === undefined) return
      here.begun.delete(here.current)
      here.applied = here.current
      return stored
    },
  }
}

/**
 * Hocuspocus sends an update to everybody who has the document open, and so to whoever wrote it; that is most of what a server sends while
 * people type alone. What brings more than was sent, since something had waited for it, is another frame. Updates alone are held back: where
 * both sides have the same they also ask for the rest in the same bytes.
 */
function sendNothingBack(here: Joined): void {
  const { connection } = here
  const send = connection.send.bind(connection)
  connection.send = (message) => {
    if (here.applied === null || !isSame(here.applied, message)) send(message)
  }
}

function isSame(frame: Uint8Array, other: Uint8Array): boolean {
  return frame.byteLength === other.byteLength && Buffer.compare(frame, other) === 0
}

interface Joined {
  connection: Connection<Visit>
  /** What has arrived and not been handled, with whether it is stored; of a flood there are thousands, which a garbage collector follows more easily here than in a weak map. */
  begun: Map<Uint8Array, Promise<void>>
  current: Uint8Array | null
  /** That of these which is an update, from when it is stored until the next frame. */
  applied: Uint8Array | null
}
