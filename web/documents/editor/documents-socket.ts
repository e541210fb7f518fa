import { HocuspocusProviderWebsocket } from '@hocuspocus/provider'

/**
 * Queues no messages while disconnected: the initial synchronization after reconnecting contains all changes
 * and is acknowledged as a whole.
 */
export class DocumentsSocket extends HocuspocusProviderWebsocket {
  override send(message: Uint8Array): void {
    if (this.webSocket?.readyState === WebSocket.OPEN) super.send(message)
  }
}
