import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import pg from 'pg'
import type { Config } from '../config/config.ts'
import { OperatorError } from '../config/operator-error.ts'
import { describeSettingsSource } from '../config/settings-file.ts'
import { connectOrStartEmbedded } from './embedded-postgres.ts'
import { DatabaseUnreachable, explainDatabaseError } from './migrate.ts'
import { postgresClusterPaths } from './postgres-cluster.ts'

/** Runs a command line program. `--help` prints the usage; an `OperatorError` is printed without a stack. */
export async function runCommand(usage: string, main: (args: string[]) => Promise<void>): Promise<void> {
  const args = process.argv.slice(2)
  if (isHelpRequested(args)) return console.log(usage)
  try {
    await main(args)
  } catch (error) {
    console.error(error instanceof OperatorError ? error.message : error)
    process.exitCode = 1
  }
}

export function isHelpRequested(args: string[]): boolean {
  return args.includes('--help') || args.includes('-h')
}

/**
 * Returns the text with which users run a command: `tandem backup` in the image, `npm run backup --` in the
 * project.
 */
export function formatCommandName(command: string): string {
  return basename(process.argv[1] ?? '').startsWith('tandem') ? `tandem ${command}` : `npm run ${command} --`
}

type Database = Pick<Config, 'databaseUrl' | 'dataDir'>

/**
 * Like `withDatabase`, but never creates a database. If there is no database, the function throws an error that
 * names the searched folder.
 */
export async function withExistingDatabase<T>(
  config: Database,
  work: (databaseUrl: string) => Promise<T>,
): Promise<T> {
  const { folder } = postgresClusterPaths(config.dataDir)
  if (config.databaseUrl === null && !existsSync(folder)) {
    throw new DatabaseUnreachable(
      `There is no database: DATABASE_URL is not set and ${folder} does not exist. ${describeSettingsSource()}`,
    )
  }
  return withDatabase(config, work)
}

/**
 * Runs `work` on the database of `DATABASE_URL`, otherwise on the embedded database, which is created and
 * started if needed. Throws if the database of `DATABASE_URL` does not answer, unless `isPatient` is true. If
 * `isPatient` is true, `work` itself must wait for the database.
 */
export async function withDatabase<T>(
  { databaseUrl, dataDir }: Database,
  work: (databaseUrl: string) => Promise<T>,
  { isPatient = false } = {},
): Promise<T> {
  if (databaseUrl !== null) {
    if (!isPatient) await expectAnswer(databaseUrl)
    return work(databaseUrl)
  }
  const embedded = await connectOrStartEmbedded({ dataDir, log: console })
  try {
    return await work(embedded.url)
  } finally {
    await embedded.stop()
  }
}

/**
 * Throws if the database does not answer within ten seconds. A command does not wait longer, because a user
 * waits for it.
 */
async function expectAnswer(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    throw explainDatabaseError(error, databaseUrl)
  } finally {
    await client.end().catch(() => {})
  }
}
