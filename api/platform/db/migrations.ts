import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Migration } from '@mikro-orm/migrations'
import type { Constructor } from '@mikro-orm/postgresql'

const folder = new URL('migrations/', import.meta.url)

/**
 * File name of the baseline migration, which replaced all earlier migrations. Some later migrations have a
 * lower number.
 */
const baselineFile = '0070-push.ts'

/**
 * Returns the migrations in order of application: the baseline, then by number. A released migration never
 * changes.
 */
export async function readMigrations(): Promise<Constructor<Migration>[]> {
  const later = readdirSync(fileURLToPath(folder))
    .filter((file) => file.endsWith('.ts') && file !== baselineFile)
    .sort()
  const modules = [baselineFile, ...later].map((file) => import(new URL(file, folder).href))
  return (await Promise.all(modules)).map(migrationOf)
}

function migrationOf(module: object): Constructor<Migration> {
  const found = Object.values(module).find((one) => one?.prototype instanceof Migration)
  if (found === undefined) throw new Error('A file among the migrations exports none.')
  return found
}
