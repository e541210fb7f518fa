import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { PageAccess } from '#common/pages/schema.ts'
import { query } from '../db/orm.ts'
import { recordBatch } from '../feed/batch.ts'

interface Seen {
  project_ids: string[]
  page_access: PageAccess
  page_owned_by: string
}

/** After pages were moved, shared or made private: their versions are told to whoever sees the pages now, and to nobody else. */
export async function versionsAlong(em: EntityManager, pageIds: string[]): Promise<void> {
  const { rows } = await sql<Seen & { was: Seen }>`
    update page_versions v set project_ids = p.project_ids, page_access = p.access, page_owned_by = p.owned_by
    from pages p where p.id = v.page_id and p.id = any(${pageIds}::uuid[])
      and (v.project_ids, v.page_access, v.page_owned_by) is distinct from (p.project_ids, p.access, p.owned_by)
    returning v.*, jsonb_build_object('project_ids', old.project_ids, 'page_access', old.page_access,
      'page_owned_by', old.page_owned_by) as was`.execute(query(em))
  recordBatch(
    em,
    'page_versions',
    rows.map(({ was, ...after }) => ({ before: { ...after, ...was }, after })),
  )
}
