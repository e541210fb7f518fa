import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { databaseUrl, templateName } from './postgres.ts'

export type TestDatabase = { url: string; drop(): Promise<void> }

/** A migrated, empty database of its own: a copy of the run's template. */
export async function createDatabase(): Promise<TestDatabase> {
  const postgresUrl = inject('postgresUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await run(postgresUrl, `create database ${name} template ${templateName} strategy file_copy`)
  return {
    url: databaseUrl(postgresUrl, name),
    drop: () => run(postgresUrl, `drop database ${name} with (force)`),
  }
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
