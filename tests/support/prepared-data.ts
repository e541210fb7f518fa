import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import { jobs } from '#api/job-list.ts'
import { connectOrStartEmbedded } from '#api/platform/db/embedded-postgres.ts'
import { migrate } from '#api/platform/db/migrate.ts'
import { createJobTables } from '#api/platform/jobs/boss.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The data folders that tests copy: `empty` contains a PostgreSQL with an empty database, `migrated` one
     * with all tables.
     */
    preparedData: string
  }
}

/**
 * Prepares the data folders for the tests of failures, because `initdb` and the migrations take most of the time of a
 * first start. Both have separate tests (`failures/server.test.ts`, `failures/embedded-postgres.test.ts`).
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-prepared-'))
  const migrated = join(folder, 'migrated')
  const options = { dataDir: migrated, log: console, durable: false }
  const first = await connectOrStartEmbedded(options)
  await first.stop()
  copy(migrated, join(folder, 'empty'))
  const postgres = await connectOrStartEmbedded(options)
  await migrate(postgres.url, console)
  await createJobTables(postgres.url, jobs, console)
  await postgres.stop()
  project.provide('preparedData', folder)
  return () => rm(folder, { recursive: true, force: true })
}

/**
 * Copies a prepared data folder and returns the copy. Its content is the same as after a first start of the
 * server.
 */
export async function copyMigratedDataFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `tandem-${name}-`))
  copyPreparedDataFolder('migrated', folder)
  return folder
}

export function copyPreparedDataFolder(kind: 'empty' | 'migrated', to: string): void {
  copy(join(inject('preparedData'), kind), to)
}

/** Keeps the owner of the files, because PostgreSQL does not run as root. */
function copy(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  execFileSync('cp', ['-a', `${from}/.`, to])
}
