import pg from 'pg'

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
  const columns = await columnsOf(client)
  const tables = [...new Set(columns.map((column) => column.table_name))]
  await countCommits(client, tables)
  await deferForeignKeys(client)
  const referring = (await referringTables(client)).filter(({ from }) => tables.includes(from))
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
        (table) => `select 1 from ${table} r, jsonb_each_text(to_jsonb(r)) as v where v.value = $1`,
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
    async putBack() {
      const now = await commits()
      if (now === kept) return
      const affected = withReferring(
        tables.filter((table) => now[table] !== kept[table]),
        referring,
      )
      if (affected.length === 0) return
      // Triggers keep these while items come and go, so they are put back behind them.
      const counted = affected.includes('work_items') ? ['cycle_days', 'cycle_shares'] : []
      const removals = affected.map((table) => `delete from ${table};`)
      const insertions = [...affected.filter((table) => !counted.includes(table)), ...counted].map(
        (table) =>
          `${counted.includes(table) ? `delete from ${table};` : ''} insert into ${table} overriding system value select * from kept.row_of_${table};`,
      )
      await client.query(
        `begin; set constraints all deferred; ${removals.join(' ')} ${insertions.join(' ')} commit`,
      )
      kept = await commits()
    },
    close: () => client.end(),
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

/** So that all rows can be taken out and put back in any order. Nothing changes for others: they are still checked at once. */
async function deferForeignKeys(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('alter table %s alter constraint %I deferrable initially immediate', conrelid::regclass, conname) as statement
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  for (const { statement } of rows) await client.query(statement)
}

interface Reference {
  from: string
  to: string
}

async function referringTables(client: pg.Client): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(
    `select conrelid::regclass::text as from, confrelid::regclass::text as to
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  return rows
}

/** Rows that refer to a removed one may go with it. */
function withReferring(changed: string[], references: Reference[]): string[] {
  const affected = new Set(changed)
  for (const table of affected) {
    for (const { from, to } of references) if (to === table) affected.add(from)
  }
  return [...affected]
}
