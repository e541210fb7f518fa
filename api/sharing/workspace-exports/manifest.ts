import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { ExportReader } from '../../access/exported-rows.ts'
import { query } from '../../platform/db/orm.ts'
import type { WorkspaceExport } from './entity.ts'
import { type ColumnsByTable, exportedColumns, leftOutColumnsOf } from './exported-rows-sql.ts'
import { exportedTableNames, leftOutColumns, leftOutRows, leftOutTables, tableExport } from './tables.ts'

/** Version of the format of archives, which `docs/full-exports.md` describes. */
const formatVersion = 1

/** Returns the manifest, which describes what the archive contains and what it leaves out. */
export async function createManifest(
  em: EntityManager,
  reader: ExportReader,
  row: WorkspaceExport,
  columns: ColumnsByTable,
): Promise<string> {
  const { rows, texts, unreadable_texts, files, file_bytes, missing_files } = row.progress
  const db = query(em)
  const workspace = await db
    .selectFrom('workspaces')
    .select(['id', 'slug', 'name'])
    .where('id', '=', reader.workspace_id)
    .executeTakeFirstOrThrow()
  const project = await db
    .selectFrom('projects')
    .select(['id', 'identifier', 'name'])
    .where('id', '=', row.project_id)
    .executeTakeFirst()
  const migrations = await sql<{
    name: string
  }>`select name from migrations order by id desc limit 1`.execute(db)
  const manifest = {
    format: 'tandem-workspace-export',
    version: formatVersion,
    exported_at: row.created_at.toISOString(),
    exported_by: reader.user_id,
    /** Name of the newest migration, which determines the columns of the tables. */
    schema: migrations.rows[0]?.name ?? null,
    scope: row.project_id === null ? 'workspace' : 'project',
    workspace,
    project: project ?? null,
    tables: Object.fromEntries(
      exportedTableNames.map((name) => [
        name,
        { rows: rows[name] ?? 0, columns: exportedColumns(name, columns) },
      ]),
    ),
    texts: { count: texts, unreadable: unreadable_texts },
    files: { count: files, bytes: file_bytes, missing: missing_files },
    left_out: {
      rows: leftOutRows,
      tables: leftOutTables(),
      columns: Object.fromEntries(
        exportedTableNames.flatMap((name) => {
          const names = leftOutColumnsOf(name, columns)
          return names.length === 0 ? [] : [[name, reasonsOf(name, names)]]
        }),
      ),
    },
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

function reasonsOf(table: string, names: readonly string[]): Record<string, string> {
  const { omit = {} } = tableExport(table) ?? {}
  const account = 'The column belongs to the account of a person.'
  return Object.fromEntries(names.map((name) => [name, omit[name] ?? leftOutColumns[name] ?? account]))
}
