import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { PageAccess } from '#common/pages/pages/schema.ts'
import type { PageShares } from '#common/pages/pages/shares.ts'
import { query } from '../../platform/db/orm.ts'
import { recordBulkChanges } from '../../platform/feed/batch.ts'

interface PageVisibility {
  project_ids: string[]
  page_access: PageAccess
  page_owned_by: string
  page_shares: PageShares
}

/**
 * Tables whose rows copy the visibility of their page. The copy decides who receives changes of these rows.
 */
const pageChildTables = ['page_versions', 'page_comments'] as const

/**
 * When pages are moved, shared or made private, copies their new visibility to their versions and comments.
 * The change feed then sends these rows to everybody who sees the pages now, and deletes them for everybody
 * else.
 */
export async function rebroadcastPageRows(em: EntityManager, pageIds: string[]): Promise<void> {
  for (const table of pageChildTables) {
    const { rows } = await sql<PageVisibility & { id: string; was: PageVisibility }>`
      update ${sql.table(table)} v set project_ids = p.project_ids, page_access = p.access, page_owned_by = p.owned_by,
        page_shares = p.shares
      from pages p where p.id = v.page_id and p.id = any(${pageIds}::uuid[])
        and (v.project_ids, v.page_access, v.page_owned_by, v.page_shares)
          is distinct from (p.project_ids, p.access, p.owned_by, p.shares)
      returning v.*, jsonb_build_object('project_ids', old.project_ids, 'page_access', old.page_access,
        'page_owned_by', old.page_owned_by, 'page_shares', old.page_shares) as was`.execute(query(em))
    recordBulkChanges(
      em,
      table,
      rows.map(({ was, ...after }) => ({ before: { ...after, ...was }, after })),
    )
  }
}
