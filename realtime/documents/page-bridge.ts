import { documentName } from '#common/documents/content/names.ts'
import { headOf, renamed } from './frames.ts'
import { type ClientSocket, closeCodes } from './ports.ts'

/**
 * `/live/collaboration` serves clients of the compatible API. It uses the Hocuspocus protocol, but the document name
 * is only the page's id. These clients do not reconnect after the close codes 4000 to 4003.
 */

/** Converts a client's frame to our document name; null if it is invalid. */
export function fromPageClient(frame: Uint8Array): Uint8Array | null {
  const head = headOf(frame)
  return head && renamed(frame, `${prefix}${head.address}`)
}

export function pageSocket(socket: ClientSocket): ClientSocket {
  return {
    user: socket.user,
    get readyState() {
      return socket.readyState
    },
    send(frame) {
      const head = frame instanceof Uint8Array ? headOf(frame) : null
      if (frame instanceof Uint8Array && head) socket.send(renamed(frame, head.address.slice(prefix.length)))
    },
    close: (code, reason) => socket.close(finalCodes.get(code) ?? code, reason),
    terminate: () => socket.terminate(),
  }
}

/**
 * These clients send their user id in the token. The cookie decides who they are. If the two differ, somebody else
 * has signed in, and edits must not be stored under that name.
 */
export function namesOtherUser(token: string, userId: string): boolean {
  try {
    const identity: unknown = JSON.parse(token)
    return typeof identity === 'object' && identity !== null && 'id' in identity && identity.id !== userId
  } catch {
    return false
  }
}

const prefix = documentName('page', '')

const finalCodes = new Map<number | undefined, number>([
  [closeCodes['too-large'], 4001],
  [closeCodes.forbidden, 4003],
  [closeCodes.malformed, 4003],
])
