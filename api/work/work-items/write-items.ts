import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { emitEvent } from '../../platform/db/events.ts'
import { query } from '../../platform/db/orm.ts'
import { preparedStatementMarker } from '../../platform/db/prepared-statements.ts'
import { recordBulkChanges } from '../../platform/feed/batch.ts'
import { postgresColumnType } from './column-type.ts'
import { recomputeEpics } from './epic-of.ts'
import { affectsCycleFigures, cycleFiguresChanging } from './events.ts'
import { type ItemRow, isSameColumnValue } from './item-row.ts'
import { propertySetters } from './property-setters.ts'
import { recountChildren } from './recount-children.ts'

type SetColumn = (typeof propertySetters)[keyof typeof propertySetters]['columns'][number]
/** Columns that the setters write, without duplicates, because two setters write the same column. */
const setColumns: readonly SetColumn[] = [
  ...new Set(Object.values(propertySetters).flatMap(({ columns }): readonly SetColumn[] => columns)),
]
/** Columns that commands write in addition to `setColumns`, with their SQL types. */
const otherColumns = {
  project_id: 'uuid',
  sequence_id: 'integer',
  type_id: 'uuid',
  is_epic: 'boolean',
  mention_ids: 'uuid[]',
  archived_at: 'timestamptz',
  external_source: 'text',
  external_id: 'text',
  deleted_at: 'timestamptz',
  deleted_by: 'uuid',
  updated_at: 'timestamptz',
  updated_by: 'uuid',
} as const
type OtherColumn = keyof typeof otherColumns

type Written = SetColumn | OtherColumn
const written: readonly Written[] = [...setColumns, ...(Object.keys(otherColumns) as OtherColumn[])]

export type ItemPatch = Partial<Pick<ItemRow, Written>>

/**
 * Writes the columns that differ, in one statement and as one batch of changes, and counts sub-items again.
 * Returns the items in the given order; unchanged rows are not written. With `edited: false`, `updated_at`
 * and `updated_by` do not change.
 */
export async function writeItems(
  ctx: { em: EntityManager; user: { id: string | null } },
  items: { before: ItemRow; patch: ItemPatch }[],
  { edited = true } = {},
): Promise<ItemRow[]> {
  const edit = edited ? { updated_at: new Date(), updated_by: ctx.user.id } : {}
  const changed: { before: ItemRow; after: ItemRow }[] = []
  const counted: string[] = []
  const rows = items.map(({ before, patch }) => {
    const differing = written.filter((name) => name in patch && !isSameColumnValue(before[name], patch[name]))
    if (differing.length === 0) return before
    const after: ItemRow = { ...before, ...edit, ...pick(patch, differing) }
    changed.push({ before, after })
    if (before.cycle_id !== null && affectsCycleFigures(differing)) counted.push(before.cycle_id)
    return after
  })
  if (changed.length === 0) return rows
  if (counted.length > 0) await emitEvent(ctx.em, cycleFiguresChanging, { cycle_ids: [...new Set(counted)] })
  const values = changed.map(({ after }) => pick(after, ['id', ...written]))
  await sql`${updateSql} ${JSON.stringify(values)}::jsonb) as r(${recordType}) where work_items.id = r.id`.execute(
    query(ctx.em),
  )
  recordBulkChanges(ctx.em, 'work_items', changed)
  await recountChildren(
    ctx.em,
    changed.flatMap(({ before, after }) =>
      childCountChanged(before, after) ? [before.parent_id, after.parent_id] : [],
    ),
  )
  const moved = changed.filter(({ before, after }) => treePositionChanged(before, after))
  const newEpics = await recomputeEpics(
    ctx.em,
    moved.map(({ after }) => after.id),
  )
  return rows.map((row) => ({
    ...row,
    epic_id: newEpics.has(row.id) ? (newEpics.get(row.id) ?? null) : row.epic_id,
  }))
}

function treePositionChanged(before: ItemRow, after: ItemRow): boolean {
  return before.parent_id !== after.parent_id || before.is_epic !== after.is_epic
}

/** Returns true if the number of sub-items of the parent may have changed. */
function childCountChanged(before: ItemRow, after: ItemRow): boolean {
  return (['parent_id', 'archived_at', 'deleted_at'] as const).some(
    (name) => !isSameColumnValue(before[name], after[name]),
  )
}

/*
 * The statement always writes all columns, which is safe because the rows are locked. Its text is constant,
 * so that each connection needs only one prepared statement.
 */
const assignments = written.map((name) => `${name} = r.${name}`).join(', ')
const updateSql = sql`update ${preparedStatementMarker} work_items set ${sql.raw(assignments)} from jsonb_to_recordset(`
const recordType = sql.raw(
  [
    'id uuid',
    ...setColumns.map((name) => `${name} ${postgresColumnType(name)}`),
    ...Object.entries(otherColumns).map(([name, type]) => `${name} ${type}`),
  ].join(', '),
)

function pick<Row extends object, Name extends keyof Row>(
  row: Row,
  names: readonly Name[],
): Partial<Pick<Row, Name>> {
  const picked: Partial<Pick<Row, Name>> = {}
  for (const name of names) picked[name] = row[name]
  return picked
}
