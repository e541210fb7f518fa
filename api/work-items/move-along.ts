import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { query } from '../db/orm.ts'
import { recordBatch } from '../feed/batch.ts'

/** Tables whose rows belong to an item each, and so to its project. */
const belonging = [
  'work_item_comments',
  'work_item_links',
  'reactions',
  'work_item_attachments',
  'description_versions',
] as const

interface Belonging {
  project_id: string
  was: string
}

/** What belongs to items goes with them. These items are locked and in their new project. */
export async function moveAlong(em: EntityManager, ids: string[], projectId: string): Promise<void> {
  for (const table of belonging) {
    const { rows } = await sql<Belonging>`
      update ${sql.table(table)} set project_id = ${projectId}
      where issue_id = any(${ids}::uuid[]) and project_id <> ${projectId}
      returning *, old.project_id as was`.execute(query(em))
    recordBatch(
      em,
      table,
      rows.map(({ was, ...after }) => ({ before: { ...after, project_id: was }, after })),
    )
  }
}
