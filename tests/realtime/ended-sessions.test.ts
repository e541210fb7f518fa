import { createServer } from 'node:http'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createBus } from '#api/bus.ts'
import { readConfig } from '#api/config.ts'
import { createOrm } from '#api/db/orm.ts'
import { storeDerived, storedHtml } from '#api/documents/owners.ts'
import { createDocumentWriter } from '#api/documents/write-document.ts'
import { createRateLimits } from '#api/http/limits.ts'
import { newSessionToken, sessionsChannel } from '#api/http/session.ts'
import { createMailer } from '#api/mail/mailer.ts'
import { newId } from '#common/ids.ts'
import { createRealtime } from '#realtime/realtime.ts'
import { runSql } from '../support/api-client.ts'
import { createDatabase } from '../support/database.ts'

test('sessions that cannot be read do not end the process', async () => {
  const database = await createDatabase()
  const config = readConfig({ DATABASE_URL: database.url, DATA_DIR: '/nowhere', SECRET: newSessionToken() })
  const bus = createBus(null)
  const orm = await createOrm(database.url, bus)
  const said: string[] = []
  const log = pino({ base: null }, { write: (line) => void said.push(line) })
  const ports = { em: orm.em, bus, storeDerived, storedHtml }
  const http = createServer()
  await new Promise<void>((resolve) => http.listen(0, resolve))
  const live = createRealtime(http, {
    config,
    orm,
    bus,
    log,
    limits: createRateLimits(config),
    documents: createDocumentWriter(ports),
    mailer: createMailer(config, log),
  })
  await runSql(database.url, 'drop table sessions')
  bus.publish(sessionsChannel, newId())
  await expect.poll(() => said.join()).toContain('ended sessions')
  await live.close()
  await orm.close(true)
  await bus.close()
  await database.drop()
})
