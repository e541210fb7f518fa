import type { Socket } from 'node:net'
import { PostgresDialect, PostgresDriver, type TransactionSettings } from 'kysely'
import pg from 'pg'
import { readOnlyConnections } from './concurrent-queries.ts'
import { isDatabaseUnavailable, WriteOutcomeUnknown } from './database-unavailable.ts'
import { enablePreparedStatements } from './prepared-statements.ts'

/**
 * Maximum number of connections per process. This is a third of the embedded server's 60 connections, so that
 * a second process and admin tools can also connect.
 */
const connections = 20
/** Milliseconds to wait for a connection. A user who waits longer would probably send the same request again. */
const connectsWithin = 5000
/**
 * Maximum milliseconds of a statement. Proxies time out after a minute by default (nginx:
 * proxy_read_timeout), so the answer of a longer statement would be lost.
 */
const statementsEndWithin = 30_000
/**
 * Milliseconds after which a silent connection counts as broken, because PostgreSQL ends each statement
 * earlier.
 */
const silentFor = statementsEndWithin + 5000
/** Milliseconds between keep-alive packets. Network devices drop idle connections after a minute or more. */
const keepAliveAfter = 10_000

/**
 * Kysely dialect with a connection pool that recovers from every failure of the database. If `isPatient` is
 * true, statements have no time limit. All times are in milliseconds.
 */
export function pooledDialect(databaseUrl: string, options: PoolOptions = {}): PostgresDialect {
  const pool = createPool(databaseUrl, { ...options, pipeline: true })
  return Object.assign(new PostgresDialect({ pool }), { createDriver: () => new TransactionDriver({ pool }) })
}

interface PoolOptions {
  isPatient?: boolean
  connects?: number
  silent?: number
  most?: number
  /** If true, statements are sent without waiting for the results of earlier statements of the same connection. */
  pipeline?: boolean
}

/** Creates the connection pool of `pooledDialect`, for callers that write SQL themselves. */
export function createPool(databaseUrl: string, options: PoolOptions = {}): pg.Pool {
  const { isPatient = false, connects = connectsWithin, silent = silentFor, most = connections } = options
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'tandem',
    min: 1,
    max: most,
    pipeline: options.pipeline ?? false,
    connectionTimeoutMillis: connects,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfter,
    types: typeParsers(),
    onConnect: (client) => prepare(client, isPatient, connects),
  })
  // Add an empty listener, because Node would exit without an error listener. The pool itself removes the broken
  // connection.
  pool.on('error', () => {})
  // Set a timeout, which returns an error to the waiting caller. TCP notices a vanished host only after a
  // quarter of an hour.
  pool.on('acquire', (client) => void socketOf(client).setTimeout(isPatient ? 0 : silent))
  pool.on('release', (_, client) => void socketOf(client).setTimeout(0))
  return pool
}

/**
 * Starts and ends read-only transactions without waiting for the database, so that `begin` and the first statement need one
 * round trip. Other transactions wait, because their statements would take effect at once if `begin` had failed.
 *
 * Also releases connections that Kysely would lose. Kysely releases the connection of a transaction only after `begin`,
 * `commit` or `rollback` succeeds. On a broken connection, none of these statements succeeds. The pool detects broken
 * connections on release.
 */
class TransactionDriver extends PostgresDriver {
  readonly #opening = new Set<Promise<unknown>>()
  /** The results of `begin`, by the connections of read-only transactions. */
  readonly #reading = new WeakMap<PooledConnection, Promise<void>>()
  /** The results of `commit`, by the connections of read-only transactions. */
  readonly #ending = new WeakMap<PooledConnection, Promise<void>>()

  override acquireConnection(...options: Parameters<PostgresDriver['acquireConnection']>) {
    const connection = super.acquireConnection(...options)
    this.#opening.add(connection)
    const done = () => this.#opening.delete(connection)
    connection.then(done, done)
    return connection
  }

  /**
   * Waits for connections that are being opened. Otherwise Kysely would forget its pool immediately, never
   * release these connections, and the pool would not end.
   */
  override async destroy(...options: Parameters<PostgresDriver['destroy']>): Promise<void> {
    await Promise.allSettled(this.#opening)
    await super.destroy(...options)
  }

  override async beginTransaction(
    connection: PooledConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    const begun = super.beginTransaction(connection, settings)
    if (settings.accessMode === 'read only') {
      // `commitTransaction` reports the error. Without this handler, Node would exit if a statement fails first.
      begun.catch(() => {})
      this.#reading.set(connection, begun)
      readOnlyConnections.add(connection)
      return
    }
    try {
      await begun
    } catch (error) {
      await this.releaseConnection(connection)
      throw error
    }
  }

  override async commitTransaction(connection: PooledConnection): Promise<void> {
    readOnlyConnections.delete(connection)
    const begun = this.#reading.get(connection)
    if (begun !== undefined) {
      await begun
      const ended = super.commitTransaction(connection)
      // `releaseConnection` reacts to the error.
      ended.catch(() => {})
      this.#ending.set(connection, ended)
      return
    }
    try {
      await super.commitTransaction(connection)
    } catch (error) {
      throw isDatabaseUnavailable(error) ? new WriteOutcomeUnknown(error) : error
    }
  }

  /** Returns the connection to the pool after its transaction has ended. */
  override async releaseConnection(connection: PooledConnection): Promise<void> {
    const ended = this.#ending.get(connection)
    this.#reading.delete(connection)
    this.#ending.delete(connection)
    await ended?.catch(() => this.rollbackTransaction(connection))
    await super.releaseConnection(connection)
  }

  /** Ignores a failed rollback. The connection is then closed, and PostgreSQL rolls back. */
  override async rollbackTransaction(connection: PooledConnection): Promise<void> {
    readOnlyConnections.delete(connection)
    await super.rollbackTransaction(connection).catch(() => {})
  }
}

type PooledConnection = Parameters<PostgresDriver['releaseConnection']>[0]

async function prepare(client: pg.ClientBase, isPatient: boolean, connects: number): Promise<void> {
  client.on('error', () => {})
  const socket = socketOf(client)
  socket.on('timeout', () => socket.destroy(new SilentDatabase()))
  socket.setTimeout(connects)
  enablePreparedStatements(client)
  if (!isPatient) await client.query(limits)
}

/**
 * SQL that sets the limits of each connection. The limit for idle transactions ends a transaction whose process
 * has died, because its locks would block other transactions. The limits are set by statements, because
 * PgBouncer rejects unknown connection parameters.
 */
const limits = `set statement_timeout = ${statementsEndWithin}; set idle_in_transaction_session_timeout = ${silentFor}`

class SilentDatabase extends Error {
  readonly code = 'ETIMEDOUT'

  constructor() {
    super('The database did not answer.')
  }
}

/**
 * Returns the stream of a connection, which is a plain or a TLS socket. The driver's type for pool clients does
 * not contain this property.
 */
function socketOf(client: pg.ClientBase): Socket {
  return (client as pg.Client).connection.stream as Socket
}

const [date, timestamp, timestamptz, interval] = [1082, 1114, 1184, 1186]

/**
 * Parses timestamps as `Date`. MikroORM expects dates as text, and would otherwise pass timestamps to Kysely
 * in PostgreSQL's format, `2026-03-01 12:00:00+00`.
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
