import { Migrator } from '@mikro-orm/migrations'
import { EntityCaseNamingStrategy, type EntityManager, MikroORM } from '@mikro-orm/postgresql'
import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import { type Bus, createBus } from '../bus.ts'
import { ChangeFeed } from './change-feed.ts'
import { keepPlans } from './kept-plans.ts'
import { migrations } from './migrations/list.ts'
import { type Tables, tables } from './tables.ts'

export type Orm = MikroORM

/** Connects; the change feed wakes the hub over `bus` after each commit. */
export async function createOrm(databaseUrl: string, bus: Bus): Promise<Orm> {
  return MikroORM.init({
    clientUrl: databaseUrl,
    entities: tables,
    namingStrategy: EntityCaseNamingStrategy,
    subscribers: [new ChangeFeed(bus)],
    extensions: [Migrator],
    migrations: { migrationsList: migrations, tableName: 'migrations', snapshot: false, silent: true },
    pool: { min: 1, max: 20 },
    driverOptions: {
      onPoolCreated: (pool: Pool) =>
        void pool.on('connect', (client) => {
          client.setTypeParser(timestamptz, readMoment)
          keepPlans(client)
        }),
    },
    forceUtcTimezone: true,
    // A request makes its own fork; the global one must never be used by accident.
    allowGlobalContext: false,
  })
}

const timestamptz = 1184

/** Moments as `Date` in queries too: left alone, MikroORM hands them to Kysely in PostgreSQL's own writing, `2026-03-01 12:00:00+00`. */
function readMoment(text: string): Date {
  return new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))
}

/** Brings the database at `databaseUrl` up to date, with a connection of its own. */
export async function migrate(databaseUrl: string): Promise<void> {
  const bus = createBus(null)
  const orm = await createOrm(databaseUrl, bus)
  try {
    await applyMigrations(orm)
  } finally {
    await orm.close(true)
    await bus.close()
  }
}

/** Processes that start together wait for each other at an advisory lock. */
export async function applyMigrations(orm: Orm): Promise<void> {
  const connection = orm.em.getConnection()
  const migrationsLock = 7_310_226
  await connection.transactional(async (transaction) => {
    await connection.execute(`select pg_advisory_xact_lock(${migrationsLock})`, [], 'run', transaction)
    await orm.migrator.up()
  })
}

/** Reads go straight to rows; hydrating entities for a list costs many times the query. */
export function query(em: EntityManager): Kysely<Tables> {
  return em.getKysely<Tables>()
}
