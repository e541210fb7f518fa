import { HocuspocusProviderWebsocket } from '@hocuspocus/provider'
import { meantUserParam } from '#common/auth/meant-user.ts'
import { schemaVersion } from '#common/document/version.ts'

/** While there is no connection nothing is queued: the first sync after it brings everything, and is what gets acknowledged. */
class DocumentsSocket extends HocuspocusProviderWebsocket {
  override send(message: Uint8Array): void {
    if (this.webSocket?.readyState === WebSocket.OPEN) super.send(message)
  }
}

let shared: DocumentsSocket | null = null
let users = 0

/** The one WebSocket that all open documents share; it closes with the last of them. */
export function acquireConnection(userId: string): HocuspocusProviderWebsocket {
  users++
  shared ??= new DocumentsSocket({
    url: `${location.origin.replace(/^http/, 'ws')}/documents?schema=${schemaVersion}&${meantUserParam}=${userId}`,
    maxDelay: 10_000,
  })
  return shared
}

export function releaseConnection(): void {
  users--
  if (users > 0) return
  shared?.destroy()
  shared = null
}
