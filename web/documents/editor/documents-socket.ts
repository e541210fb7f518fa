import { HocuspocusProviderWebsocket } from '@hocuspocus/provider'

/** While there is no connection nothing is queued: the first sync after it brings everything, and is what gets acknowledged. */
export class DocumentsSocket extends HocuspocusProviderWebsocket {
  override send(message: Uint8Array): void {
    if (this.webSocket?.readyState === WebSocket.OPEN) super.send(message)
  }
}
