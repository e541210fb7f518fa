import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import pg from 'pg'
import type { Config } from '../config/config.ts'
import { Explained } from '../config/explained.ts'
import { settingsSource } from '../config/settings-file.ts'
import { connectOrStartEmbedded } from './embedded-postgres.ts'
import { DatabaseNotThere, explainedDatabase } from './migrate.ts'
import { clusterIn } from './postgres-cluster.ts'

/** Runs a command of the command line: `--help` prints its usage and runs nothing, an explained error is printed without a stack. */
export async function runCommand(usage: string, main: (args: string[]) => Promise<void>): Promise<void> {
  const args = process.argv.slice(2)
  if (asksForHelp(args)) return console.log(usage)
  try {
    await main(args)
  } catch (error) {
    console.error(error instanceof Explained ? error.message : error)
    process.exitCode = 1
  }
}

export function asksForHelp(args: string[]): boolean {
  return args.includes('--help') || args.includes('-h')
}

/** How a command is called here: `tandem backup` in the image, `npm run backup --` in the project. */
export function spelled(command: string): string {
  return basename(process.argv[1] ?? '').startsWith('tandem') ? `tandem ${command}` : `npm run ${command} --`
}

type Database = Pick<Config, 'databaseUrl' | 'dataDir'>

/** As `withDatabase`, but without one it names the place where it looked instead of creating an empty one. */
export async function withExistingDatabase<T>(
  config: Database,
  work: (databaseUrl: string) => Promise<T>,
): Promise<T> {
  const { folder } = clusterIn(config.dataDir)
  if (config.databaseUrl === null && !existsSync(folder)) {
    throw new DatabaseNotThere(
      `There is no database: DATABASE_URL is not set and ${folder} does not exist. ${settingsSource()}`,
    )
  }
  return withDatabase(config, work)
}

/**
 * Runs `work` on the database of `DATABASE_URL`, else on the embedded one, which is created and started as needed. With `isPatient`,
 * `work` waits itself for a database that does not answer yet.
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

/** A person waits for the command, so it fails at once instead of waiting for a database that starts, as the server does. */
async function expectAnswer(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    throw explainedDatabase(error, databaseUrl)
  } finally {
    await client.end().catch(() => {})
  }
}
