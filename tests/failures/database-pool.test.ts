import { Kysely, sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#api/platform/config/config.ts'
import { databaseUnavailableError, isDatabaseUnavailable } from '#api/platform/db/database-unavailable.ts'
import { DatabaseUnreachable, migrate } from '#api/platform/db/migrate.ts'
import { pooledDialect } from '#api/platform/db/pool.ts'
import { startServer } from '../../server.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import { pollUntilTrue } from '../support/document-clients.ts'
import { freePort } from '../support/free-port.ts'
import { type InterruptibleDatabaseProxy, startInterruptibleProxy } from '../support/interruptible-proxy.ts'

let database: TestDatabase
let gate: InterruptibleDatabaseProxy

beforeAll(async () => {
  database = await createDatabase()
  gate = await startInterruptibleProxy(database.url)
})
afterEach(() => gate.open())
afterAll(async () => {
  await gate.close()
  await database.drop()
})

/**
 * Creates a pool that closes unresponsive connections after a short time, so that the test does not have to
 * wait long.
 */
const impatient = () =>
  new Kysely<Record<string, never>>({ dialect: pooledDialect(gate.url, { connects: 3000, silent: 1000 }) })

const one = sql<{ one: number }>`select 1 as one`

test('a database that falls silent frees everybody, and the pool recovers by itself', async () => {
  const kysely = impatient()
  // Runs more queries than the pool has connections, so that some wait for a connection.
  const everybody = () => Array.from({ length: 30 }, () => one.execute(kysely))
  for (let round = 0; round < 2; round++) {
    await Promise.all(everybody())
    gate.hang()
    for (const each of await Promise.allSettled(everybody())) {
      expect(isDatabaseUnavailable('reason' in each && each.reason)).toBe(true)
    }
    await gate.open()
  }
  await Promise.all(everybody())
  await kysely.destroy()
}, 30_000)

test('a pool that is closed while it opens connections ends', async () => {
  const kysely = impatient()
  await one.execute(kysely)
  const opening = Promise.all(Array.from({ length: 5 }, () => one.execute(kysely)))
  // All queries have requested a connection, but no connection is open yet.
  await Promise.resolve()
  await kysely.destroy()
  expect(await opening).toHaveLength(5)
})

test('a transaction that falls silent holds neither its caller nor its connection', async () => {
  const kysely = impatient()
  /** Opens `count` transactions, calls `meanwhile` while all of them are open, and then continues them. */
  const transact = (count: number, meanwhile: () => void) => {
    const middle = Promise.withResolvers<void>()
    let within = 0
    const several = Array.from({ length: count }, () =>
      kysely.transaction().execute(async (transaction) => {
        await one.execute(transaction)
        if (++within === count) {
          meanwhile()
          middle.resolve()
        }
        await middle.promise
        return one.execute(transaction)
      }),
    )
    return Promise.allSettled(several)
  }
  for (let round = 0; round < 2; round++) {
    for (const each of await transact(20, () => gate.hang())) {
      expect(isDatabaseUnavailable('reason' in each && each.reason)).toBe(true)
    }
    await gate.open()
    for (const { status } of await transact(20, () => {})) expect(status).toBe('fulfilled')
  }
  await kysely.destroy()
}, 30_000)

test('a migration may be silent for as long as it takes', async () => {
  const kysely = new Kysely<Record<string, never>>({
    dialect: pooledDialect(gate.url, { isPatient: true, silent: 100 }),
  })
  await sql`select pg_sleep(0.4)`.execute(kysely)
  await kysely.destroy()
})

test('a start waits for a database that is not there yet', async () => {
  await gate.shut()
  const said: string[] = []
  const port = await freePort()
  const config = readConfig({
    PORT: String(port),
    APP_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: gate.url,
    SECRET: 'a secret for one short test alone',
  })
  const log = pino({ level: 'warn' }, { write: (line: string) => void said.push(line) })
  const starting = startServer(config, log)
  await pollUntilTrue(() => said.some((line) => line.includes('waiting for it')), 'it says that it waits')
  expect(said[0]).not.toContain(new URL(gate.url).password)
  await gate.open()
  const server = await starting
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  await server.close()
})

test('a start gives up in words when its database never comes', async () => {
  await gate.shut()
  const { host, password } = new URL(gate.url)
  const failed: unknown = await migrate(gate.url, { warn: () => {} }, { waits: 300 }).catch(
    (error: unknown) => error,
  )
  expect(failed).toBeInstanceOf(DatabaseUnreachable)
  expect(String(failed)).toContain(`The database at ${host} does not answer`)
  expect(String(failed)).toContain('Is DATABASE_URL right?')
  expect(String(failed)).not.toContain(password)
})

test('a pool without a free connection and a slow statement count as busy, not as a lost database', async () => {
  const dialect = pooledDialect(database.url, { most: 1, connects: 500 })
  const kysely = new Kysely<Record<string, never>>({ dialect })
  const sentence = (error: unknown) => databaseUnavailableError(error)?.message
  const fails = (work: Promise<unknown>) => work.then(() => undefined, sentence)
  const busy = 'The server is busy at the moment. Please try again.'
  const waiting = await kysely.transaction().execute(async (transaction) => {
    await one.execute(transaction)
    return fails(one.execute(kysely))
  })
  expect(waiting).toBe(busy)
  await sql`set statement_timeout = 10`.execute(kysely)
  expect(await fails(sql`select pg_sleep(5)`.execute(kysely))).toBe(busy)
  await kysely.destroy()
  const refusedPort = `postgres://127.0.0.1:${await freePort()}/none`
  const lost = new Kysely<Record<string, never>>({ dialect: pooledDialect(refusedPort) })
  expect(await fails(one.execute(lost))).toMatch(/cannot reach its database/)
  await lost.destroy()
})
