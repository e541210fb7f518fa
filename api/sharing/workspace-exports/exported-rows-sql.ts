import { type RawBuilder, sql } from 'kysely'
import { type ExportReader, exportScopes, isExportedMemberSql } from '../../access/exported-rows.ts'
import { leftOutColumns, tableExport } from './tables.ts'

/** The names of the columns of each table. */
export type ColumnsByTable = ReadonlyMap<string, readonly string[]>

/** Selects `names` of the exported rows of a table. The alias of the table is `t`. */
export function selectExportedRows(
  reader: ExportReader,
  table: string,
  columns: ColumnsByTable,
  names: readonly string[],
): RawBuilder<unknown> {
  const ofMembers = tableExport(table)?.ofMembers ?? []
  const list = sql.join(
    names.map((name) =>
      ofMembers.includes(name)
        ? sql`case when ${isExportedMemberSql(reader)} then ${sql.ref(`t.${name}`)} end as ${sql.ref(name)}`
        : sql.ref(`t.${name}`),
    ),
  )
  return sql`select ${list} from ${sql.table(table)} as t where ${exportedRowsSql(reader, table, columns)}`
}

/** Returns the condition that selects the exported rows of a table. The alias of the table is `t`. */
export function exportedRowsSql(
  reader: ExportReader,
  table: string,
  columns: ColumnsByTable,
): RawBuilder<boolean> {
  const { scope, via = {} } = tableExport(table) ?? {}
  const known = columns.get(table) ?? []
  const conditions = [
    ...(scope === undefined ? [] : [exportScopes[scope](reader)]),
    ...Object.entries(via).map(([column, parent]) => viaSql(reader, column, parent, columns)),
    // Each row of a workspace is checked again, so that a faulty reference to another workspace exports nothing.
    ...(known.includes('workspace_id') ? [sql`t.workspace_id = ${reader.workspace_id}::uuid`] : []),
    ...(known.includes('deleted_at') ? [sql`t.deleted_at is null`] : []),
    ...fileSql(reader, table, columns),
  ]
  if (conditions.length === 0) throw new Error(`The table ${table} has no condition.`)
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

function viaSql(
  reader: ExportReader,
  column: string,
  parent: string,
  columns: ColumnsByTable,
): RawBuilder<unknown> {
  return sql`${sql.ref(`t.${column}`)} in (${selectExportedRows(reader, parent, columns, ['id'])})`
}

/** The tables whose rows can have files. Ids are unique in the whole database. */
const fileOwnerTables = [
  ...['workspaces', 'projects', 'work_items', 'work_item_comments', 'pages', 'page_comments'],
  ...['work_item_templates', 'drafts'],
]

/** Conditions on tables of files. A file is readable for everybody who can read its owner or a text that uses it. */
const fileConditions: Record<string, (owners: RawBuilder<unknown>) => RawBuilder<unknown>> = {
  file_assets: (owners) =>
    sql`t.uploaded_at is not null and (t.entity_identifier in (${owners}) or exists (
      select from file_uses as u where u.asset_id = t.id and u.entity_identifier in (${owners})))`,
  file_uses: (owners) => sql`t.entity_identifier in (${owners})`,
}

function fileSql(reader: ExportReader, table: string, columns: ColumnsByTable): RawBuilder<unknown>[] {
  const condition = fileConditions[table]
  if (condition === undefined) return []
  const owners = fileOwnerTables.map((owner) => sql`(${selectExportedRows(reader, owner, columns, ['id'])})`)
  return [condition(sql.join(owners, sql` union all `))]
}

/** Returns the exported columns of a table. */
export function exportedColumns(table: string, columns: ColumnsByTable): string[] {
  const { columns: only, omit = {} } = tableExport(table) ?? {}
  const known = columns.get(table) ?? []
  if (only !== undefined) return known.filter((name) => only.includes(name))
  return known.filter((name) => !Object.hasOwn(omit, name) && !Object.hasOwn(leftOutColumns, name))
}

/** Returns the columns of exported tables that the archive does not contain. */
export function leftOutColumnsOf(table: string, columns: ColumnsByTable): string[] {
  const exported = exportedColumns(table, columns)
  return (columns.get(table) ?? []).filter((name) => !exported.includes(name))
}
