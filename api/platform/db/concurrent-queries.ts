import type { EntityManager } from '@mikro-orm/postgresql'
import {
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type { Tables } from './tables.ts'

/** The connections that are in a read-only transaction. The connection pool adds and removes them. */
export const readOnlyConnections = new WeakSet<object>()

/** Kysely for read-only transactions that send queries without waiting, by the Kysely of the transaction. */
const concurrentKysely = new WeakMap<object, Kysely<Tables>>()

/**
 * Sends the queries of a read-only transaction without waiting for the results of earlier queries, so that
 * `Promise.all` needs one round trip for all of its queries. Kysely would send each query only after the result of the
 * previous one. Transactions that write must wait, because a query that is sent after a failed query could otherwise take
 * effect after the rollback.
 */
export function sendQueriesConcurrently(em: EntityManager): void {
  const transaction = em.getKysely<Tables>()
  const acquireConnection = async (): Promise<DatabaseConnection> => {
    const connection = await transaction.getExecutor().provideConnection(async (one) => one)
    if (!readOnlyConnections.has(connection)) throw new Error('The read-only transaction has ended.')
    return connection
  }
  const unsupported = () => Promise.reject(new Error('A transaction cannot contain another transaction.'))
  const kysely = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => ({
        init: async () => {},
        acquireConnection,
        releaseConnection: async () => {},
        beginTransaction: unsupported,
        commitTransaction: unsupported,
        rollbackTransaction: unsupported,
        destroy: async () => {},
      }),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  concurrentKysely.set(transaction, kysely)
}

/** Returns the Kysely that sends queries concurrently, if the transaction is read-only. */
export function findConcurrentKysely(transaction: Kysely<Tables>): Kysely<Tables> | undefined {
  return concurrentKysely.get(transaction)
}
