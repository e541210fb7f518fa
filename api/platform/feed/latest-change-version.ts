import type { EntityManager } from '@mikro-orm/postgresql'
import { query } from '../db/orm.ts'
import { preparedStatementMarker } from '../db/prepared-statements.ts'

/** Returns the version of a workspace's last committed change. */
export async function getLatestChangeVersion(em: EntityManager, workspaceId: string): Promise<number> {
  const row = await query(em)
    .selectFrom('workspace_versions')
    .modifyFront(preparedStatementMarker)
    .select('version')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return Number(row?.version ?? 0)
}
