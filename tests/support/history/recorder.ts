import pg from 'pg'
import { type EntityName, entities } from '#common/entities.ts'

/** The state of a row from one version of its workspace until its next recorded state. */
export interface RowVersion {
  entity: EntityName
  id: string
  version: number
  /** The time of the write in milliseconds, by the clock of this machine. */
  at: number
  /** The written row. Is null if the row was deleted. */
  row: Record<string, unknown> | null
}

/**
 * A change in the change feed. `first` and `last` are the first and the last version of the transaction that
 * wrote it.
 */
export interface RecordedChange {
  version: number
  entity: EntityName
  id: string
  op: 'create' | 'update' | 'delete'
  first: number
  last: number
  /**
   * The rooms of the live server that receive the change. Some rows, such as notifications, have several receivers
   * whose states change separately. For these rows, only the room shows for whom the row changed.
   */
  audience: string[]
}

export interface WorkspaceRecord {
  changes: RecordedChange[]
  images: RowVersion[]
}

export interface Recorder {
  read(workspaceId: string): Promise<WorkspaceRecord>
  query<Row extends pg.QueryResultRow>(statement: string, values: unknown[]): Promise<Row[]>
  close(): Promise<void>
}

const recordedTables = [...Object.keys(entities), 'changes']

/**
 * Records every write to a synced table with PostgreSQL triggers, together with its transaction. The record
 * is independent of the changes that the server writes to the feed.
 */
export async function startRecorder(databaseUrl: string): Promise<Recorder> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 })
  pool.on('error', () => {})
  for (const statement of installation) await pool.query(statement)
  return {
    read: (workspaceId) => readRecord(pool, workspaceId),
    query: async (statement, values) => (await pool.query(statement, values)).rows,
    async close() {
      for (const table of recordedTables) await pool.query(`drop trigger if exists history_note on ${table}`)
      await pool.query('drop table history_notes')
      await pool.end()
    },
  }
}

const installation = [
  `create table history_notes (
    place bigint generated always as identity primary key,
    transaction xid8 not null default pg_current_xact_id(),
    at timestamptz not null default clock_timestamp(),
    entity text not null,
    workspace_id uuid,
    row jsonb not null,
    is_deleted boolean not null
  )`,
  `create or replace function history_note() returns trigger language plpgsql as $$
    declare noted jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
    begin
      insert into history_notes (entity, workspace_id, row, is_deleted) values (
        tg_table_name,
        coalesce(noted->>'workspace_id', case when tg_table_name = 'workspaces' then noted->>'id' end)::uuid,
        noted,
        tg_op = 'DELETE'
      );
      return null;
    end $$`,
  ...recordedTables.map(
    (table) =>
      `create trigger history_note after insert or update or delete on ${table} for each row execute function history_note()`,
  ),
]

interface Note {
  place: string
  transaction: string
  at: Date
  entity: EntityName | 'changes'
  row: Record<string, unknown>
  is_deleted: boolean
}

/**
 * Reads the record of a workspace and determines the version of each written row: the version of its own change, or
 * else the first version of its transaction. A write to columns that are not synced creates no change, so it gets the
 * previous version of the row.
 */
async function readRecord(pool: pg.Pool, workspaceId: string): Promise<WorkspaceRecord> {
  const { rows: notes } = await pool.query<Note>(
    'select place, transaction, at, entity, row, is_deleted from history_notes where workspace_id = $1 order by place',
    [workspaceId],
  )
  const changes: RecordedChange[] = []
  const versionOf = new Map<string, number>()
  for (const [transaction, written] of Map.groupBy(notes, (note) => note.transaction)) {
    const told = written.filter((note) => note.entity === 'changes').map((note) => note.row)
    const versions = told.map((row) => Number(row['version']))
    const [first, last] = [Math.min(...versions), Math.max(...versions)]
    if (told.length > 0) versionOf.set(transaction, first)
    for (const { version, entity, entity_id, op, audience } of told as unknown as StoredChange[]) {
      changes.push({ version: Number(version), entity, id: entity_id, op, first, last, audience })
      versionOf.set(`${transaction} ${entity} ${entity_id}`, Number(version))
    }
  }
  const images: RowVersion[] = []
  const lastOf = new Map<string, number>()
  for (const { transaction, at, entity, row, is_deleted } of notes) {
    if (entity === 'changes') continue
    const id = String(row['id'])
    const key = `${entity} ${id}`
    const version =
      versionOf.get(`${transaction} ${key}`) ?? versionOf.get(transaction) ?? lastOf.get(key) ?? 0
    lastOf.set(key, version)
    images.push({ entity, id, version, at: at.getTime(), row: is_deleted || row['deleted_at'] ? null : row })
  }
  return { changes: changes.toSorted((a, b) => a.version - b.version), images }
}

interface StoredChange {
  version: number
  entity: EntityName
  entity_id: string
  op: RecordedChange['op']
  audience: string[]
}
