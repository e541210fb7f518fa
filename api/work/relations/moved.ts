import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { query } from '../../platform/db/orm.ts'
import { recordBatch } from '../../platform/feed/batch.ts'
import type { Relation } from './entity.ts'

/** Relations go with their items: who hears of one follows from the projects at its two ends. These items are locked and in their new project. */
export async function moveRelations(em: EntityManager, ids: string[], projectId: string): Promise<void> {
  for (const [end, project] of ends) {
    const { rows } = await sql<Relation & { was: string }>`
      update work_item_relations set ${sql.ref(project)} = ${projectId}
      where ${sql.ref(end)} = any(${ids}::uuid[]) and ${sql.ref(project)} <> ${projectId}
      returning *, old.${sql.ref(project)} as was`.execute(query(em))
    recordBatch(
      em,
      'work_item_relations',
      rows.map(({ was, ...after }) => ({ before: { ...after, [project]: was }, after })),
    )
  }
}

const ends = [
  ['issue_id', 'project_id'],
  ['related_issue_id', 'related_project_id'],
] as const
