import type { Socket } from 'node:net'
import { PostgresDialect, PostgresDriver, type TransactionSettings } from 'kysely'
import pg from 'pg'
import { isDatabaseAway, UnknownOutcome } from './database-away.ts'
import { keepPlans } from './kept-plans.ts'

/** A third of the embedded server's 60, so that a second process and the tools of an admin fit beside this one. */
const connections = 20
/** Waiting for a free connection, or for a new one: a person would press the button again by then. */
const connectsWithin = 5000
/** Proxies give up after a minute by default (nginx: proxy_read_timeout), and nobody hears the answer of what runs longer. */
const statementsEndWithin = 30_000
/** PostgreSQL ends each statement by itself; when it says nothing for longer, nobody is there. */
const silentFor = statementsEndWithin + 5000
/** Before the network's own equipment forgets a connection that says nothing; the shortest that is usual is a minute. */
const keepAliveAfter = 10_000

/**
 * Kysely on a pool of connections that recovers by itself from whatever happens to the database. A patient one waits for each statement
 * as long as it takes. The rest are milliseconds.
 */
export function pooledDialect(databaseUrl: string, options: PoolOptions = {}): PostgresDialect {
  const pool = createPool(databaseUrl, options)
  return Object.assign(new PostgresDialect({ pool }), { createDriver: () => new ReleasingDriver({ pool }) })
}

interface PoolOptions {
  isPatient?: boolean
  connects?: number
  silent?: number
  most?: number
}

/** The same connections for whoever speaks SQL by themselves. */
export function createPool(
  databaseUrl: string,
  { isPatient = false, connects = connectsWithin, silent = silentFor, most = connections }: PoolOptions = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'tandem',
    min: 1,
    max: most,
    connectionTimeoutMillis: connects,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfter,
    types: typeParsers(),
    onConnect: (client) => prepare(client, isPatient, connects),
  })
  // The pool has removed a broken connection by itself; without a listener Node would end the process.
  pool.on('error', () => {})
  // A connection to a host that has vanished does not break by itself for a quarter of an hour: this frees whoever waits.
  pool.on('acquire', (client) => void socketOf(client).setTimeout(isPatient ? 0 : silent))
  pool.on('release', (_, client) => void socketOf(client).setTimeout(0))
  return pool
}

/**
 * Kysely gives the connection of a transaction back once `begin`, `commit` or `rollback` has succeeded, and one whose connection broke
 * succeeds in none of them: each would be lost to the pool for good. The pool itself tells a broken one when it is given back.
 */
class ReleasingDriver extends PostgresDriver {
  readonly #opening = new Set<Promise<unknown>>()

  override acquireConnection(...options: Parameters<PostgresDriver['acquireConnection']>) {
    const connection = super.acquireConnection(...options)
    this.#opening.add(connection)
    const done = () => this.#opening.delete(connection)
    connection.then(done, done)
    return connection
  }

  /** Kysely forgets its pool at once, fails with a connection that is opened just then, and never gives it back: the pool would not end. */
  override async destroy(...options: Parameters<PostgresDriver['destroy']>): Promise<void> {
    await Promise.allSettled(this.#opening)
    await super.destroy(...options)
  }

  override async beginTransaction(connection: Held, settings: TransactionSettings): Promise<void> {
    try {
      await super.beginTransaction(connection, settings)
    } catch (error) {
      await this.releaseConnection(connection)
      throw error
    }
  }

  override async commitTransaction(connection: Held): Promise<void> {
    try {
      await super.commitTransaction(connection)
    } catch (error) {
      throw isDatabaseAway(error) ? new UnknownOutcome(error) : error
    }
  }

  /** What cannot be rolled back any more is rolled back by PostgreSQL, as the connection has ended. */
  override async rollbackTransaction(connection: Held): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => {})
  }
}

type Held = Parameters<PostgresDriver['releaseConnection']>[0]

async function prepare(client: pg.ClientBase, isPatient: boolean, connects: number): Promise<void> {
  client.on('error', () => {})
  const socket = socketOf(client)
  socket.on('timeout', () => socket.destroy(new SilentDatabase()))
  socket.setTimeout(connects)
  keepPlans(client)
  if (!isPatient) await client.query(limits)
}

/**
 * The second ends what a process that vanished has left in the middle: its locks would stop everybody. As statements, not as
 * parameters of the connection's start: PgBouncer refuses those that it does not know.
 */
const limits = `set statement_timeout = ${statementsEndWithin}; set idle_in_transaction_session_timeout = ${silentFor}`

class SilentDatabase extends Error {
  readonly code = 'ETIMEDOUT'

  constructor() {
    super('The database did not answer.')
  }
}

/** A client of a pool has its connection as any client has, which the driver's types leave out; it is a plain or a TLS socket. */
function socketOf(client: pg.ClientBase): Socket {
  return (client as pg.Client).connection.stream as Socket
}

const [date, timestamp, timestamptz, interval] = [1082, 1114, 1184, 1186]

/** Text where MikroORM expects text, but moments as `Date`: it would hand them to Kysely in PostgreSQL's own writing, `2026-03-01 12:00:00+00`. */
function typeParsers(): pg.TypeOverrides {
  const types = new pg.TypeOverrides()
  for (const type of [date, timestamp, interval]) types.setTypeParser(type, (text: string) => text)
  types.setTypeParser(
    timestamptz,
    (text: string) => new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')),
  )
  return types
}
