import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { query } from '../db/orm.ts'

/**
 * Deletes changes older than `old` that every feed reader has processed, and all changes older than `oldest`.
 */
export async function purgeChanges(em: EntityManager, old: Date, oldest: Date): Promise<void> {
  await sql`
    delete from changes where created_at < ${old} and (created_at < ${oldest} or not exists (
      select from feed_readers r
      left join feed_cursors c on c.reader = r.name and c.workspace_id = changes.workspace_id
      where coalesce(c.version, 0) < changes.version
    ))`.execute(query(em))
}

/** Approximate bytes of a stored row, not counting its answer. */
const rowBytes = 300

/**
 * Deletes answers older than `old`. For each user, also deletes the oldest of the remaining answers if all of them
 * together have more than `most` bytes.
 */
export async function purgeIdempotencyRecords(em: EntityManager, old: Date, most: number): Promise<void> {
  const db = query(em)
  await db.deleteFrom('answered_writes').where('created_at', '<', old).execute()
  const size = sql`coalesce(octet_length(answer), 0) + ${sql.lit(rowBytes)}`
  await sql`
    delete from answered_writes a using (
      select user_id, mutation_id, sum(${size}) over (partition by user_id order by created_at desc, mutation_id desc) as bytes
      from answered_writes
      where user_id in (select user_id from answered_writes group by user_id having sum(${size}) > ${most})
    ) one
    where a.user_id = one.user_id and a.mutation_id = one.mutation_id and one.bytes > ${most}`.execute(db)
}
