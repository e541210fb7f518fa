import { createServer } from 'node:http'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createOrm } from '#api/create-orm.ts'
import { createDocumentWriter } from '#api/documents/content/document-writer.ts'
import { loadStoredHtml, storeDocumentContent } from '#api/documents/content/owners.ts'
import { createSettings } from '#api/operation/instance/settings.ts'
import { createBus } from '#api/platform/bus.ts'
import { readConfig } from '#api/platform/config/config.ts'
import { createRateLimits } from '#api/platform/http/limits.ts'
import { newSessionToken, sessionsChannel } from '#api/platform/http/session.ts'
import { createJobQueue } from '#api/platform/jobs/jobs.ts'
import { createSafeHttpClient } from '#api/platform/outgoing/safe-client.ts'
import { createPictureProcessor } from '#api/platform/pictures/picture-processor.ts'
import { createStorage } from '#api/platform/storage/create-storage.ts'
import { createRealtime } from '#realtime/realtime.ts'
import { createSignedInUser, runSql } from '../../support/api-client.ts'
import { createDatabase } from '../../support/database.ts'
import { freePort } from '../../support/free-port.ts'
import { connectLive } from '../../support/live-client.ts'

test('a failed session lookup does not end the process', async () => {
  const database = await createDatabase()
  const config = readConfig({ DATABASE_URL: database.url, DATA_DIR: '/nowhere', SECRET: newSessionToken() })
  const bus = createBus(null)
  const orm = await createOrm(database.url, bus)
  const said: string[] = []
  const log = pino({ base: null }, { write: (line) => void said.push(line) })
  const ports = { em: orm.em, bus, storeDocumentContent, loadStoredHtml }
  const jobs = createJobQueue([], { databaseUrl: database.url, em: orm.em, bus, log })
  const http = createServer()
  const realtime = createRealtime(http, {
    config,
    settings: await createSettings({ config, em: orm.em, bus, log }),
    orm,
    bus,
    log,
    limits: createRateLimits(config),
    documents: createDocumentWriter(ports),
    jobs,
    storage: await createStorage(config, log),
    pictures: createPictureProcessor(log),
    web: createSafeHttpClient({ reachable: [] }),
  })
  const port = await freePort()
  await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve))
  const server = { url: `http://127.0.0.1:${port}`, databaseUrl: database.url }
  const ann = await createSignedInUser(server, 'ann@example.com')
  const live = await connectLive(server, ann)
  await runSql(database.url, 'drop table sessions cascade')
  bus.publish(sessionsChannel, ann.id)
  await expect.poll(() => said.join()).toContain('ended sessions')
  expect(live.socket.connected).toBe(true)
  live.close()
  await realtime.close()
  await jobs.stop()
  await orm.close(true)
  await bus.close()
  await database.drop()
})
