import type { Socket } from 'node:net'
import { PostgresDialect, PostgresDriver, type TransactionSettings } from 'kysely'
import pg from 'pg'
import { isDatabaseUnavailable, UnknownOutcome } from './database-unavailable.ts'
import { enablePreparedStatements } from './prepared-statements.ts'

/** A third of the embedded server's 60 connections, so that a second process and admin tools still fit. */
const connections = 20
/** Milliseconds to wait for a connection. After that time a user would press the button again. */
const connectsWithin = 5000
/**
 * Milliseconds. Proxies time out after a minute by default (nginx: proxy_read_timeout), so longer statements are
 * useless.
 */
const statementsEndWithin = 30_000
/** PostgreSQL ends each statement itself. If it is silent for longer, the connection is dead. */
const silentFor = statementsEndWithin + 5000
/** Milliseconds. Network devices drop idle connections after a minute or more. */
const keepAliveAfter = 10_000

/**
 * Kysely with a pool that recovers from every failure of the database. A patient pool has no time limit for statements.
 * All times are in milliseconds.
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

/** The same pool for callers that write SQL themselves. */
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
  // The pool removes a broken connection itself, but without a listener Node would exit.
  pool.on('error', () => {})
  // TCP notices a vanished host only after a quarter of an hour. The timeout frees the waiting caller.
  pool.on('acquire', (client) => void socketOf(client).setTimeout(isPatient ? 0 : silent))
  pool.on('release', (_, client) => void socketOf(client).setTimeout(0))
  return pool
}

/**
 * Kysely releases the connection of a transaction only after `begin`, `commit` or `rollback` succeeds. On a broken
 * connection none of them succeeds, so the pool would lose it. The pool detects broken connections itself on release.
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

  /**
   * On `destroy`, Kysely forgets its pool immediately. A connection that is being opened would never be released, and
   * the pool would not end.
   */
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
      throw isDatabaseUnavailable(error) ? new UnknownOutcome(error) : error
    }
  }

  /** If the rollback fails, the connection is closed, and PostgreSQL rolls back. */
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
  enablePreparedStatements(client)
  if (!isPatient) await client.query(limits)
}

/**
 * The second limit ends a transaction whose process vanished, because its locks would block everyone. Set as
 * statements, because PgBouncer rejects unknown connection parameters.
 */
const limits = `set statement_timeout = ${statementsEndWithin}; set idle_in_transaction_session_timeout = ${silentFor}`

class SilentDatabase extends Error {
  readonly code = 'ETIMEDOUT'

  constructor() {
    super('The database did not answer.')
  }
}

/** The driver's types omit the connection of a pool client. Its stream is a plain or a TLS socket. */
function socketOf(client: pg.ClientBase): Socket {
  return (client as pg.Client).connection.stream as Socket
}

const [date, timestamp, timestamptz, interval] = [1082, 1114, 1184, 1186]

/**
 * MikroORM expects dates as text, but would pass timestamps to Kysely in PostgreSQL's format, `2026-03-01 12:00:00+00`.
 * So timestamps are parsed as `Date`.
 */
function typeParsers(): pg.TypeOverrides {
  const types = new pg.TypeOverrides()
  for (const type of [date, timestamp, interval]) types.setTypeParser(type, (text: string) => text)
  types.setTypeParser(
    timestamptz,
    (text: string) => new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')),
  )
  return types
}
