import { sql } from 'kysely'
import { documentOwnersPurging } from '../../documents/content/events.ts'
import { listenTo } from '../../platform/db/events.ts'
import { query } from '../../platform/db/orm.ts'
import { recordChangeForEachReceiver } from './receipts.ts'

/**
 * Publishes the deletion of notifications of pages and work items that are about to be purged. The purge also deletes
 * the notifications. Readers of the change feed run later and could not find them any more.
 */
export const deleteNotificationsOnPurge = listenTo(documentOwnersPurging, async (em, { ids }) => {
  const deleted_at = new Date()
  const rows = await query(em)
    .selectFrom('notifications')
    .selectAll()
    .where(sql<boolean>`entity_identifier = any(${ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  await recordChangeForEachReceiver(
    em,
    rows.map((before) => ({ before, after: { ...before, deleted_at } })),
  )
})
