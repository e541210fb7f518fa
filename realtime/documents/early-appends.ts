import type { Connection } from '@hocuspocus/server'
import { updateIn } from './frames.ts'
import type { DocumentLog } from './log.ts'
import type { ClientSocket, Visit } from './ports.ts'

export interface EarlyAppends {
  join(connection: Connection<Visit>): void
  /** Starts storing the update in a frame that has just arrived, where it is one that may be stored. Whoever asks hears when that fails. */
  begin(socket: ClientSocket, frame: Uint8Array): Promise<void> | null
  /** Said before a frame is handled, so that `storing` knows whose update comes next on the connection. */
  handling(connection: Connection<Visit>, frame: Uint8Array): void
  storing(connection: Connection<Visit>): Promise<void> | undefined
}

/**
 * Hocuspocus handles the frames of a connection one after the other and would begin to store an update when the one before is
 * stored: one commit each. Here storing begins on arrival, so that all that arrived together goes into one commit; whether
 * it succeeded is still awaited before the update is applied and acknowledged.
 */
export function createEarlyAppends(log: DocumentLog): EarlyAppends {
  const joined = new WeakMap<ClientSocket, Map<string, Joined>>()
  const joinedBy = new WeakMap<Connection<Visit>, Joined>()

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
      const others = joined.get(socket)
      const found = others?.size ? updateIn(frame) : null
      const here = found && others?.get(found.address)
      // A reader's update is left to Hocuspocus, which refuses it.
      if (!here || here.connection.context.is_reader) return null
      const stored = log.record(here.connection, found.update)
      here.begun.set(frame, stored)
      return stored
    },
    handling(connection, frame) {
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
