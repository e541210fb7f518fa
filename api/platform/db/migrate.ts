import { setTimeout as pause } from 'node:timers/promises'
import { Migrator } from '@mikro-orm/migrations'
import { MikroORM } from '@mikro-orm/postgresql'
import { Explained } from '../config/explained.ts'
import { settingsSource } from '../config/settings-file.ts'
import { isDatabaseAway } from './database-away.ts'
import { baseline } from './migrations/0070-push.ts'
import { readMigrations } from './migrations.ts'
import { pooledDialect } from './pool.ts'

interface Log {
  warn(message: string): void
}

export interface MigrateOptions {
  /** Milliseconds for which it waits for a database that does not answer. */
  waits?: number
  /** The last migration that is applied; all without it. */
  upTo?: string | undefined
  /** For the restore itself; everybody else refuses what an unfinished one has left. */
  isRestoring?: boolean
}

/** A table that is there from the first step of a restore to its last. */
export const restoreMark = 'restore_under_way'

/** A database that starts at the same moment, as all of a machine's services do after a restart, may replay its log first. */
const startsWithin = 60_000

/**
 * Brings the database at `databaseUrl` up to date, over connections of its own: a migration takes as long as it takes. Processes
 * that start together wait for each other at an advisory lock, and all of them for a database that is not there yet.
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
    await untilThere(orm, databaseUrl, log, waits)
    if (!isRestoring) await refuseUnfinished(orm)
    await refuseTooOld(orm)
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

async function refuseUnfinished(orm: MikroORM): Promise<void> {
  const [row] = await orm.em
    .getConnection()
    .execute<{ found: string | null }[]>(`select to_regclass('${restoreMark}')::text as found`)
  if (row?.found == null) return
  throw new DatabaseNotThere(
    'A restore into this database has not come to its end. Wait for it, or run it again: it begins anew.',
  )
}

async function refuseTooOld(orm: MikroORM): Promise<void> {
  const connection = orm.em.getConnection()
  const [table] = await connection.execute<{ found: string | null }[]>(
    `select to_regclass('migrations')::text as found`,
  )
  if (table?.found == null) return
  const recorded = await connection.execute<{ name: string }[]>('select name from migrations')
  if (!isTooOld(recorded.map(({ name }) => name))) return
  throw new DatabaseNotThere(
    'The database is older than Tandem 0.1.0. Start version 0.1.0 with it once, and this version afterwards.',
  )
}

/** Whether a database stopped before the baseline: the migrations that it lacks up to there no longer exist. */
export function isTooOld(recorded: string[]): boolean {
  return recorded.length > 0 && !recorded.includes(baseline)
}

async function untilThere(orm: MikroORM, databaseUrl: string, log: Log, waits: number): Promise<void> {
  const { host } = new URL(databaseUrl)
  const deadline = Date.now() + waits
  for (let attempt = 1; ; attempt++) {
    try {
      return void (await orm.em.getConnection().execute('select 1'))
    } catch (error) {
      if (!isDatabaseAway(error) || Date.now() > deadline) throw explainedDatabase(error, databaseUrl)
      const reason = error instanceof Error ? error.message : String(error)
      if (attempt === 1) log.warn(`The database at ${host} does not answer yet (${reason}); waiting for it.`)
      await pause(250)
    }
  }
}

/** Said to whoever starts the server, without a stack. */
export class DatabaseNotThere extends Explained {}

/** Explains that a database does not answer, refuses the name or the password, or does not exist. Any other error is returned as it is. */
export function explainedDatabase(error: unknown, databaseUrl: string): unknown {
  const { host, pathname } = new URL(databaseUrl)
  const reason = error instanceof Error ? error.message || error.name : String(error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const where = `Is DATABASE_URL right? ${settingsSource()}`
  if (isDatabaseAway(error))
    return new DatabaseNotThere(`The database at ${host} does not answer (${reason}). ${where}`)
  if (!['28P01', '28000', '3D000', '42501'].includes(code)) return error
  const name = decodeURIComponent(pathname.slice(1))
  return new DatabaseNotThere(`The database ${name} at ${host} cannot be used: ${reason}. ${where}`)
}
