import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { moment } from '#common/time.ts'
import { type WorkItemRow, workItemRow } from '#common/work-items/schema.ts'
import { query } from '../db/orm.ts'

const names = Object.keys(workItemRow.shape)

/** The public columns of a work item, and no others. */
export const columns = sql.join(
  names.map((name) => sql.ref(`work_items.${name}`)),
  sql`, `,
)

const columnsForJson = sql.join(
  Object.entries(workItemRow.shape).map(([name, type]) =>
    isMoment(type) ? written(name) : sql.ref(`work_items.${name}`),
  ),
  sql`, `,
)

function isMoment(type: z.ZodType): boolean {
  return (type instanceof z.ZodNullable ? type.unwrap() : type) === moment
}

/** A moment as the wire has it. */
function written(name: string): RawBuilder<string> {
  const column = sql.ref(`work_items.${name}`)
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${sql.ref(name)}`
}

/**
 * Rows by their ids, whoever may see them: that is asked when the ids are looked for. Each comes as JSON, which PostgreSQL writes and V8
 * reads by themselves: of some hundred rows, reading each column by its type costs more than the query. Made of the public columns alone, it
 * is what `present` would make.
 */
export async function rowsById(em: EntityManager, ids: Iterable<string>): Promise<Map<string, WorkItemRow>> {
  const { rows } = await sql<{ item: WorkItemRow }>`
    select row_to_json(item) as item
    from (select ${columnsForJson} from work_items where work_items.id = any(${[...ids]}::uuid[])) item`.execute(
    query(em),
  )
  return new Map(rows.map(({ item }) => [item.id, item]))
}

export async function total(em: EntityManager, where: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from work_items where ${where}`.execute(query(em))
  return rows[0]?.count ?? 0
}
