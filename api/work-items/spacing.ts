import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { closestPositions, farthestPosition, positionStep } from '#common/positions.ts'
import { query } from '../db/orm.ts'
import { recordBatch } from '../feed/batch.ts'
import type { ItemRow } from './item-row.ts'

type Item = Pick<ItemRow, 'id' | 'project_id' | 'state_id' | 'sort_order'>

/**
 * After some fifty moves into the same gap a midpoint meets its neighbour, and one sent to the very end leaves nobody room to go
 * further. Then the state's items are spaced anew, in their order, as one batch of changes. Answers where each of them stands now, by
 * its id; nothing when they stay.
 */
export async function spaceAnew(em: EntityManager, item: Item): Promise<Map<string, number>> {
  if (!isFarOff(item) && !(await hasCloseNeighbour(em, item))) return new Map()
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
    .returning(sql<number>`old.sort_order`.as('old_order'))
    .execute()
  recordBatch(
    em,
    'work_items',
    rows.map(({ old_order, ...after }) => ({ before: { ...after, sort_order: old_order }, after })),
  )
  return new Map(rows.map((row) => [row.id, row.sort_order]))
}

export function isFarOff({ sort_order }: Pick<Item, 'sort_order'>): boolean {
  return Math.abs(sort_order) > farthestPosition / 2
}

async function hasCloseNeighbour(em: EntityManager, item: Item): Promise<boolean> {
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
  return neighbour !== undefined
}
