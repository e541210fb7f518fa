import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { ClientSocket, DocumentUser } from './ports.ts'

/**
 * Maximum bytes that are buffered for a slow client. If there are more, the connection is closed, and the
 * client may reconnect.
 */
const mostBuffered = 4 * 10 * 1024 * 1024

/** Creates the socket of a client that uses the Hocuspocus protocol. */
export function createClientSocket(webSocket: WebSocket, stream: Duplex, user: DocumentUser): ClientSocket {
  let isCorked = false
  /** Combines all frames of one turn of the event loop, often many acknowledgements, into one write. */
  const cork = () => {
    if (isCorked) return
    isCorked = true
    stream.cork()
    setImmediate(() => {
      isCorked = false
      stream.uncork()
    })
  }

  return {
    user,
    get readyState() {
      return webSocket.readyState
    },
    send(message) {
      if (webSocket.readyState !== webSocket.OPEN || !(message instanceof Uint8Array)) return
      if (webSocket.bufferedAmount > mostBuffered) webSocket.terminate()
      else {
        cork()
        webSocket.send(message)
      }
    },
    close: (code, reason) => webSocket.close(code, reason),
    terminate: () => webSocket.terminate(),
  }
}
