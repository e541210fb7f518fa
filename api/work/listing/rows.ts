import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { day, isoTimestamp } from '#common/platform/time.ts'
import { type WorkItemRow, workItemRow } from '#common/work/work-items/schema.ts'
import { query } from '../../platform/db/orm.ts'
import { preparedStatementMarker } from '../../platform/db/prepared-statements.ts'

const names = Object.keys(workItemRow.shape)

/** The public columns of a work item. */
export const publicItemColumns = sql.join(
  names.map((name) => sql.ref(`work_items.${name}`)),
  sql`, `,
)

interface Column {
  name: string
  selected: RawBuilder<unknown>
  /** Converts the text to the value in the API. Is null if no conversion is needed. */
  read: ((text: string) => string | string[]) | null
}

const columnsAsText = Object.entries(workItemRow.shape).map(([name, type]) => columnAsText(name, type))

const selected = sql.join(
  columnsAsText.map((column) => column.selected),
  sql`, `,
)

/** Selects dates and arrays as text, because the driver parses them slowly. */
function columnAsText(name: string, nullable: z.ZodType): Column {
  const [column, as] = [sql.ref(`work_items.${name}`), sql.ref(name)]
  const type = nullable instanceof z.ZodNullable ? nullable.unwrap() : nullable
  if (type === isoTimestamp)
    return { name, selected: sql`(${column} at time zone 'UTC')::text as ${as}`, read: readMoment }
  if (type instanceof z.ZodArray) return { name, selected: sql`${column}::text as ${as}`, read: readIds }
  return { name, selected: type === day ? sql`${column}::text as ${as}` : column, read: null }
}

/** Converts `2026-03-01 12:00:00.5` to `2026-03-01T12:00:00.500Z`. */
function readMoment(text: string): string {
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, 23).padEnd(3, '0')}Z`
}

/** Parses a PostgreSQL array such as `{a,b}`. Ids in the array need no quotes. */
function readIds(text: string): string[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',')
}

/**
 * Loads rows by id without checking access, because the query that found the ids has checked it. Values are selected
 * as text: for hundreds of rows, parsing dates, arrays or JSON in the driver takes longer than the query. The result
 * equals the rows that `presentRow` would build.
 */
export async function loadItemRowsById(
  em: EntityManager,
  ids: Iterable<string>,
): Promise<Map<string, WorkItemRow>> {
  const wanted = sql`work_items.id = any(${[...ids]}::uuid[])`
  const statement = sql<
    Record<string, unknown>
  >`select ${preparedStatementMarker} ${selected} from work_items where ${wanted}`
  const { rows } = await statement.execute(query(em))
  for (const { name, read } of columnsAsText) {
    if (read === null) continue
    for (const row of rows) {
      const text = row[name]
      if (typeof text === 'string') row[name] = read(text)
    }
  }
  return new Map((rows as WorkItemRow[]).map((row) => [row.id, row]))
}

export async function countItems(em: EntityManager, where: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from work_items where ${where}`.execute(query(em))
  return rows[0]?.count ?? 0
}

export async function sumEstimates(em: EntityManager, where: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{
    sum: number
  }>`select coalesce(sum(estimate_value), 0)::float8 as sum from work_items where ${where}`.execute(query(em))
  return rows[0]?.sum ?? 0
}
