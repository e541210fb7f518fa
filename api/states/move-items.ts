import { sql } from 'kysely'
import type { StateGroup } from '#common/states/schema.ts'
import { workItemRow } from '#common/work-items/schema.ts'
import type { ProjectContext } from '../context.ts'
import { query } from '../db/orm.ts'
import { recordBatch } from '../feed/batch.ts'

const columns = Object.keys(workItemRow.shape) as (keyof typeof workItemRow.shape)[]

/** Work items repeat the group of their state, so a new group is written to all of them, and they are complete or not by it. */
export async function moveItemsToGroup(
  ctx: ProjectContext,
  state: { id: string; group: StateGroup },
  before: StateGroup,
): Promise<void> {
  const completed_at = state.group === 'completed' ? sql<Date>`coalesce(completed_at, now())` : null
  const rows = await query(ctx.em)
    .updateTable('work_items')
    .set({ state__group: state.group, completed_at, updated_at: sql<Date>`now()`, updated_by: ctx.user.id })
    .where('project_id', '=', ctx.project.id)
    .where('state_id', '=', state.id)
    .returning([...columns, 'deleted_at'])
    .returning([
      sql<Date | null>`old.completed_at`.as('was_completed_at'),
      sql<Date>`old.updated_at`.as('was_updated_at'),
      sql<string | null>`old.updated_by`.as('was_updated_by'),
    ])
    .execute()
  recordBatch(
    ctx.em,
    'work_items',
    rows.map(({ was_completed_at, was_updated_at, was_updated_by, ...after }) => {
      const was = { completed_at: was_completed_at, updated_at: was_updated_at, updated_by: was_updated_by }
      return { before: { ...after, ...was, state__group: before }, after }
    }),
  )
}
