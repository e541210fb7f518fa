import { expect, test } from 'vitest'
import { migrate } from '#api/platform/db/migrate.ts'
import { runSql } from '../../support/api-client.ts'
import { createDatabase, createEmptyDatabase } from '../../support/database.ts'
import { dumpSchemaAsSql } from '../../support/schema-sql.ts'

const file = '../../../api/platform/db/schema.sql'

test('schema.sql is what the migrations create', async () => {
  const database = await createDatabase()
  await expect(await dumpSchemaAsSql(database.url)).toMatchFileSnapshot(file)
  await database.drop()
})

test('a database that ran the migrations of the baseline one by one is brought up to date', async () => {
  const database = await createEmptyDatabase()
  await migrate(database.url, console, { upTo: '0070-push' })
  await runSql(
    database.url,
    `insert into migrations (name) values ('0001-foundation'), ('0068-first-screen')`,
  )
  await migrate(database.url, console)
  await expect(await dumpSchemaAsSql(database.url)).toMatchFileSnapshot(file)
  await database.drop()
})

test('a database that stopped before the baseline is refused', async () => {
  const database = await createEmptyDatabase()
  await runSql(database.url, 'create table migrations (id serial primary key, name text)')
  await runSql(database.url, `insert into migrations (name) values ('0001-foundation'), ('0002-documents')`)
  await expect(migrate(database.url, console)).rejects.toThrow('Start version 0.1.0 with it once')
  expect(await runSql(database.url, `select to_regclass('users') as users`)).toEqual([{ users: null }])
  await database.drop()
})
