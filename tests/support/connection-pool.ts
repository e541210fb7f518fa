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
  // The test may stop the database or end the connection. The pool then opens a new one.
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
