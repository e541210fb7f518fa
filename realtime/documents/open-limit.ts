import { MessageType } from '@hocuspocus/server'
import { headOf, isDenial, withoutName } from './frames.ts'
import type { ClientSocket } from './ports.ts'

/** Documents that one socket may hold open: far more than anyone looks at, few enough for one client not to fill the memory. */
export const mostOpen = 500

export interface LimitedSocket {
  socket: ClientSocket
  /** Whether one more document may be opened; counts it when it may. A document that is open already may be opened again. */
  admits(address: string): boolean
}

/** Counts what a client has open by what it is told: a document ends with a refusal or with a message that it is closed. */
export function limited(socket: ClientSocket, ended: (address: string) => void): LimitedSocket {
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
  // Most frames carry text: they are told by one byte, behind a name whose length is one byte too.
  const type = frame[(frame[0] ?? 0) + 1]
  if (frame[0] !== undefined && frame[0] < 128 && type !== MessageType.CLOSE && type !== MessageType.Auth)
    return false
  const plain = withoutName(frame)
  return plain.type === MessageType.CLOSE || (plain.type === MessageType.Auth && isDenial(plain.message))
}
