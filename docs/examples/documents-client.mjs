// Opens the text of a page or work item and prints it. Then adds a paragraph and waits until the server has stored it.
//
//   SESSION=… node docs/examples/documents-client.mjs http://localhost:3000 page:0192… "Hello"
//
// SESSION is the value of the cookie `session-id`. docs/documents.md describes the protocol.

import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider'
import { WebSocket } from 'ws'
import * as Y from 'yjs'

/**
 * The version of the document schema that this client supports. The client works with other versions too,
 * because all versions support plain paragraphs.
 */
const knownSchema = 11

const [origin, name, text] = process.argv.slice(2)

const { instance } = await (await fetch(`${origin}/api/instances/`)).json()
if (instance.document_schema !== knownSchema)
  process.stderr.write(
    `The server has schema ${instance.document_schema}, this client knows ${knownSchema}.\n`,
  )

/** Sends the cookie and the origin, which a browser adds automatically. */
class SocketWithSession extends WebSocket {
  constructor(url) {
    super(url, { headers: { cookie: `session-id=${process.env.SESSION}`, origin } })
  }
}

const socket = new HocuspocusProviderWebsocket({
  url: `${origin.replace(/^http/, 'ws')}/documents?schema=${instance.document_schema}`,
  WebSocketPolyfill: SocketWithSession,
})
const document = new Y.Doc()
const provider = new HocuspocusProvider({ websocketProvider: socket, name, document })

await new Promise((resolve, reject) => {
  provider.on('synced', resolve)
  provider.on('authenticationFailed', ({ reason }) => reject(new Error(`refused: ${reason}`)))
  provider.attach()
})
const body = document.getXmlFragment('default')
process.stdout.write(`${body.toString()}\n`)

if (text) {
  const stored = new Promise((resolve) => {
    provider.on('unsyncedChanges', ({ number }) => number === 0 && resolve())
  })
  const paragraph = new Y.XmlElement('paragraph')
  paragraph.insert(0, [new Y.XmlText(text)])
  body.push([paragraph])
  await stored
}

provider.destroy()
socket.destroy()
