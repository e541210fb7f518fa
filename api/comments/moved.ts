import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { query } from '../db/orm.ts'
import { recordBatch } from '../feed/batch.ts'
import type { CommentRecord } from './entity.ts'

/** Comments go with their items: who hears of one follows from the project. These items are locked and in their new project. */
export async function moveComments(em: EntityManager, ids: string[], projectId: string): Promise<void> {
  const { rows } = await sql<CommentRecord & { was: string }>`
    update work_item_comments set project_id = ${projectId}
    where issue_id = any(${ids}::uuid[]) and project_id <> ${projectId}
    returning *, old.project_id as was`.execute(query(em))
  recordBatch(
    em,
    'work_item_comments',
    rows.map(({ was, ...after }) => ({ before: { ...after, project_id: was }, after })),
  )
}
