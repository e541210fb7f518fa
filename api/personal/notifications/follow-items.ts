import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { query } from '../../platform/db/orm.ts'
import type { ReadChange } from '../../platform/feed/reader.ts'
import type { Notification } from './entity.ts'
import { recordForEach } from './receipts.ts'

interface Followed extends Notification {
  was_in: string
  was_deleted: Date | null
}

/**
 * What is told of an item goes with it: to another project, whose people alone hear of it then, into the trash and out of it. Brought to
 * where the item is by now, so it may be done twice. What is purged takes its notifications along.
 */
export async function followItems(em: EntityManager, changes: readonly ReadChange[]): Promise<void> {
  const moved = changes
    .filter(
      ({ entity, op, fields }) => entity === 'work_items' && (op !== 'update' || 'project_id' in fields),
    )
    .map(({ id }) => id)
  if (moved.length === 0) return
  const { rows } = await sql<Followed>`
    update notifications n set project_id = i.project_id, deleted_at = i.deleted_at
    from work_items i
    where n.issue_id = i.id and i.id = any(${[...new Set(moved)]}::uuid[])
      and (n.project_id <> i.project_id or n.deleted_at is distinct from i.deleted_at)
    returning n.*, old.project_id as was_in, old.deleted_at as was_deleted`.execute(query(em))
  await recordForEach(
    em,
    rows.map(({ was_in, was_deleted, ...after }) => ({
      before: { ...after, project_id: was_in, deleted_at: was_deleted },
      after,
    })),
  )
}
