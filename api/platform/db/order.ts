import type { EntityManager } from '@mikro-orm/postgresql'
import { type SelectQueryBuilder, sql } from 'kysely'
import { positionBetween, roomAround } from '#common/platform/positions.ts'
import { query } from './orm.ts'

/**
 * Whoever puts a row into a list that people share does so one after the other: two who choose the same gap at the same moment would send the
 * same position. Taken before any row of the list is locked. Lists of one person are locked by their membership.
 */
export async function lockOrder(em: EntityManager, list: string): Promise<void> {
  const lock = `order of ${list}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(query(em))
}

/**
 * Makes room around a row that was given a position, before it is flushed. `rows` are the whole list; rows are mostly left alone. Rows of
 * the same position are shown in the order of `ties`.
 */
export function makeRoom<Row extends { [Name in Column]: number }, Column extends string = 'sort_order'>(
  rows: readonly Row[],
  placed: Row & { id?: string },
  column: Column = 'sort_order' as Column,
  ties: (a: Row & { id?: string }, b: Row & { id?: string }) => number = byId,
): void {
  const list = [...new Set([...rows, placed])].toSorted((a, b) => a[column] - b[column] || ties(a, b))
  const positions = list.map((row) => row[column])
  for (const [index, position] of roomAround(positions, list.indexOf(placed)) ?? [])
    Object.assign(list[index] ?? {}, { [column]: position })
}

function byId({ id: a = '' }: { id?: string }, { id: b = '' }: { id?: string }): number {
  return a < b ? -1 : 1
}

/** How many rows a list has, the position of its last one, and the positions before its first one and after its last one. */
export async function endsOf<DB, Tables extends keyof DB>(
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
