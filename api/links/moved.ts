import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { query } from '../db/orm.ts'
import { recordBatch } from '../feed/batch.ts'
import type { Link } from './entity.ts'

/** Links go with their items. These items are locked and in their new project. */
export async function moveLinks(em: EntityManager, ids: string[], projectId: string): Promise<void> {
  const { rows } = await sql<Link & { was: string }>`
    update work_item_links set project_id = ${projectId}
    where issue_id = any(${ids}::uuid[]) and project_id <> ${projectId}
    returning *, old.project_id as was`.execute(query(em))
  recordBatch(
    em,
    'work_item_links',
    rows.map(({ was, ...after }) => ({ before: { ...after, project_id: was }, after })),
  )
}
