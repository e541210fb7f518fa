// Opens the text of a page or work item with the package `y-websocket` and prints it. Then adds a paragraph and waits until the
// server has stored it.
//
//   API_KEY=… node docs/examples/y-websocket-client.mjs http://localhost:3000 page:0192… "Hello"
//
// API_KEY is an API token. A token with the scope `read` can only print the text. docs/documents.md describes the protocol.

import * as decoding from 'lib0/decoding'
import { WebSocket } from 'ws'
import { WebsocketProvider } from 'y-websocket'
import * as Y from 'yjs'

const [origin, name, text] = process.argv.slice(2)

/** Sends the token. A program that is not a browser sends no origin. */
class SocketWithToken extends WebSocket {
  constructor(url) {
    super(url, { headers: { 'x-api-key': process.env.API_KEY ?? '' } })
  }
}

const document = new Y.Doc()
const provider = new WebsocketProvider(`${origin.replace(/^http/, 'ws')}/documents`, name, document, {
  WebSocketPolyfill: SocketWithToken,
  // Node has no other tabs to share the document with.
  disableBc: true,
})

await new Promise((resolve, reject) => {
  provider.on('sync', (isSynced) => isSynced && resolve())
  provider.on('connection-close', (event) => reject(new Error(`refused: ${event?.reason || 'no access'}`)))
  provider.on('connection-error', () => reject(new Error('refused: no connection')))
})
const body = document.getXmlFragment('default')
process.stdout.write(`${body.toString()}\n`)

if (text) {
  const stored = storedByServer()
  const paragraph = new Y.XmlElement('paragraph')
  paragraph.insert(0, [new Y.XmlText(text)])
  body.push([paragraph])
  await stored
}

provider.destroy()
// Ends the timer of the awareness protocol, which would keep the process running.
document.destroy()

/** The protocol has no acknowledgements. The server sends an update back to its author when it is stored. */
function storedByServer() {
  return new Promise((resolve, reject) => {
    provider.on('connection-close', (event) => reject(new Error(`refused: ${event?.reason || 'no access'}`)))
    provider.ws.addEventListener('message', ({ data }) => {
      const decoder = decoding.createDecoder(new Uint8Array(data))
      const isUpdate = decoding.readVarUint(decoder) === 0 && decoding.readVarUint(decoder) === 2
      if (!isUpdate) return
      const { structs } = Y.decodeUpdate(decoding.readVarUint8Array(decoder))
      if (structs.some(({ id }) => id.client === document.clientID)) resolve()
    })
  })
}
