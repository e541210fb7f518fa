import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { query } from '../db/orm.ts'

/** Start position of a new feed reader: the oldest stored change, or the next change. */
export type ReaderStartPosition = 'oldest' | 'now'

/** Registers a feed reader. If several processes start at once, only one of them sets the start position. */
export async function createReaderCursors(
  em: EntityManager,
  name: string,
  begins: ReaderStartPosition,
): Promise<void> {
  await em.transactional(async (inner) => {
    const db = query(inner as EntityManager)
    const begun = await db
      .insertInto('feed_readers')
      .values({ name, begun_at: new Date() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('name')
      .executeTakeFirst()
    if (begun === undefined || begins === 'oldest') return
    // Set cursors only for existing workspaces. A workspace that is created later is read from its first
    // change on.
    await db
      .insertInto('feed_cursors')
      .columns(['reader', 'workspace_id', 'version'])
      .expression(
        db.selectFrom('workspace_versions').select([sql.lit(name).as('reader'), 'workspace_id', 'version']),
      )
      .execute()
  })
}

/**
 * Returns the position of a feed reader and locks it until the transaction ends. Returns null if another
 * process holds the lock.
 */
export async function lockReaderCursor(
  em: EntityManager,
  reader: string,
  workspaceId: string,
): Promise<number | null> {
  const db = query(em)
  const cursor = await db
    .selectFrom('feed_cursors')
    .select('version')
    .where('reader', '=', reader)
    .where('workspace_id', '=', workspaceId)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (cursor !== undefined) return Number(cursor.version)
  const inserted = await db
    .insertInto('feed_cursors')
    .values({ reader, workspace_id: workspaceId, version: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .returning('version')
    .executeTakeFirst()
  return inserted === undefined ? null : 0
}

export async function advanceReaderCursor(
  em: EntityManager,
  reader: string,
  workspaceId: string,
  version: number,
): Promise<void> {
  await query(em)
    .updateTable('feed_cursors')
    .set({ version })
    .where('reader', '=', reader)
    .where('workspace_id', '=', workspaceId)
    .execute()
}

/** Returns the workspaces with unread changes. */
export async function findWorkspacesBehind(em: EntityManager, reader: string): Promise<string[]> {
  const rows = await query(em)
    .selectFrom('workspace_versions as v')
    .leftJoin('feed_cursors as c', (join) =>
      join.onRef('c.workspace_id', '=', 'v.workspace_id').on('c.reader', '=', reader),
    )
    .select('v.workspace_id')
    .where(sql<boolean>`v.version > coalesce(c.version, 0)`)
    .execute()
  return rows.map((row) => row.workspace_id)
}

export interface ReaderLag {
  reader: string
  /** Number of changes in all workspaces that the reader has not processed. */
  versions: number
  /** Age of the oldest unread change in seconds. It is 0 if all changes are read. */
  seconds: number
}

/** For each feed reader, returns how many changes it has not processed yet. */
export async function measureReaderLag(em: EntityManager): Promise<ReaderLag[]> {
  const { rows } = await sql<ReaderLag>`
    select r.name as reader, coalesce(sum(v.version - coalesce(c.version, 0)), 0)::float8 as versions,
      coalesce(extract(epoch from now() - min(unread.created_at)), 0)::float8 as seconds
    from feed_readers r
    left join workspace_versions v on true
    left join feed_cursors c on c.reader = r.name and c.workspace_id = v.workspace_id
    left join lateral (
      select created_at from changes
      where workspace_id = v.workspace_id and version > coalesce(c.version, 0) and v.version > coalesce(c.version, 0)
      order by version limit 1
    ) unread on true
    group by r.name`.execute(query(em))
  return rows
}
