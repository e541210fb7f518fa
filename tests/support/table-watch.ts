import pg from 'pg'
import { until } from '../realtime/documents-clients.ts'
import { asOwnerOfServer } from './postgres.ts'

/** All tables of a test's database, to compare, to search and to put back as they were. */
export interface TableWatch {
  /** Table → how many rows of it were written by transactions that were committed. */
  commits(): Promise<Record<string, number>>
  /** Table → number of its rows and a hash of what they hold. */
  state(): Promise<Record<string, string>>
  /** A hash of all rows of one workspace. */
  stateOf(workspaceId: string): Promise<string>
  /** Rows, of whatever table, in which the text occurs. */
  mentions(text: string): Promise<number>
  /** Values, of whatever column of these tables, that are just this text. */
  holds(text: string, tables: string[]): Promise<number>
  /** How often each value of the columns of these types occurs: `work_items.is_draft=false` → 3. */
  values(types: string[]): Promise<Record<string, number>>
  /** Names of every column of every table. */
  columns(): Promise<{ name: string; type: string }[]>
  /** Remembers all rows. */
  keep(): Promise<void>
  /** Waits until no job of this name is left but those that will be tried again; on a connection that is there already. */
  jobsDone(name: string): Promise<void>
  /** Puts all rows back as they were at `keep`. */
  putBack(): Promise<void>
  close(): Promise<void>
}

interface Column {
  table_name: string
  name: string
  type: string
}

export async function watchTables(databaseUrl: string): Promise<TableWatch> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const owner = new pg.Client({ connectionString: asOwnerOfServer(databaseUrl) })
  await owner.connect()
  // Where a session is used is noted every ten minutes, which a slow run may take, and is nothing that a call does.
  await client.query(`update sessions set last_used_at = now() + interval '1 day'`)
  const columns = await columnsOf(client)
  const tables = [...new Set(columns.map((column) => column.table_name))]
  await countCommits(client, tables)
  let kept: Record<string, number> = {}
  let counted: { total: string; byTable: Record<string, number> } = { total: '', byTable: {} }
  let last = { commits: '', state: {} as Record<string, string> }

  async function rows<Row extends pg.QueryResultRow>(statement: string, values: unknown[] = []) {
    return (await client.query<Row>(statement, values)).rows
  }
  function ofEach(make: (table: string) => string): string {
    return tables.map(make).join(' union all ')
  }

  async function readState(): Promise<Record<string, string>> {
    const found = await rows<{ name: string; state: string }>(
      ofEach(
        (table) =>
          `select '${table}' as name, count(*) || ' ' || coalesce(md5(string_agg(r::text, '' order by r::text)), '') as state from ${table} r`,
      ),
    )
    return Object.fromEntries(found.map((row) => [row.name, row.state]))
  }

  async function commits(): Promise<Record<string, number>> {
    // Looked at after every call: only when there was any commit is each table asked.
    const [total] = await rows<{ count: string }>(
      `select concat(last_value, is_called) as count from kept_total.commits`,
    )
    if (total?.count === counted.total) return counted.byTable
    counted = { total: total?.count ?? '', byTable: await countByTable() }
    return counted.byTable
  }

  async function countByTable(): Promise<Record<string, number>> {
    const found = await rows<{ name: string; count: string | null }>(
      `select sequencename as name, last_value as count from pg_sequences where schemaname = 'kept'`,
    )
    return Object.fromEntries(found.map(({ name, count }) => [name, Number(count ?? 0)]))
  }

  return {
    commits,
    async state() {
      const now = JSON.stringify(await commits())
      if (now !== last.commits) last = { commits: now, state: await readState() }
      return last.state
    },
    async stateOf(workspaceId) {
      const owned = columns.filter(
        ({ table_name, name }) => name === 'workspace_id' || (table_name === 'workspaces' && name === 'id'),
      )
      const every = owned.map(
        ({ table_name, name }) => `select r::text from ${table_name} r where ${name} = $1`,
      )
      const [found] = await rows<{ state: string }>(
        `select md5(string_agg(r, '' order by r)) as state from (${every.join(' union all ')}) as every (r)`,
        [workspaceId],
      )
      return String(found?.state)
    },
    async mentions(text) {
      const [found] = await rows<{ count: string }>(
        `select count(*) from (${ofEach((table) => `select r::text as text from ${table} r`)}) as every where position($1 in text) > 0`,
        [text],
      )
      return Number(found?.count)
    },
    async holds(text, among) {
      const every = among.map(
        // At whatever depth: some columns hold lists of objects.
        (table) =>
          `select 1 from ${table} r where jsonb_path_exists(to_jsonb(r), '$.** ? (@ == $text)', jsonb_build_object('text', $1::text))`,
      )
      return every.length === 0 ? 0 : (await rows(every.join(' union all '), [text])).length
    },
    async values(types) {
      const asked = columns.filter((column) => types.includes(column.type))
      const found = await rows<{ value: string; count: string }>(
        asked
          .map(
            ({ table_name, name }) =>
              `select '${table_name}.${name}=' || coalesce("${name}"::text, '') as value, count(*) from ${table_name} group by 1`,
          )
          .join(' union all '),
      )
      return Object.fromEntries(found.map((row) => [row.value, Number(row.count)]))
    },
    columns: async () => columns,
    async keep() {
      for (const table of tables) {
        await client.query(`create table kept.row_of_${table} as table ${table}`)
      }
      kept = await commits()
    },
    jobsDone: (name) =>
      until(async () => {
        const left = `select 1 from pgboss.job where name = $1 and state <> 'retry'`
        return (await rows(left, [name])).length === 0
      }, `${name} is done`),
    putBack: () => again(putBack),
    async close() {
      await client.end()
      await owner.end()
    },
  }

  async function putBack(): Promise<void> {
    const now = await commits()
    if (now === kept) return
    const changed = tables.filter((table) => now[table] !== kept[table])
    if (changed.length === 0) return
    // What goes along with a row, and what triggers keep of it, was counted as well: each table is put back by itself, without either.
    const statements = changed.flatMap((table) => [
      `delete from ${table} r where r::text not in (select k::text from kept.row_of_${table} k);`,
      `insert into ${table} overriding system value
         select * from kept.row_of_${table} k where k::text not in (select r::text from ${table} r);`,
    ])
    await owner.query(`begin; set local session_replication_role = replica; ${statements.join(' ')} commit`)
    kept = now
  }

  /** Jobs of what was called before may write at the same moment. */
  async function again(work: () => Promise<void>): Promise<void> {
    for (let left = 5; ; left--) {
      try {
        return await work()
      } catch (error) {
        await owner.query('rollback')
        if (left === 0) throw error
      }
    }
  }
}

async function columnsOf(client: pg.Client): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select c.table_name, c.column_name as name, c.udt_name as type
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name not in ('migrations', 'feed_readers', 'feed_cursors')
     order by c.table_name, c.ordinal_position`,
  )
  return rows
}

/** Counts, table by table, the rows that commits have written: as long as the counts stand still, so do the rows. */
async function countCommits(client: pg.Client, tables: string[]): Promise<void> {
  // A sequence takes no part in transactions, and a deferred trigger fires at the commit alone.
  await client.query(`create schema kept; create schema kept_total; create sequence kept_total.commits;
    create function kept.count_commit() returns trigger language plpgsql as
      $$ begin perform nextval(('kept.' || tg_table_name)::regclass), nextval('kept_total.commits'); return null; end $$`)
  for (const table of tables) {
    await client.query(`create sequence kept.${table};
      create constraint trigger count_commit after insert or update or delete on ${table}
      deferrable initially deferred for each row execute function kept.count_commit()`)
  }
}
