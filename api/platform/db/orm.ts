import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'
import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

export type Orm = MikroORM

/** Reads go straight to rows; hydrating entities for a list costs many times the query. */
export function query(em: EntityManager): Kysely<Tables> {
  return em.getKysely<Tables>()
}
