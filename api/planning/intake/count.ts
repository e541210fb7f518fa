import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { projectRow } from '#common/organization/projects/schema.ts'
import { listenTo } from '../../platform/db/events.ts'
import { query } from '../../platform/db/orm.ts'
import { recordBulkChanges } from '../../platform/feed/batch.ts'
import { itemsRestored, itemsTrashed } from '../../work/work-items/events.ts'
import { lockItemTrees } from '../../work/work-items/tree.ts'

/**
 * Counts the pending intake items again after a change. The function locks the project first, so that
 * concurrent counts run one after the other and the last count includes all changes. Callers must lock the
 * project before its items.
 */
export async function recountPendingIntake(em: EntityManager, projectId: string): Promise<void> {
  await lockItemTrees(em, [projectId])
  const { rows } = await sql<Record<string, unknown> & { was: number }>`
    update projects set intake_count = pending.count
    from (
      select count(*)::int from intake_issues join work_items on work_items.id = intake_issues.id
      where intake_issues.project_id = ${projectId} and intake_issues.status = -2 and work_items.deleted_at is null
    ) pending
    where projects.id = ${projectId} and intake_count <> pending.count
    returning ${columns}, old.intake_count as was`.execute(query(em))
  recordBulkChanges(
    em,
    'projects',
    rows.map(({ was, ...after }) => ({ before: { ...after, intake_count: was }, after })),
  )
}

/** Count again when intake items are moved to the trash or restored. */
export const recountIntakeWhenTrashed = listenTo(itemsTrashed, recount)
export const recountIntakeWhenRestored = listenTo(itemsRestored, recount)

async function recount(
  em: EntityManager,
  { project_id, isInTriage }: { project_id: string; isInTriage: boolean },
): Promise<void> {
  if (isInTriage) await recountPendingIntake(em, project_id)
}

const columns = sql.join(projectRow.keyof().options.map((name) => sql.ref(`projects.${name}`)))
