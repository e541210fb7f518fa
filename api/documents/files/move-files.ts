import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { query } from '../../platform/db/orm.ts'

/**
 * Sets the project of files. The change feed does not contain files. The caller has moved and locked the
 * items and pages of the files.
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
