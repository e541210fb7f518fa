import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/**
 * A lock on a table that blocks all reads until it is released. All rows that are written while it is held
 * become visible at the same moment.
 */
export interface LockedTable {
  /** Resolves when a query waits for the lock. */
  isWaitedFor(): Promise<void>
  write(statement: string, values?: unknown[]): Promise<void>
  release(): Promise<void>
}

export async function lockTable(databaseUrl: string, table: string): Promise<LockedTable> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('begin')
  await client.query(`lock table ${table} in access exclusive mode`)
  return {
    async isWaitedFor() {
      for (;;) {
        const waiting = await client.query(
          'select 1 from pg_locks where relation = $1::regclass and not granted',
          [table],
        )
        if (waiting.rows.length > 0) return
        await pause(2)
      }
    },
    async write(statement, values = []) {
      await client.query(statement, values)
    },
    async release() {
      await client.query('commit')
      await client.end()
    },
  }
}
