import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { closestPositions, positionStep } from '#common/positions.ts'
import { recordBatch } from '../db/change-feed.ts'
import { query } from '../db/orm.ts'
import type { WorkItem } from './entity.ts'

/**
 * After some fifty moves into the same gap a midpoint meets its neighbour. Then the state's items are spaced anew, in their
 * order, as one batch of changes.
 */
export async function spaceAnew(em: EntityManager, item: WorkItem): Promise<void> {
  const neighbour = await query(em)
    .selectFrom('work_items')
    .select('id')
    .where('project_id', '=', item.project_id)
    .where('state_id', '=', item.state_id)
    .where('id', '<>', item.id)
    .where('deleted_at', 'is', null)
    .where('archived_at', 'is', null)
    .where('is_draft', '=', false)
    .where('sort_order', '>', item.sort_order - closestPositions)
    .where('sort_order', '<', item.sort_order + closestPositions)
    .executeTakeFirst()
  if (neighbour === undefined) return
  const rows = await query(em)
    .with('spaced', (db) =>
      db
        .selectFrom('work_items')
        .select('id')
        .select(
          sql<number>`row_number() over (order by sort_order, created_at desc, id desc) * ${positionStep}`.as(
            'place',
          ),
        )
        .where('project_id', '=', item.project_id)
        .where('state_id', '=', item.state_id)
        .where('deleted_at', 'is', null)
        .where('archived_at', 'is', null)
        .where('is_draft', '=', false),
    )
    .updateTable('work_items')
    .from('spaced')
    .set({ sort_order: sql<number>`spaced.place` })
    .whereRef('work_items.id', '=', 'spaced.id')
    .returningAll('work_items')
    .execute()
  recordBatch(
    em,
    'work_items',
    rows.map((after) => ({ before: { ...after, sort_order: null }, after })),
  )
  const own = rows.find((row) => row.id === item.id)
  if (own !== undefined) em.assign(item, { sort_order: own.sort_order })
}
