import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { ClientSocket, DocumentUser } from './ports.ts'

/** Bytes that may wait for a client that reads too slowly; then it is cut off and may come back. */
const mostBuffered = 4 * 10 * 1024 * 1024

/** A client that speaks the Hocuspocus protocol. */
export function directSocket(webSocket: WebSocket, stream: Duplex, user: DocumentUser): ClientSocket {
  let isCorked = false
  /** What is sent within one turn of the event loop, often an acknowledgement each for many updates, leaves in one write. */
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
