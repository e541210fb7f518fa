import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/**
 * Runs the statements in a transaction and starts `act` before the commit. The transaction is committed when
 * `act` waits for a lock or has finished.
 */
export async function runDuringTransaction<T>(
  databaseUrl: string,
  statements: readonly (readonly [statement: string, ...values: unknown[]])[],
  act: () => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('begin')
    for (const [statement, ...values] of statements) await client.query(statement, values)
    let isOver = false
    const done = act().finally(() => {
      isOver = true
    })
    done.catch(() => {})
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while (!isOver && (await client.query(waiting)).rows.length === 0) await pause(2)
    await client.query('commit')
    return await done
  } finally {
    await client.end()
  }
}
