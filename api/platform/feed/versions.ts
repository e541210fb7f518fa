import type { EntityManager } from '@mikro-orm/postgresql'
import { keptPlan } from '../db/kept-plans.ts'
import { query } from '../db/orm.ts'

/** The version of a workspace's last committed change. */
export async function changesVersion(em: EntityManager, workspaceId: string): Promise<number> {
  const row = await query(em)
    .selectFrom('workspace_versions')
    .modifyFront(keptPlan)
    .select('version')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return Number(row?.version ?? 0)
}
