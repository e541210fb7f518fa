import { setTimeout as pause } from 'node:timers/promises'
import { Migrator } from '@mikro-orm/migrations'
import { MikroORM } from '@mikro-orm/postgresql'
import { OperatorError } from '../config/operator-error.ts'
import { describeSettingsSource } from '../config/settings-file.ts'
import { isDatabaseUnavailable } from './database-unavailable.ts'
import { baseline } from './migrations/0070-push.ts'
import { readMigrations } from './migrations.ts'
import { pooledDialect } from './pool.ts'

interface Log {
  warn(message: string): void
}

export interface MigrateOptions {
  /** Maximum milliseconds to wait for a database that does not answer. */
  waits?: number
  /** Name of the last migration to apply. If it is missing, all migrations are applied. */
  upTo?: string | undefined
  /**
   * True for the migration at the end of a restore. All other callers fail if an earlier restore did not
   * finish.
   */
  isRestoring?: boolean
}

/** Name of a table that exists only while a restore is running. */
export const restoreRunningTable = 'restore_under_way'

/**
 * Milliseconds to wait for the database. The database may start at the same time as this process, for example
 * after a reboot, and may first replay its write-ahead log.
 */
const startsWithin = 60_000

/**
 * Migrates the database on separate connections without a time limit. Processes that start together wait for
 * each other at an advisory lock. If the database is not available yet, `migrate` waits for it.
 */
export async function migrate(
  databaseUrl: string,
  log: Log,
  { waits = startsWithin, upTo, isRestoring = false }: MigrateOptions = {},
): Promise<void> {
  const orm = await MikroORM.init({
    clientUrl: databaseUrl,
    entities: [],
    discovery: { warnWhenNoEntities: false },
    extensions: [Migrator],
    migrations: {
      migrationsList: await readMigrations(),
      tableName: 'migrations',
      snapshot: false,
      silent: true,
    },
    driverOptions: pooledDialect(databaseUrl, { isPatient: true }),
    allowGlobalContext: false,
  })
  try {
    await waitForDatabase(orm, databaseUrl, log, waits)
    if (!isRestoring) await assertMigrationsFinished(orm)
    await assertDatabaseRecentEnough(orm)
    const connection = orm.em.getConnection()
    await connection.transactional(async (transaction) => {
      await connection.execute(`select pg_advisory_xact_lock(${migrationsLock})`, [], 'run', transaction)
      await orm.migrator.up({ transaction, ...(upTo !== undefined && { to: upTo }) })
    })
  } finally {
    await orm.close(true)
  }
}

const migrationsLock = 7_310_226

async function assertMigrationsFinished(orm: MikroORM): Promise<void> {
  const [row] = await orm.em
    .getConnection()
    .execute<{ found: string | null }[]>(`select to_regclass('${restoreRunningTable}')::text as found`)
  if (row?.found == null) return
  throw new DatabaseUnreachable(
    'A restore into this database has not come to its end. Wait for it, or run it again: it begins anew.',
  )
}

async function assertDatabaseRecentEnough(orm: MikroORM): Promise<void> {
  const connection = orm.em.getConnection()
  const [table] = await connection.execute<{ found: string | null }[]>(
    `select to_regclass('migrations')::text as found`,
  )
  if (table?.found == null) return
  const recorded = await connection.execute<{ name: string }[]>('select name from migrations')
  if (!isSchemaTooOld(recorded.map(({ name }) => name))) return
  throw new DatabaseUnreachable(
    'The database is older than Tandem 0.1.0. Start version 0.1.0 with it once, and this version afterwards.',
  )
}

/**
 * Returns true if the database is older than the baseline migration. Such a database cannot be migrated,
 * because the earlier migrations no longer exist.
 */
export function isSchemaTooOld(recorded: string[]): boolean {
  return recorded.length > 0 && !recorded.includes(baseline)
}

async function waitForDatabase(orm: MikroORM, databaseUrl: string, log: Log, waits: number): Promise<void> {
  const { host } = new URL(databaseUrl)
  const deadline = Date.now() + waits
  for (let attempt = 1; ; attempt++) {
    try {
      return void (await orm.em.getConnection().execute('select 1'))
    } catch (error) {
      if (!isDatabaseUnavailable(error) || Date.now() > deadline)
        throw explainDatabaseError(error, databaseUrl)
      const reason = error instanceof Error ? error.message : String(error)
      if (attempt === 1) log.warn(`The database at ${host} does not answer yet (${reason}); waiting for it.`)
      await pause(250)
    }
  }
}

/** Thrown when the database does not answer. The operator sees the message without a stack. */
export class DatabaseUnreachable extends OperatorError {}

/**
 * Returns an error that explains that the database does not answer, rejects the credentials or does not
 * exist. Returns any other error unchanged.
 */
export function explainDatabaseError(error: unknown, databaseUrl: string): unknown {
  const { host, pathname } = new URL(databaseUrl)
  const reason = error instanceof Error ? error.message || error.name : String(error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const where = `Is DATABASE_URL right? ${describeSettingsSource()}`
  if (isDatabaseUnavailable(error))
    return new DatabaseUnreachable(`The database at ${host} does not answer (${reason}). ${where}`)
  if (!['28P01', '28000', '3D000', '42501'].includes(code)) return error
  const name = decodeURIComponent(pathname.slice(1))
  return new DatabaseUnreachable(`The database ${name} at ${host} cannot be used: ${reason}. ${where}`)
}
