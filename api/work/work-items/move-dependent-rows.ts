import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { query } from '../../platform/db/orm.ts'
import { recordBulkChanges } from '../../platform/feed/batch.ts'

/**
 * Tables with rows that belong to an item and contain its project, each with the column for the id of the
 * item.
 */
const dependentTables = [
  ['work_item_comments', 'issue_id'],
  ['work_item_links', 'issue_id'],
  ['git_references', 'issue_id'],
  ['reactions', 'issue_id'],
  ['votes', 'issue_id'],
  ['work_item_attachments', 'issue_id'],
  ['description_versions', 'issue_id'],
  ['intake_issues', 'id'],
  ['worklogs', 'issue_id'],
  ['timers', 'issue_id'],
  ['reminders', 'issue_id'],
  ['epic_updates', 'epic_id'],
] as const

interface DependentRow {
  project_id: string
  was: string
}

/**
 * Changes the project of rows that belong to moved items. The items are locked and already in their new
 * project.
 */
export async function moveDependentRows(em: EntityManager, ids: string[], projectId: string): Promise<void> {
  for (const [table, item] of dependentTables) {
    const { rows } = await sql<DependentRow>`
      update ${sql.table(table)} set project_id = ${projectId}
      where ${sql.ref(item)} = any(${ids}::uuid[]) and project_id <> ${projectId}
      returning *, old.project_id as was`.execute(query(em))
    recordBulkChanges(
      em,
      table,
      rows.map(({ was, ...after }) => ({ before: { ...after, project_id: was }, after })),
    )
  }
}
