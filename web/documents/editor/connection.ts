import type { HocuspocusProviderWebsocket } from '@hocuspocus/provider'
import { documentSchemaVersion } from '#common/documents/content/version.ts'
import { expectedUserParam } from '#common/identity/sign-in/expected-user.ts'
import { DocumentsSocket } from './documents-socket.ts'

let shared: DocumentsSocket | null = null
let users = 0

/** Returns the WebSocket that all open documents share. It closes when the last document is closed. */
export function acquireDocumentsSocket(userId: string): HocuspocusProviderWebsocket {
  users++
  shared ??= new DocumentsSocket({
    url: `${location.origin.replace(/^http/, 'ws')}/documents?schema=${documentSchemaVersion}&${expectedUserParam}=${userId}`,
    maxDelay: 10_000,
  })
  return shared
}

export function releaseDocumentsSocket(): void {
  users--
  if (users > 0) return
  shared?.destroy()
  shared = null
}
