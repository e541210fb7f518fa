import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { query } from '../../platform/db/orm.ts'
import { recordBatch } from '../../platform/feed/batch.ts'

/** Tables whose rows belong to an item each, and so to its project, and where they name it. */
const belonging = [
  ['work_item_comments', 'issue_id'],
  ['work_item_links', 'issue_id'],
  ['reactions', 'issue_id'],
  ['votes', 'issue_id'],
  ['work_item_attachments', 'issue_id'],
  ['description_versions', 'issue_id'],
  ['intake_issues', 'id'],
  ['worklogs', 'issue_id'],
  ['timers', 'issue_id'],
  ['epic_updates', 'epic_id'],
] as const

interface Belonging {
  project_id: string
  was: string
}

/** What belongs to items goes with them. These items are locked and in their new project. */
export async function moveAlong(em: EntityManager, ids: string[], projectId: string): Promise<void> {
  for (const [table, item] of belonging) {
    const { rows } = await sql<Belonging>`
      update ${sql.table(table)} set project_id = ${projectId}
      where ${sql.ref(item)} = any(${ids}::uuid[]) and project_id <> ${projectId}
      returning *, old.project_id as was`.execute(query(em))
    recordBatch(
      em,
      table,
      rows.map(({ was, ...after }) => ({ before: { ...after, project_id: was }, after })),
    )
  }
}
