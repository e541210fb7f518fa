import type { EntityManager } from '@mikro-orm/postgresql'
import { type Kysely, sql } from 'kysely'
import { pack, unpack } from './packing.ts'
import type { DocumentTables } from './tables.ts'

/** One update to append; `update` is a Yjs update in its first encoding. */
export interface LoggedUpdate {
  name: string
  workspace_id: string
  update: Uint8Array
  user_id: string | null
}

export interface StoredUpdate {
  /** Of the row; null for the merged state, which comes first. */
  seq: string | null
  update: Uint8Array
  user_id: string | null
  /** Of the merged state: how often the document was merged. */
  version: string | null
}

/**
 * Appends a batch, of any documents, in one statement: one row for each person's updates of a document. Answers the sequence number
 * of each update's row, in the same order.
 */
export async function appendUpdates(em: EntityManager, batch: LoggedUpdate[]): Promise<string[]> {
  const rows = rowsOf(batch)
  const names = rows.map(([first]) => first.name)
  const workspaces = rows.map(([first]) => first.workspace_id)
  const packed = rows.map((row) => Buffer.from(pack(row.map((entry) => entry.update))))
  const users = rows.map(([first]) => first.user_id)
  const inserted = await sql<{ seq: string }>`
    insert into document_updates (name, workspace_id, updates, user_id)
    select name, workspace_id, updates, user_id
    from unnest(${names}::text[], ${workspaces}::uuid[], ${packed}::bytea[], ${users}::uuid[])
      with ordinality as row (name, workspace_id, updates, user_id, place)
    order by place
    returning seq
  `.execute(documentsDb(em))
  const seqs = new Map(
    rows.flatMap((row, at) => row.map((entry) => [entry, inserted.rows[at]?.seq] as const)),
  )
  return batch.map((entry) => {
    const seq = seqs.get(entry)
    if (seq === undefined) throw new Error('the database answered fewer rows than it was given')
    return seq
  })
}

type Row = [LoggedUpdate, ...LoggedUpdate[]]

function rowsOf(batch: LoggedUpdate[]): Row[] {
  const rows = new Map<string, Row>()
  for (const entry of batch) {
    const key = `${entry.name} ${entry.user_id}`
    const row = rows.get(key)
    if (row) row.push(entry)
    else rows.set(key, [entry])
  }
  return [...rows.values()]
}

/** What of these documents is in the database: how often they were merged, and the rows that are not merged yet. */
export async function logHeads(
  em: EntityManager,
  names: string[],
): Promise<{ name: string; version: string; seqs: string[] }[]> {
  const { rows } = await sql<{ name: string; version: string; seqs: string[] }>`
    select name, coalesce((select version from documents where documents.name = wanted.name), 0)::text as version,
      array(select seq::text from document_updates where document_updates.name = wanted.name) as seqs
    from unnest(${names}::text[]) as wanted (name)
  `.execute(documentsDb(em))
  return rows
}

/** The merged state and, in order, the updates since. One statement, so that no compaction falls between the two. */
export async function loadUpdates(em: EntityManager, name: string): Promise<StoredUpdate[]> {
  const { rows } = await sql<{
    seq: string | null
    bytes: Uint8Array
    user_id: string | null
    version: string | null
  }>`
    select null as seq, state as bytes, null as user_id, version
    from documents where name = ${name} and state is not null
    union all
    (select seq, updates, user_id, null from document_updates where name = ${name} order by seq)
  `.execute(documentsDb(em))
  return rows.flatMap(({ bytes, ...row }) =>
    (row.seq === null ? [bytes] : unpack(bytes)).map((update) => ({ ...row, update })),
  )
}

/** The rows of these sequence numbers that have not been merged yet. */
export async function updatesOf(
  em: EntityManager,
  seqs: string[],
): Promise<{ name: string; seq: string; updates: Uint8Array[] }[]> {
  const rows = await documentsDb(em)
    .selectFrom('document_updates')
    .select(['name', 'seq', 'updates'])
    .where('seq', 'in', seqs)
    .orderBy('seq')
    .execute()
  return rows.map((row) => ({ ...row, updates: unpack(row.updates) }))
}

/**
 * Locks a document's row until the transaction of `em` ends, making it if need be: compactions and REST writes of one document,
 * from any process, happen one after the other. Appends do not wait for it.
 */
export async function lockDocument(em: EntityManager, name: string, workspaceId: string): Promise<void> {
  const db = documentsDb(em)
  await db
    .insertInto('documents')
    .values({ name, workspace_id: workspaceId, state: null })
    .onConflict((on) => on.doNothing())
    .execute()
  await db.selectFrom('documents').select('name').where('name', '=', name).forUpdate().execute()
}

/** Puts `state` in the place of what was loaded, and of nothing that was appended meanwhile. The document must be locked. */
export async function replaceWithState(
  em: EntityManager,
  name: string,
  state: Uint8Array,
  merged: string[],
): Promise<string> {
  const db = documentsDb(em)
  const { version } = await db
    .updateTable('documents')
    .set({ state: Buffer.from(state), version: sql`version + 1`, updated_at: sql`now()` })
    .where('name', '=', name)
    .returning('version')
    .executeTakeFirstOrThrow()
  await sql`delete from document_updates where seq = any(${merged}::bigint[])`.execute(db)
  return version
}

/** Documents whose log nobody has merged for a minute: of a process that died, or written over REST and not opened since. */
export async function staleDocuments(
  em: EntityManager,
  limit: number,
): Promise<{ name: string; workspace_id: string }[]> {
  return documentsDb(em)
    .selectFrom('document_updates')
    .select(['name', 'workspace_id'])
    .groupBy(['name', 'workspace_id'])
    .having((eb) => eb.fn.max('created_at'), '<', sql<Date>`now() - interval '1 minute'`)
    .limit(limit)
    .execute()
}

export function documentsDb(em: EntityManager): Kysely<DocumentTables> {
  return em.getKysely<DocumentTables>()
}
