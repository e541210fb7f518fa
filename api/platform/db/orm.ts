import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'
import type { Kysely } from 'kysely'
import { findConcurrentKysely } from './concurrent-queries.ts'
import type { Tables } from './tables.ts'

export type Orm = MikroORM

/**
 * Returns Kysely for queries. Use it for lists, because loading entities for a list takes many times as long as the
 * query.
 */
export function query(em: EntityManager): Kysely<Tables> {
  const kysely = em.getKysely<Tables>()
  return findConcurrentKysely(kysely) ?? kysely
}
