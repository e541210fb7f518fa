import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { maxStoredWebhookLogs } from '#common/sharing/webhooks/rules.ts'
import { query } from '../../platform/db/orm.ts'

/**
 * Deletes old deliveries, and limits the number of stored deliveries so that many changes do not fill the
 * disk.
 */
export async function purgeWebhookLogs(em: EntityManager, moment: Date): Promise<void> {
  const db = query(em)
  await db.deleteFrom('webhook_logs').where('created_at', '<', moment).execute()
  await sql`
    delete from webhook_logs where id in (
      select id from (
        select id, row_number() over (partition by webhook_id order by created_at desc, id desc) as place from webhook_logs
      ) as numbered where place > ${maxStoredWebhookLogs})`.execute(db)
}
