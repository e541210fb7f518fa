import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { closestPositions, farthestPosition, positionStep } from '#common/positions.ts'
import { query } from '../db/orm.ts'
import type { ItemRow } from './item-row.ts'
import { rewriteItems } from './rewrite-items.ts'

type Item = Pick<ItemRow, 'id' | 'project_id' | 'state_id' | 'sort_order'>

/**
 * After some fifty moves into the same gap a midpoint meets its neighbour, and one sent to the very end leaves nobody room to go
 * further. Then the state's items are spaced anew, in their order, as one batch of changes. Answers where each of them stands now, by
 * its id; nothing when they stay.
 */
export async function spaceAnew(em: EntityManager, item: Item): Promise<Map<string, number>> {
  if (!isFarOff(item) && !(await hasCloseNeighbour(em, item))) return new Map()
  const spaced = sql`(
    select id as spaced_id,
      row_number() over (order by sort_order, created_at desc, id desc) * ${positionStep}::int as place
    from work_items
    where project_id = ${item.project_id} and state_id = ${item.state_id}
      and deleted_at is null and archived_at is null and is_draft = false
  ) as spaced`
  const rows = await rewriteItems(em, {
    set: { sort_order: sql`spaced.place` },
    from: spaced,
    where: sql`work_items.id = spaced.spaced_id`,
  })
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
