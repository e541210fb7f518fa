import type { EntityManager } from '@mikro-orm/postgresql'
import { type SelectQueryBuilder, sql } from 'kysely'
import { positionBetween, respaceNearbyPositions } from '#common/platform/positions.ts'
import { query } from './orm.ts'

/**
 * Locks a sorted list that several users share, so that inserts into it run one after the other. Otherwise, two
 * users who insert between the same two rows at the same time would get the same position. Lock the list before
 * any of its rows. A list of a single user does not need this lock, because commands lock the membership of the
 * user.
 */
export async function lockListOrder(em: EntityManager, list: string): Promise<void> {
  const lock = `order of ${list}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(query(em))
}

/**
 * Spreads the positions around `placed`, a row whose position was just set, if they are too close to each other. The
 * function must run before the flush. `rows` is the whole list, and most of its rows do not change. `ties` orders
 * rows with the same position.
 */
export function respaceRows<Row extends { [Name in Column]: number }, Column extends string = 'sort_order'>(
  rows: readonly Row[],
  placed: Row & { id?: string },
  column: Column = 'sort_order' as Column,
  ties: (a: Row & { id?: string }, b: Row & { id?: string }) => number = byId,
): void {
  const list = [...new Set([...rows, placed])].toSorted((a, b) => a[column] - b[column] || ties(a, b))
  const positions = list.map((row) => row[column])
  for (const [index, position] of respaceNearbyPositions(positions, list.indexOf(placed)) ?? [])
    Object.assign(list[index] ?? {}, { [column]: position })
}

function byId({ id: a = '' }: { id?: string }, { id: b = '' }: { id?: string }): number {
  return a < b ? -1 : 1
}

/**
 * Returns the number of rows, the last position, and the positions before the first and after the last row.
 */
export async function firstAndLastPosition<DB, Tables extends keyof DB>(
  list: SelectQueryBuilder<DB, Tables, object>,
  column = 'sort_order',
): Promise<{ count: number; last: number | null; start: number; end: number }> {
  const { count, first, last } = await list
    .select([
      sql`count(*)::int`.as('count'),
      sql`min(${sql.ref(column)})`.as('first'),
      sql`max(${sql.ref(column)})`.as('last'),
    ])
    .$castTo<{ count: number; first: number | null; last: number | null }>()
    .executeTakeFirstOrThrow()
  return { count, last, start: positionBetween(null, first), end: positionBetween(last, null) }
}
