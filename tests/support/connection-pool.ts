import pg from 'pg'

/**
 * Connections of this process that `runSql` keeps open. Opening a connection costs a hundred times as much as a
 * short statement, and many tests repeat a statement until it returns what they wait for.
 */
const pools = new Map<string, pg.Pool>()

/** Returns the connection pool of a database. Statements that are sent at once run in any order. */
export function getConnectionPool(url: string): pg.Pool {
  const known = pools.get(url)
  if (known) return known
  const pool = new pg.Pool({ connectionString: url, max: 20, idleTimeoutMillis: 5000, allowExitOnIdle: true })
  // The pool emits an error when the test stops the database or ends a connection. The error is ignored, because the
  // pool then opens a new connection.
  pool.on('error', () => {})
  pools.set(url, pool)
  return pool
}

/** Closes the connections to the databases for which `isIt` returns true, so that they can be dropped. */
export async function closeConnectionPools(isIt: (url: string) => boolean): Promise<void> {
  for (const [url, pool] of pools) {
    if (!isIt(url)) continue
    pools.delete(url)
    await pool.end()
  }
}
