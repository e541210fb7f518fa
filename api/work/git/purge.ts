import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { maxStoredGitDeliveries } from '#common/work/git/rules.ts'
import { query } from '../../platform/db/orm.ts'

/**
 * Deletes old deliveries, and limits their number so that a busy repository does not fill the disk. Pending
 * deliveries are not deleted.
 */
export async function purgeGitDeliveries(em: EntityManager, moment: Date): Promise<void> {
  await sql`
    delete from git_deliveries where status <> 'pending' and (created_at < ${moment} or id in (
      select id from (
        select id, row_number() over (partition by connection_id order by created_at desc, id desc) as number
        from git_deliveries
      ) as numbered where number > ${maxStoredGitDeliveries}))`.execute(query(em))
}
