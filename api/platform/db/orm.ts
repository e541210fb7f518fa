import { EntityCaseNamingStrategy, type EntityManager, MikroORM } from '@mikro-orm/postgresql'
import type { Kysely } from 'kysely'
import { AuditLog } from '../../organization/audit/audit-log.ts'
import { type Tables, tables } from '../../tables.ts'
import type { Bus } from '../feed/bus.ts'
import { ChangeFeed } from '../feed/flush-subscriber.ts'
import { EntityManager as OwnEntityManager } from './entity-manager.ts'
import { pooledDialect } from './pool.ts'

export type Orm = MikroORM

/** Connects; the change feed wakes the hub over `bus` after each commit. */
export async function createOrm(databaseUrl: string, bus: Bus): Promise<Orm> {
  return MikroORM.init({
    clientUrl: databaseUrl,
    entities: tables,
    entityManager: OwnEntityManager,
    namingStrategy: EntityCaseNamingStrategy,
    // The log first: the feed takes its counter last before the commit.
    subscribers: [new AuditLog(bus), new ChangeFeed(bus)],
    driverOptions: pooledDialect(databaseUrl),
    forceUtcTimezone: true,
    // A request makes its own fork; the global one must never be used by accident.
    allowGlobalContext: false,
  })
}

/** Reads go straight to rows; hydrating entities for a list costs many times the query. */
export function query(em: EntityManager): Kysely<Tables> {
  return em.getKysely<Tables>()
}
