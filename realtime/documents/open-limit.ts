import { MessageType } from '@hocuspocus/server'
import { isAuthDenial, parseFrameHeader, removeDocumentName } from './frames.ts'
import type { ClientSocket } from './ports.ts'

/**
 * Maximum number of open documents per socket. It is more than a user needs, and small enough to protect the
 * memory.
 */
export const maxOpenDocuments = 500

export interface SocketWithOpenDocuments {
  socket: ClientSocket
  /**
   * Returns whether the address may be opened, and counts it as open. An address that is already open may be
   * opened again.
   */
  admits(address: string): boolean
}

/**
 * Counts a client's open documents by watching the frames that are sent to it. A document is no longer open
 * after a refusal or a close message.
 */
export function limitOpenDocuments(
  socket: ClientSocket,
  ended: (address: string) => void,
): SocketWithOpenDocuments {
  const open = new Set<string>()
  return {
    socket: {
      user: socket.user,
      get readyState() {
        return socket.readyState
      },
      send(frame) {
        const address =
          frame instanceof Uint8Array && endsDocument(frame) ? parseFrameHeader(frame)?.address : undefined
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
      if (!open.has(address) && open.size >= maxOpenDocuments) return false
      open.add(address)
      return true
    },
  }
}

function endsDocument(frame: Uint8Array): boolean {
  // Skip most frames quickly: the type byte after a short name shows that they are updates.
  const type = frame[(frame[0] ?? 0) + 1]
  if (frame[0] !== undefined && frame[0] < 128 && type !== MessageType.CLOSE && type !== MessageType.Auth)
    return false
  const plain = removeDocumentName(frame)
  return plain.type === MessageType.CLOSE || (plain.type === MessageType.Auth && isAuthDenial(plain.message))
}
