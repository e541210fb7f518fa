import { sql } from 'kysely'
import { purging } from '../../documents/content/events.ts'
import { on } from '../../platform/db/events.ts'
import { query } from '../../platform/db/orm.ts'
import { recordForEach } from './receipts.ts'

/**
 * Tells receivers that the notifications about pages or work items end with these. The reader may not have followed these into the trash yet,
 * and finds nothing when it does.
 */
export const notificationsEnd = on(purging, async (em, { ids }) => {
  const deleted_at = new Date()
  const rows = await query(em)
    .selectFrom('notifications')
    .selectAll()
    .where(sql<boolean>`entity_identifier = any(${ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  await recordForEach(
    em,
    rows.map((before) => ({ before, after: { ...before, deleted_at } })),
  )
})
