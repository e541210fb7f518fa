import { sql } from 'kysely'
import { listenTo } from '../../platform/db/events.ts'
import { query } from '../../platform/db/orm.ts'
import { recordBulkChanges } from '../../platform/feed/batch.ts'
import { itemsMoved } from '../work-items/events.ts'
import type { Relation } from './entity.ts'

/**
 * Updates the projects of relations when items move, because the projects of both items decide who receives
 * changes of the relation. Relations of items in the trash are hidden, so their move is not published. They are
 * published when the item is restored.
 */
export const moveRelations = listenTo(itemsMoved, async (em, { ids, project_id: projectId }) => {
  for (const [end, project] of ends) {
    const { rows } = await sql<Relation & { was: string; is_hidden: boolean }>`
      update work_item_relations set ${sql.ref(project)} = ${projectId}
      where ${sql.ref(end)} = any(${ids}::uuid[]) and ${sql.ref(project)} <> ${projectId}
      returning *, old.${sql.ref(project)} as was, exists (select from work_items
        where id in (issue_id, related_issue_id) and deleted_at is not null) as is_hidden`.execute(query(em))
    const shown = rows.filter(({ is_hidden }) => !is_hidden)
    recordBulkChanges(
      em,
      'work_item_relations',
      shown.map(({ was, is_hidden, ...after }) => ({ before: { ...after, [project]: was }, after })),
    )
  }
})

const ends = [
  ['issue_id', 'project_id'],
  ['related_issue_id', 'related_project_id'],
] as const
