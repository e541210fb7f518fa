import { createServer, type Server as HttpServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { Server } from 'socket.io'
import { createOrm } from '#api/create-orm.ts'
import { createDocumentWriter } from '#api/documents/content/document-writer.ts'
import { loadStoredHtml, storeDocumentContent } from '#api/documents/content/owners.ts'
import { createSettings } from '#api/operation/instance/settings.ts'
import { createBus } from '#api/platform/bus.ts'
import { readConfig } from '#api/platform/config/config.ts'
import { runInChangeBatch } from '#api/platform/feed/run-in-change-batch.ts'
import { createRateLimits } from '#api/platform/http/limits.ts'
import { createJobQueue } from '#api/platform/jobs/jobs.ts'
import { createSafeHttpClient } from '#api/platform/outgoing/safe-client.ts'
import { createPictureProcessor } from '#api/platform/pictures/picture-processor.ts'
import { createStorage } from '#api/platform/storage/create-storage.ts'
import { WorkItemEntity } from '#api/work/work-items/entity.ts'
import { createRealtime } from '#realtime/realtime.ts'
import { sendToParent, sharedClockMilliseconds } from './child.ts'

const [databaseUrl = '', itemId = ''] = process.argv.slice(2)
const config = readConfig({
  DATABASE_URL: databaseUrl,
  DATA_DIR: join(tmpdir(), `tandem-fan-out-${process.pid}`),
  LOG_LEVEL: 'warn',
})
const log = pino({ level: 'warn' })
const bus = createBus(null)
const orm = await createOrm(databaseUrl, bus)
const documents = createDocumentWriter({ em: orm.em, bus, storeDocumentContent, loadStoredHtml })
const deps = {
  config,
  settings: await createSettings({ config, em: orm.em, bus, log }),
  orm,
  bus,
  log,
  documents,
  limits: createRateLimits(config),
  storage: await createStorage(config, log),
  pictures: createPictureProcessor(log),
  web: createSafeHttpClient({ reachable: [] }),
  jobs: createJobQueue([], { databaseUrl, em: orm.em, bus, log }),
}
const ours = createServer()
createRealtime(ours, deps)
const bares = createServer()
const bare = new Server(bares, { transports: ['websocket'], serveClient: false })

sendToParent({ hub: await addressOf(ours), bare: await addressOf(bares) })

let count = 0
let payload: unknown = null

process.on('message', ({ which }: { which: 'hub' | 'bare' }) => {
  if (which === 'bare') {
    sendToParent({ at: sharedClockMilliseconds() })
    bare.emit('changes', payload)
  } else void change()
})

async function change(): Promise<void> {
  count++
  let committed = 0
  await runInChangeBatch(
    orm.em,
    { actor_id: null, mutation_id: null },
    async (em) => {
      const item = await em.findOneOrFail(WorkItemEntity, { id: itemId })
      item.name = `Changed ${count} times`
      payload ??= { workspace: item.workspace_id, from: 1, to: 2, changes: [exampleOf(item)] }
    },
    () => {
      committed = sharedClockMilliseconds()
    },
  )
  sendToParent({ at: committed })
}

/**
 * Returns a message like the one that the server sends when an item changes. The baseline broadcasts it, so
 * that both servers send the same data.
 */
function exampleOf(item: { id: string; name: string }): object {
  const fields = { name: item.name, updated_at: new Date().toISOString() }
  return {
    version: 2,
    entity: 'work_items',
    id: item.id,
    op: 'update',
    fields,
    actor_id: null,
    mutation_id: null,
  }
}

async function addressOf(http: HttpServer): Promise<string> {
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const address = http.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}
