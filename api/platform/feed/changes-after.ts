import type { EntityManager } from '@mikro-orm/postgresql'
import { query } from '../db/orm.ts'

/**
 * Selects the changes of a workspace after a version, in order. The caller chooses columns and limit.
 * Versions commit in order, so a reader that continues after its last version receives every change.
 */
export function selectChangesAfter(em: EntityManager, workspaceId: string, after: number, upTo?: number) {
  const rows = query(em)
    .selectFrom('changes')
    .where('workspace_id', '=', workspaceId)
    .where('version', '>', after)
    .orderBy('version')
  return upTo === undefined ? rows : rows.where('version', '<=', upTo)
}
