import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import { workItemRow } from '#common/work/work-items/schema.ts'
import { emitEvent } from '../../platform/db/events.ts'
import { query } from '../../platform/db/orm.ts'
import { recordBulkChanges } from '../../platform/feed/batch.ts'
import { affectsCycleFigures, cycleFiguresBulkChanging } from './events.ts'
import type { ItemRow } from './item-row.ts'

export interface BulkItemUpdate {
  /** SQL for the new value of each column. */
  set: Partial<Record<keyof ItemRow, RawBuilder<unknown> | string | null>>
  where: RawBuilder<boolean>
  /** An additional table for `set` and `where`, as in SQL's `update … from`. */
  from?: RawBuilder<unknown>
}

const columns = [...Object.keys(workItemRow.shape), 'deleted_at', 'deleted_by'].map((name) =>
  sql.ref(`work_items.${name}`),
)

/**
 * Updates all matching items in one statement and records one batch of changes. It is used for consequences
 * of other changes; direct changes of items by a user use `changeItems`. Returns the updated items.
 */
export async function updateItemsInBulk(
  em: EntityManager,
  { set, where, from }: BulkItemUpdate,
): Promise<ItemRow[]> {
  const names = Object.keys(set) as (keyof ItemRow)[]
  if (affectsCycleFigures(names)) await emitEvent(em, cycleFiguresBulkChanging, { where, from })
  const assignments = names.map((name) => sql`${sql.ref(name)} = ${set[name]}`)
  const was = names.map((name) => sql`old.${sql.ref(name)} as ${sql.ref(`was_${name}`)}`)
  const { rows } = await sql<ItemRow & Record<string, unknown>>`
    update work_items set ${sql.join(assignments)} ${from === undefined ? sql`` : sql`from ${from}`}
    where ${where} returning ${sql.join(columns)}, ${sql.join(was)}`.execute(query(em))
  const changed = rows.map((row) => {
    const after = { ...row }
    const before: Record<string, unknown> = {}
    for (const name of names) {
      before[name] = row[`was_${name}`]
      delete after[`was_${name}`]
    }
    return { before: { ...after, ...before }, after: after as ItemRow }
  })
  recordBulkChanges(em, 'work_items', changed)
  return changed.map(({ after }) => after)
}
