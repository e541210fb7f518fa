import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { closeConnectionPools } from './connection-pool.ts'
import { replaceDatabaseInUrl, templateName } from './postgres.ts'

export type TestDatabase = { url: string; drop(): Promise<void> }

/** Creates a migrated, empty database as a copy of the run's template. */
export function createDatabase(): Promise<TestDatabase> {
  return copyOf(templateName)
}

/** Creates a database without any table. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return copyOf('template0')
}

async function copyOf(template: string): Promise<TestDatabase> {
  const postgresUrl = inject('postgresUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await run(postgresUrl, `create database ${name} template ${template} strategy file_copy`)
  return {
    url: replaceDatabaseInUrl(postgresUrl, name),
    async drop() {
      await closeConnectionPools((url) => new URL(url).pathname === `/${name}`)
      await run(postgresUrl, endSessions(name), `drop database ${name}`)
    },
  }
}

/**
 * Ends the sessions of the database. `drop database … with (force)` would fail while autovacuum, a process of
 * the superuser, is running. A plain drop stops autovacuum.
 */
function endSessions(database: string): string {
  return `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${database}' and usename = current_user`
}

async function run(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
