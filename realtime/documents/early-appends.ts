import type { Connection } from '@hocuspocus/server'
import { updateIn } from './frames.ts'
import type { DocumentLog } from './log.ts'
import type { ClientSocket, Visit } from './ports.ts'

export interface EarlyAppends {
  join(connection: Connection<Visit>): void
  /** Starts storing the update in a frame that has just arrived, where it is one that may be stored. */
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
  const visits = new WeakMap<ClientSocket, Map<string, Connection<Visit>>>()
  const begun = new WeakMap<Uint8Array, Promise<void>>()
  const current = new WeakMap<Connection<Visit>, Uint8Array>()

  return {
    join(connection) {
      const { socket } = connection.context
      const joined = visits.get(socket) ?? new Map<string, Connection<Visit>>()
      const address = connection.messageAddress
      visits.set(socket, joined.set(address, connection))
      connection.onClose(() => void joined.delete(address))
    },
    begin(socket, frame) {
      const joined = visits.get(socket)
      const found = joined?.size ? updateIn(frame) : null
      const connection = found && joined?.get(found.address)
      // A reader's update is left to Hocuspocus, which refuses it.
      if (!connection || connection.context.is_reader) return null
      const stored = log.record(connection, found.update)
      stored.catch(() => {})
      begun.set(frame, stored)
      return stored
    },
    handling: (connection, frame) => void current.set(connection, frame),
    storing(connection) {
      const frame = current.get(connection)
      return frame && begun.get(frame)
    },
  }
}
