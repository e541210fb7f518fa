import { documentName } from '#common/documents/content/names.ts'
import { parseFrameHeader, replaceDocumentName } from './frames.ts'
import { type ClientSocket, closeCodes } from './ports.ts'

/**
 * Converts frames for `/live/collaboration`, which serves editors that were written for Plane's document
 * server. These editors use the Hocuspocus protocol, but their document name is only the page's id. They do
 * not reconnect after the close codes 4000 to 4003.
 */

/**
 * Converts the document name in a client's frame from a page id to `page:{id}`. Returns null if the frame is
 * invalid.
 */
export function addPagePrefixToFrame(frame: Uint8Array): Uint8Array | null {
  const head = parseFrameHeader(frame)
  return head && replaceDocumentName(frame, `${prefix}${head.address}`)
}

export function adaptPlanePageClient(socket: ClientSocket): ClientSocket {
  return {
    user: socket.user,
    get readyState() {
      return socket.readyState
    },
    send(frame) {
      const head = frame instanceof Uint8Array ? parseFrameHeader(frame) : null
      if (frame instanceof Uint8Array && head)
        socket.send(replaceDocumentName(frame, head.address.slice(prefix.length)))
    },
    close: (code, reason) => socket.close(finalCodes.get(code) ?? code, reason),
    terminate: () => socket.terminate(),
  }
}

/**
 * Returns true if the token names another user than the session. Editors that were written for Plane send
 * their user id in the token, while the cookie identifies the user. If they differ, another user has signed
 * in, and edits must not be stored under the name of that user.
 */
export function isTokenOfOtherUser(token: string, userId: string): boolean {
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
