import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { query } from '../../platform/db/orm.ts'
import type { FeedChange } from '../../platform/feed/reader.ts'
import type { Notification } from './entity.ts'
import { recordChangeForEachReceiver } from './receipts.ts'

type NotifiedPage = Pick<
  Notification,
  'project_id' | 'project_ids' | 'page_access' | 'page_owned_by' | 'page_shares' | 'deleted_at'
>

/**
 * Updates the notifications of pages that moved to another project, whose access changed, or that were moved to the
 * trash or restored.
 */
export async function updateNotificationsOfPages(
  em: EntityManager,
  changes: readonly FeedChange[],
): Promise<void> {
  const moved = changes
    .filter(
      ({ entity, op, fields }) =>
        entity === 'pages' &&
        (op !== 'update' || ['project_ids', 'access', 'owned_by', 'shares'].some((name) => name in fields)),
    )
    .map(({ id }) => id)
  if (moved.length === 0) return
  const { rows } = await sql<
    Notification & { was: Omit<NotifiedPage, 'deleted_at'>; was_deleted: Date | null }
  >`
    update notifications n set project_id = p.project_ids[1], project_ids = p.project_ids, page_access = p.access,
      page_owned_by = p.owned_by, page_shares = p.shares, deleted_at = p.deleted_at
    from pages p
    where n.page_id = p.id and p.id = any(${[...new Set(moved)]}::uuid[])
      and (n.project_ids, n.page_access, n.page_owned_by, n.page_shares, n.deleted_at)
        is distinct from (p.project_ids, p.access, p.owned_by, p.shares, p.deleted_at)
    returning n.*, old.deleted_at as was_deleted, jsonb_build_object('project_id', old.project_id, 'project_ids', old.project_ids,
      'page_access', old.page_access, 'page_owned_by', old.page_owned_by, 'page_shares', old.page_shares) as was`.execute(
    query(em),
  )
  await recordChangeForEachReceiver(
    em,
    rows.map(({ was, was_deleted, ...after }) => ({
      before: { ...after, ...was, deleted_at: was_deleted },
      after,
    })),
  )
}
