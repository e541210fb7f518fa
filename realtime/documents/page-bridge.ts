import { documentName } from '#common/documents/content/names.ts'
import { headOf, renamed } from './frames.ts'
import { type ClientSocket, closeCodes } from './ports.ts'

/*
 * `/live/collaboration` is the address of the reference product: the Hocuspocus protocol, but a page's document is named by the page's
 * id alone. Its clients stay away after the codes 4000 to 4003 and come back after all others.
 */

/** A client's frame with our name of the document; null for what is no frame. */
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
 * Such a client says in its token who it believes to be. It is the cookie that counts; where the two differ, somebody else has signed in
 * at this browser, and their name must not stand behind what this page sends.
 */
export function saysItIsAnother(token: string, userId: string): boolean {
  try {
    const said: unknown = JSON.parse(token)
    return typeof said === 'object' && said !== null && 'id' in said && said.id !== userId
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
