import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { query } from '../db/orm.ts'

/** Deletes changes from before `old` that every reader has dealt with, and those from before `oldest` in any case. */
export async function purgeChanges(em: EntityManager, old: Date, oldest: Date): Promise<void> {
  await sql`
    delete from changes where created_at < ${old} and (created_at < ${oldest} or not exists (
      select from feed_readers r
      left join feed_cursors c on c.reader = r.name and c.workspace_id = changes.workspace_id
      where coalesce(c.version, 0) < changes.version
    ))`.execute(query(em))
}
