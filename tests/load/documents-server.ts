import { createServer, type Server as HttpServer } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Hocuspocus } from '@hocuspocus/server'
import { pino } from 'pino'
import { type WebSocket, WebSocketServer } from 'ws'
import { createOrm } from '#api/create-orm.ts'
import { loadStoredHtml, storeDocumentContent } from '#api/documents/content/owners.ts'
import { createBus } from '#api/platform/bus.ts'
import { newId } from '#common/platform/ids.ts'
import { createDocumentServer } from '#realtime/documents/document-server.ts'
import { sendToParent } from './child.ts'

const [databaseUrl = ''] = process.argv.slice(2)
const bus = createBus(null)
const orm = await createOrm(databaseUrl, bus)
const workspace_id = newId()
const ann = { user_id: newId(), token: null, name: 'Ann', session: 'of-ann' }
const documents = createDocumentServer({
  em: orm.em,
  bus,
  log: pino({ level: 'warn' }),
  storeDocumentContent,
  loadStoredHtml,
  loadStoredTitle: async () => null,
  allowsOrigin: () => true,
  access: async () => ({ right: 'write', workspace_id }),
  authenticate: async () => ann,
  enter: () => ({ takeText: () => true, leave: () => {} }),
})
const durable = createServer()
durable.on('upgrade', documents.handleUpgrade)

const bare = createServer()
const hocuspocus = new Hocuspocus({ quiet: true })
const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
bare.on('upgrade', (request, stream, head) => sockets.handleUpgrade(request, stream, head, serve))

function serve(socket: WebSocket): void {
  const client = hocuspocus.handleConnection(
    {
      get readyState() {
        return socket.readyState
      },
      send: (data: unknown) => data instanceof Uint8Array && socket.send(data),
      close: (code, reason) => socket.close(code, reason),
    },
    new Request('http://documents.invalid/'),
  )
  socket.on('message', (data) => data instanceof Uint8Array && client.handleMessage(data))
  socket.on('close', () => client.handleClose())
}

sendToParent({ durable: await addressOf(durable), bare: await addressOf(bare) })

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/**
 * Answers a message with the CPU time of this process in microseconds and its memory in bytes. For `memory`,
 * garbage is collected first.
 */
process.on('message', ({ wants }: { wants?: 'memory' }) => {
  const { user, system } = process.cpuUsage()
  if (wants === 'memory') collectGarbage()
  const { rss, heapUsed, external } = process.memoryUsage()
  sendToParent({ microseconds: user + system, rss, held: heapUsed + external })
})

async function addressOf(http: HttpServer): Promise<string> {
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const address = http.address()
  return `ws://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/documents`
}
