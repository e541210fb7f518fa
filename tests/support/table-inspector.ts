import pg from 'pg'
import { pollUntilTrue } from './document-clients.ts'
import { superuserUrl } from './postgres.ts'

/** Compares, searches and resets all tables of a test's database. */
export interface TableInspector {
  /** Returns for each table the number of rows that committed transactions have written. */
  commits(): Promise<Record<string, number>>
  /** Maps each table to the number of its rows and a hash of their values. */
  state(): Promise<Record<string, string>>
  /**
   * Returns the rows of this workspace that were inserted, updated or deleted since the last reset. Each row is
   * returned in its state before and in its state after the change.
   */
  touched(workspaceId: string): Promise<string[]>
  /** Returns the tables with at least one write since the last reset. */
  changed(): Promise<string[]>
  /**
   * Returns for each text the number of rows that contain it, in all tables or in `among`. With the last argument
   * `kept`, searches the copies that `keep` stored.
   */
  mentions(texts: string[], among?: string[], rows?: 'now' | 'kept'): Promise<number[]>
  /**
   * Returns the number of rows of these tables, written since the last reset, in which one value equals the
   * text.
   */
  holds(text: string, tables: string[]): Promise<number>
  /**
   * Returns how often each value occurs in the columns of these types, in all tables or in `among`. For example,
   * the key `work_items.is_draft=false` has the value 3.
   */
  values(types: string[], among?: string[]): Promise<Record<string, number>>
  /** Returns those of the ids that were in these tables when `keep` was called last. */
  idsIn(tables: string[], ids: string[]): Promise<string[]>
  /**
   * Runs a statement on the open connection, because opening a connection would take longer than a short
   * statement.
   */
  run(statement: string, values?: unknown[]): Promise<void>
  /** All columns of all tables. */
  columns(): Promise<{ name: string; type: string }[]>
  /** Stores a copy of all rows for `putBack`. */
  keep(): Promise<void>
  /** Waits on the open connection until no job of this name is left, except jobs that wait for a retry. */
  jobsDone(name: string): Promise<void>
  /** Resets all rows to the copy made by `keep`. */
  putBack(): Promise<void>
  close(): Promise<void>
}

interface Column {
  table_name: string
  name: string
  type: string
}

export async function createTableInspector(databaseUrl: string): Promise<TableInspector> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const owner = new pg.Client({ connectionString: superuserUrl(databaseUrl) })
  await owner.connect()
  // Sets these times to the future, so that the server does not update the time of the last use of sessions and
  // tokens. These updates would look like writes of the tested calls.
  await client.query(`update sessions set last_used_at = now() + interval '1 day'`)
  await client.query(`update api_tokens set last_used = now() + interval '1 day'`)
  // The scheduled jobs are removed, because they would write without a call.
  await client.query('delete from pgboss.schedule')
  const columns = await columnsOf(client)
  const tables = [...new Set(columns.map((column) => column.table_name))]
  const keys = await keysOf(client)
  await countCommits(client, tables)
  let kept: Record<string, number> = {}
  let counted: { total: string; byTable: Record<string, number> } = { total: '', byTable: {} }
  let last = { commits: {} as Record<string, number>, state: {} as Record<string, string> }

  async function rows<Row extends pg.QueryResultRow>(statement: string, values: unknown[] = []) {
    return (await client.query<Row>(statement, values)).rows
  }
  function ofEach(among: string[], make: (table: string) => string): string {
    return among.map(make).join(' union all ')
  }

  async function readState(among: string[]): Promise<Record<string, string>> {
    if (among.length === 0) return {}
    const found = await rows<{ name: string; state: string }>(
      ofEach(
        among,
        (table) =>
          `select '${table}' as name, count(*) || ' ' || coalesce(md5(string_agg(r::text, '' order by r::text)), '') as state from ${table} r`,
      ),
    )
    return Object.fromEntries(found.map((row) => [row.name, row.state]))
  }

  async function commits(): Promise<Record<string, number>> {
    // This function runs after every call. To save time, it reads the counts of the tables only if a
    // transaction was committed.
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
      const now = await commits()
      const written = tables.filter((table) => now[table] !== last.commits[table])
      last = { commits: now, state: { ...last.state, ...(await readState(written)) } }
      return last.state
    },
    async touched(workspaceId) {
      const written = await changed()
      const differing = columns
        .filter(({ table_name, name }) => written.includes(table_name) && name === ownedBy(table_name))
        .map(({ table_name: table, name }) => {
          const now = `select '${table} ' || r::text as r from ${table} r where ${name} = $1 and not ${isKept(table)}`
          const before = `select '${table} ' || k::text from kept.row_of_${table} k where ${name} = $1
            and not exists (select from ${table} r where ${isSameRow(table)} and k *= r)`
          return `${now} union all ${before}`
        })
      if (differing.length === 0) return []
      const found = await rows<{ r: string }>(differing.join(' union all '), [workspaceId])
      return found.map(({ r }) => r)
    },
    changed,
    async mentions(texts, among = tables, when = 'now') {
      if (among.length === 0) return texts.map(() => 0)
      const before = when === 'kept' ? 'kept.row_of_' : ''
      const every = ofEach(among, (table) => `select r::text as text from ${before}${table} r`)
      const found = await rows<{ count: string }>(
        `select count(every.text) from unnest($1::text[]) with ordinality as asked (said, at)
         left join (${every}) as every on position(said in every.text) > 0 group by at order by at`,
        [texts],
      )
      return found.map(({ count }) => Number(count))
    },
    async holds(text, among) {
      const every = among.map(
        // The query searches at any depth, because some columns contain lists of objects.
        (table) =>
          `select 1 from ${table} r where not ${isKept(table)} and jsonb_path_exists(to_jsonb(r), '$.** ? (@ == $text)', jsonb_build_object('text', $1::text))`,
      )
      return every.length === 0 ? 0 : (await rows(every.join(' union all '), [text])).length
    },
    async values(types, among = tables) {
      const asked = columns.filter(
        (column) => types.includes(column.type) && among.includes(column.table_name),
      )
      if (asked.length === 0) return {}
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
    async idsIn(among, ids) {
      const withId = among.filter((table) => keys[table]?.join() === 'id')
      if (withId.length === 0) return []
      const every = ofEach(
        withId,
        (table) => `select id::text as id from kept.row_of_${table} where id::text = any ($1)`,
      )
      return (await rows<{ id: string }>(every, [ids])).map(({ id }) => id)
    },
    async run(statement, values) {
      await rows(statement, values)
    },
    columns: async () => columns,
    async keep() {
      for (const table of tables) {
        await client.query(`create table kept.row_of_${table} as table ${table}`)
      }
      kept = await commits()
    },
    jobsDone: (name) =>
      pollUntilTrue(async () => {
        const left = `select 1 from pgboss.job where name = $1 and state <> 'retry'`
        return (await rows(left, [name])).length === 0
      }, `${name} is done`),
    putBack: () => again(putBack),
    async close() {
      await client.end()
      await owner.end()
    },
  }

  function isSameRow(table: string): string {
    return (keys[table] ?? []).map((key) => `k.${key} = r.${key}`).join(' and ')
  }

  /**
   * Returns an SQL condition that the row `r` equals its copy. It compares both byte by byte, which costs a tenth
   * of comparing them as text.
   */
  function isKept(table: string): string {
    return `exists (select from kept.row_of_${table} k where ${isSameRow(table)} and k *= r)`
  }

  async function changed(): Promise<string[]> {
    const now = await commits()
    return now === kept ? [] : tables.filter((table) => now[table] !== kept[table])
  }

  async function putBack(): Promise<void> {
    if ((await changed()).length === 0) return
    // Every table is reset separately, without cascades and triggers, because their effects are counted as writes too.
    // Every transaction that writes also locks `workspace_versions`. While this lock is active, the reset therefore
    // sees each of the other transactions completely or not at all. If there is a deadlock, this transaction fails and
    // is retried.
    await owner.query(`begin; set local session_replication_role = replica; set local deadlock_timeout = '20ms';
      lock table workspace_versions in exclusive mode`)
    const written = await changed()
    const now = counted.byTable
    const statements = written.flatMap((table) => [
      `delete from ${table} r where not ${isKept(table)};`,
      `insert into ${table} overriding system value
         select * from kept.row_of_${table} k where not exists (select from ${table} r where ${isSameRow(table)});`,
    ])
    await owner.query(`${statements.join(' ')} commit`)
    kept = now
  }

  /** Retries the reset, because jobs of earlier calls may write at the same time and cause a deadlock. */
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

/** Returns the column that contains the workspace id of a row. */
function ownedBy(table: string): string {
  return table === 'workspaces' ? 'id' : 'workspace_id'
}

async function columnsOf(client: pg.Client): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select c.table_name, c.column_name as name, c.udt_name as type
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name not in ('migrations', 'feed_readers', 'feed_cursors', 'changed_work_items')
     order by c.table_name, c.ordinal_position`,
  )
  return rows
}

/** Maps each table to the columns of its primary key. */
async function keysOf(client: pg.Client): Promise<Record<string, string[]>> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text) as columns
     from pg_index i join pg_class c on c.oid = i.indrelid
       join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
     where i.indisprimary and c.relnamespace = 'public'::regnamespace group by 1`,
  )
  return Object.fromEntries(rows.map(({ name, columns }) => [name, columns]))
}

/**
 * Counts the committed writes to each table. If the count of a table is unchanged, its rows are unchanged.
 */
async function countCommits(client: pg.Client, tables: string[]): Promise<void> {
  // A sequence keeps its value when a transaction is rolled back. The trigger that increments the sequence is
  // therefore deferred: it runs only at commit, so that only committed writes are counted.
  await client.query(`create schema kept; create schema kept_total; create sequence kept_total.commits;
    create function kept.count_commit() returns trigger language plpgsql as
      $$ begin perform nextval(('kept.' || tg_table_name)::regclass), nextval('kept_total.commits'); return null; end $$`)
  for (const table of tables) {
    await client.query(`create sequence kept.${table};
      create constraint trigger count_commit after insert or update or delete on ${table}
      deferrable initially deferred for each row execute function kept.count_commit()`)
  }
}
