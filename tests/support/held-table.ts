import pg from 'pg'

/** A table that nobody else can read until it is released; what is written meanwhile is there for all at once. */
export interface HeldTable {
  /** Resolves when somebody waits to read it. */
  isWaitedFor(): Promise<void>
  write(statement: string, values?: unknown[]): Promise<void>
  release(): Promise<void>
}

export async function holdTable(databaseUrl: string, table: string): Promise<HeldTable> {
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
