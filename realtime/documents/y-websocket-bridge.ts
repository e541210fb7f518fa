import { MessageType } from '@hocuspocus/server'
import { closeReason, isAuthDenial, removeDocumentName } from './frames.ts'
import { type ClientSocket, closeCodes } from './ports.ts'

/**
 * Adapts the socket of a plain y-websocket client. It removes the document name from outgoing messages and
 * drops message types that the client does not know. If the server refuses the document, it closes the
 * socket, because the socket serves only this document.
 */
export function adaptYWebsocketClient(socket: ClientSocket): ClientSocket {
  return {
    user: socket.user,
    get readyState() {
      return socket.readyState
    },
    send(frame) {
      if (!(frame instanceof Uint8Array)) return
      const { type, message } = removeDocumentName(frame)
      if (type === MessageType.Auth && isAuthDenial(message)) socket.close(closeCodes.forbidden, 'forbidden')
      if (type === MessageType.CLOSE) socket.close(codeOf(closeReason(message)), closeReason(message))
      if (type === MessageType.Sync || type === MessageType.Awareness || type === MessageType.QueryAwareness)
        socket.send(message)
      if (type === MessageType.SyncReply) socket.send(asSync(message))
    },
    close: (code, reason) => socket.close(code, reason),
    terminate: () => socket.terminate(),
  }
}

function codeOf(reason: string): number {
  const known = Object.entries(closeCodes).find(([name]) => name === reason)
  return known?.[1] ?? 1012
}

/** Converts the message SyncReply of Hocuspocus to Sync, from which it differs only in its type. */
function asSync(message: Uint8Array): Uint8Array {
  const sync = Uint8Array.from(message)
  sync[0] = MessageType.Sync
  return sync
}
