import { MessageType } from '@hocuspocus/server'
import { headOf, isDenial, withoutName } from './frames.ts'
import type { ClientSocket } from './ports.ts'

/** Maximum number of open documents per socket. It is more than anybody needs, and small enough to protect the memory. */
export const mostOpen = 500

export interface LimitedSocket {
  socket: ClientSocket
  /** Returns whether another document may be opened, and counts it. An open document may be opened again. */
  admits(address: string): boolean
}

/** Counts a client's open documents by watching the frames that are sent to it. A refusal or a close message ends a document. */
export function limitOpenDocuments(socket: ClientSocket, ended: (address: string) => void): LimitedSocket {
  const open = new Set<string>()
  return {
    socket: {
      user: socket.user,
      get readyState() {
        return socket.readyState
      },
      send(frame) {
        const address =
          frame instanceof Uint8Array && endsDocument(frame) ? headOf(frame)?.address : undefined
        if (address !== undefined) {
          open.delete(address)
          ended(address)
        }
        socket.send(frame)
      },
      close: (code, reason) => socket.close(code, reason),
      terminate: () => socket.terminate(),
    },
    admits(address) {
      if (!open.has(address) && open.size >= mostOpen) return false
      open.add(address)
      return true
    },
  }
}

function endsDocument(frame: Uint8Array): boolean {
  // Fast path: most frames are updates, which the type byte after a short name shows.
  const type = frame[(frame[0] ?? 0) + 1]
  if (frame[0] !== undefined && frame[0] < 128 && type !== MessageType.CLOSE && type !== MessageType.Auth)
    return false
  const plain = withoutName(frame)
  return plain.type === MessageType.CLOSE || (plain.type === MessageType.Auth && isDenial(plain.message))
}
