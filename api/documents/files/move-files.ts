import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { query } from '../../platform/db/orm.ts'

/**
 * Sets the project of all files in these items and pages (`ids`) and in their comments. The caller must have
 * moved and locked the items and pages. The change feed does not contain files, so no change is recorded.
 */
export async function moveFiles(em: EntityManager, ids: string[], projectId: string | null): Promise<void> {
  await query(em)
    .updateTable('file_assets')
    .set({ project_id: projectId })
    .where(
      sql<boolean>`(entity_identifier = any(${ids}::uuid[]) or entity_identifier in (
        select id from work_item_comments where issue_id = any(${ids}::uuid[])
        union all select id from page_comments where page_id = any(${ids}::uuid[])))`,
    )
    .execute()
}
