import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'
import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

export type Orm = MikroORM

/** Returns Kysely for queries. Hydrating entities for a list costs many times as much as the query. */
export function query(em: EntityManager): Kysely<Tables> {
  return em.getKysely<Tables>()
}
