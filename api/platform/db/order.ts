import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { roomAround } from '#common/platform/positions.ts'
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
 * Makes room around a row that was given a position, before it is flushed. `rows` are the whole list as it is shown; rows are mostly left
 * alone.
 */
export function makeRoom<Column extends string, Row extends { [Name in Column]: number }>(
  rows: readonly Row[],
  placed: Row,
  column: Column,
): void {
  const positions = rows.map((row) => row[column])
  for (const [index, position] of roomAround(positions, rows.indexOf(placed)) ?? [])
    Object.assign(rows[index] ?? {}, { [column]: position })
}

/** In the order of a column, and of the ids where positions are the same. */
export function inOrderOf<Column extends string, Row extends { id: string } & { [Name in Column]: number }>(
  rows: readonly Row[],
  column: Column,
): Row[] {
  return rows.toSorted((a, b) => a[column] - b[column] || (a.id < b.id ? -1 : 1))
}
