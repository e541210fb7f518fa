import type { EntityManager } from '@mikro-orm/postgresql'
import { query } from '../db/orm.ts'

/**
 * The changes of a workspace behind a version, in order, of which the caller names columns and number. A version is there only when all before
 * it are, since they commit in order: whoever goes on from the last they got misses nothing.
 */
export function changesAfter(em: EntityManager, workspaceId: string, after: number, upTo?: number) {
  const rows = query(em)
    .selectFrom('changes')
    .where('workspace_id', '=', workspaceId)
    .where('version', '>', after)
    .orderBy('version')
  return upTo === undefined ? rows : rows.where('version', '<=', upTo)
}
