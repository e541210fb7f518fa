import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { query } from '../../platform/db/orm.ts'
import type { FeedChange } from '../../platform/feed/reader.ts'
import type { Notification } from './entity.ts'
import { recordChangeForEachReceiver } from './receipts.ts'

interface NotifiedItem extends Notification {
  was_in: string
  was_deleted: Date | null
}

/**
 * Updates the notifications of work items that moved to another project, were moved to the trash or were restored.
 * The function copies the current project and deletion time of the item to the notifications, so running it twice
 * does no harm. The notifications of purged items are deleted.
 */
export async function updateNotificationsOfItems(
  em: EntityManager,
  changes: readonly FeedChange[],
): Promise<void> {
  const moved = changes
    .filter(
      ({ entity, op, fields }) => entity === 'work_items' && (op !== 'update' || 'project_id' in fields),
    )
    .map(({ id }) => id)
  if (moved.length === 0) return
  const { rows } = await sql<NotifiedItem>`
    update notifications n set project_id = i.project_id, deleted_at = i.deleted_at
    from work_items i
    where n.issue_id = i.id and i.id = any(${[...new Set(moved)]}::uuid[])
      and (n.project_id <> i.project_id or n.deleted_at is distinct from i.deleted_at)
    returning n.*, old.project_id as was_in, old.deleted_at as was_deleted`.execute(query(em))
  await recordChangeForEachReceiver(
    em,
    rows.map(({ was_in, was_deleted, ...after }) => ({
      before: { ...after, project_id: was_in, deleted_at: was_deleted },
      after,
    })),
  )
}
