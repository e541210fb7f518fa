import { EntityCaseNamingStrategy, MikroORM } from '@mikro-orm/postgresql'
import { listeners } from './listeners.ts'
import { AuditLogSubscriber } from './organization/audit/audit-log.ts'
import type { Bus } from './platform/bus.ts'
import { postgresDriver } from './platform/db/driver.ts'
import { EntityManager } from './platform/db/entity-manager.ts'
import { setEventListeners } from './platform/db/events.ts'
import type { Orm } from './platform/db/orm.ts'
import { pooledDialect } from './platform/db/pool.ts'
import { ChangeFeedSubscriber } from './platform/feed/flush-subscriber.ts'
import { databaseEntities } from './tables.ts'

/** Connects to the database. After each commit, a message on `bus` announces the new changes. */
export async function createOrm(databaseUrl: string, bus: Bus): Promise<Orm> {
  const orm = await MikroORM.init({
    clientUrl: databaseUrl,
    entities: databaseEntities,
    driver: postgresDriver,
    entityManager: EntityManager,
    namingStrategy: EntityCaseNamingStrategy,
    // `AuditLogSubscriber` runs before `ChangeFeedSubscriber`, so that the feed locks the version counter of
    // the workspace as late as possible.
    subscribers: [new AuditLogSubscriber(bus), new ChangeFeedSubscriber(bus)],
    driverOptions: pooledDialect(databaseUrl),
    forceUtcTimezone: true,
    // Each request uses its own fork of the entity manager. With this setting, MikroORM throws if code uses
    // the global one by accident.
    allowGlobalContext: false,
  })
  setEventListeners(orm.em, listeners)
  return orm
}
