import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { initialRespacedRows, maxPosition, respaceNearbyPositions } from '#common/platform/positions.ts'
import { lockListOrder } from '../../platform/db/order.ts'
import { query } from '../../platform/db/orm.ts'
import type { ItemRow } from './item-row.ts'
import { updateItemsInBulk } from './update-items-in-bulk.ts'

type Item = Pick<ItemRow, 'id' | 'workspace_id' | 'project_id' | 'sort_order'>
type Placed = Pick<ItemRow, 'id' | 'sort_order'>

/** Locks the order of the project's items. It must be called before items are locked. */
export async function lockItemOrder(em: EntityManager, projectId: string): Promise<void> {
  await lockListOrder(em, `items in ${projectId}`)
}

/**
 * Spreads positions around an item if there is no room next to it, which happens after about fifty moves into
 * the same gap or at the end of the number range. It changes items of all states, because ungrouped lists
 * show them together. Returns the new positions by id.
 */
export async function respaceNeighborItems(em: EntityManager, item: Item): Promise<Map<string, number>> {
  for (let count = 4 * initialRespacedRows; ; count *= 8) {
    const above = await neighbors(em, item, 'above', count)
    const below = await neighbors(em, item, 'below', count)
    const rows = [...above.toReversed(), ...below]
    const beyond = { before: above.length === count, after: below.length === count }
    const at = rows.findIndex(({ id }) => id === item.id)
    if (at < 0 && !beyond.before) return new Map()
    const moved =
      at < 0
        ? null
        : respaceNearbyPositions(
            rows.map(({ sort_order }) => sort_order),
            at,
            beyond,
          )
    if (moved !== null) return rewrite(em, rows, moved)
  }
}

export function isNearPositionLimit({ sort_order }: Pick<Item, 'sort_order'>): boolean {
  return Math.abs(sort_order) > maxPosition / 2
}

/** Returns the nearest items above the item (including the item itself) or below it. */
async function neighbors(
  em: EntityManager,
  { workspace_id, project_id, sort_order }: Item,
  side: 'above' | 'below',
  count: number,
): Promise<Placed[]> {
  const order =
    side === 'above'
      ? sql`sort_order desc, created_at asc, id asc`
      : sql`sort_order asc, created_at desc, id desc`
  const { rows } = await sql<Placed>`
    select id, sort_order from work_items
    where workspace_id = ${workspace_id} and project_id = ${project_id}
      and sort_order ${side === 'above' ? sql`<=` : sql`>`} ${sort_order}
      and deleted_at is null and archived_at is null and is_draft = false
    order by ${order} limit ${count}`.execute(query(em))
  return rows
}

async function rewrite(
  em: EntityManager,
  rows: readonly Placed[],
  moved: ReadonlyMap<number, number>,
): Promise<Map<string, number>> {
  if (moved.size === 0) return new Map()
  const ids = [...moved.keys()].map((index) => rows[index]?.id)
  const positions = [...moved.values()]
  const written = await updateItemsInBulk(em, {
    set: { sort_order: sql`spaced.place` },
    from: sql`unnest(${ids}::uuid[], ${positions}::float8[]) as spaced(spaced_id, place)`,
    where: sql`work_items.id = spaced.spaced_id`,
  })
  return new Map(written.map((row) => [row.id, row.sort_order]))
}
