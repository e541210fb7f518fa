import { setTimeout as pause } from 'node:timers/promises'
import type { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider'
import { WebSocket } from 'ws'
import * as Y from 'yjs'
import { bodyFragmentName } from '#common/documents/content/fragment.ts'
import { nodeFromJson } from '#common/documents/content/parse-json.ts'
import { renderDocument } from '#common/documents/content/render.ts'
import { replaceContent } from '#common/documents/content/replace-content.ts'
import { documentSchemaVersion } from '#common/documents/content/version.ts'
import type { DocumentUser } from '#realtime/documents/ports.ts'
import { DocumentsProvider } from '#web/documents/editor/documents-provider.ts'
import { DocumentsSocket } from '#web/documents/editor/documents-socket.ts'

export interface TestDocumentClient {
  doc: Y.Doc
  provider: HocuspocusProvider
  socket: HocuspocusProviderWebsocket
  /** Reasons that the server gave when it closed or refused the document. */
  ended: string[]
  /** Adds a paragraph with this text at the end. */
  type(text: string): void
  text(): string
  synced(): Promise<void>
  saved(): Promise<void>
  close(): void
}

const open = new Set<{ close(): void }>()

export function closeClients(): void {
  for (const client of open) client.close()
  open.clear()
}

/**
 * Returns a WebSocket class for Node that authenticates. It sends a session cookie and an origin, as a
 * browser does, or an API token.
 */
export function createAuthenticatedSocketClass(who: string | { key: string }, origin: string) {
  const headers = typeof who === 'string' ? { cookie: who, origin } : { 'x-api-key': who.key }
  return class extends WebSocket {
    constructor(url: string | URL) {
      super(url, { headers })
      // Closing a socket that is still connecting emits an error, which would be thrown without a listener.
      // Other listeners still receive it.
      this.on('error', () => {})
    }
  }
}

/** Opens a document with the editor's provider, running in Node. */
export function openDocumentClient(
  origin: string,
  user: DocumentUser | { cookie: string } | { key: string },
  name: string,
  doc = new Y.Doc(),
  schema = documentSchemaVersion,
): TestDocumentClient {
  const socket = new DocumentsSocket({
    url: `${origin.replace('http', 'ws')}/documents?schema=${schema}`,
    WebSocketPolyfill: createAuthenticatedSocketClass(
      'key' in user ? user : 'cookie' in user ? user.cookie : `who=${user.name}`,
      origin,
    ),
    delay: 50,
    minDelay: 50,
    maxDelay: 100,
  })
  const ended: string[] = []
  const provider = new DocumentsProvider({
    websocketProvider: socket,
    name,
    document: doc,
    onClose: ({ event }) => void ended.push(event.reason),
    onAuthenticationFailed: ({ reason }) => void ended.push(reason),
  })
  provider.attach()
  const client: TestDocumentClient = {
    doc,
    provider,
    socket,
    ended,
    type: (text) => appendParagraph(doc, text),
    text: () => renderDocument(doc).text,
    synced: () => pollUntilTrue(() => provider.synced && provider.isAuthenticated),
    saved: () => pollUntilTrue(() => provider.synced && !provider.hasUnsyncedChanges),
    close() {
      provider.destroy()
      socket.destroy()
    },
  }
  open.add(client)
  return client
}

export function appendParagraph(doc: Y.Doc, text: string): void {
  const paragraph = new Y.XmlElement('paragraph')
  paragraph.insert(0, [new Y.XmlText(text)])
  doc.getXmlFragment(bodyFragmentName).push([paragraph])
}

export function createUpdateWithText(text: string): Uint8Array {
  const doc = new Y.Doc()
  replaceContent(
    doc,
    nodeFromJson({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] }),
  )
  return Y.encodeStateAsUpdate(doc)
}

/**
 * Polls until the condition is true. A condition that throws counts as false. The pauses grow with the time waited, since
 * a condition that calls the server takes as much processor time as the work that it waits for.
 */
export async function pollUntilTrue(
  condition: () => boolean | Promise<boolean>,
  message = condition.toString(),
): Promise<void> {
  const begun = Date.now()
  for (;;) {
    const outcome = await holds(condition)
    if (outcome === true) return
    const waited = Date.now() - begun
    if (waited > 30_000) throw outcome === false ? new Error(`never: ${message}`) : outcome
    await pause(Math.min(100, Math.max(5, waited / 10)))
  }
}

async function holds(condition: () => boolean | Promise<boolean>): Promise<unknown> {
  try {
    return await condition()
  } catch (error) {
    return error
  }
}
