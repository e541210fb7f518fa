import type { EntityManager } from '@mikro-orm/postgresql'
import { type Kysely, sql } from 'kysely'
import type { DocumentTables } from './tables.ts'

/** One update to append; `update` is a Yjs update in its first encoding. */
export interface LoggedUpdate {
  name: string
  workspace_id: string
  update: Uint8Array
  user_id: string | null
}

export interface StoredUpdate {
  /** Null for the merged state, which comes first. */
  seq: string | null
  update: Uint8Array
  user_id: string | null
  /** Of the merged state: how often the document was merged. */
  version: string | null
}

/** Appends a batch, of any documents, in one statement; answers their sequence numbers in the same order. */
export async function appendUpdates(em: EntityManager, batch: LoggedUpdate[]): Promise<string[]> {
  const names = batch.map((entry) => entry.name)
  const workspaces = batch.map((entry) => entry.workspace_id)
  const updates = batch.map((entry) => Buffer.from(entry.update))
  const users = batch.map((entry) => entry.user_id)
  const { rows } = await sql<{ seq: string }>`
    insert into document_updates (name, workspace_id, update, user_id)
    select name, workspace_id, update, user_id
    from unnest(${names}::text[], ${workspaces}::uuid[], ${updates}::bytea[], ${users}::uuid[])
      with ordinality as entry (name, workspace_id, update, user_id, place)
    order by place
    returning seq
  `.execute(documentsDb(em))
  return rows.map((row) => row.seq)
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
  const { rows } = await sql<StoredUpdate>`
    select null as seq, state as update, null as user_id, version from documents where name = ${name} and state is not null
    union all
    (select seq, update, user_id, null from document_updates where name = ${name} order by seq)
  `.execute(documentsDb(em))
  return rows
}

/** The rows of these sequence numbers that have not been merged yet. */
export async function updatesOf(
  em: EntityManager,
  seqs: string[],
): Promise<{ name: string; seq: string; update: Uint8Array }[]> {
  return documentsDb(em)
    .selectFrom('document_updates')
    .select(['name', 'seq', 'update'])
    .where('seq', 'in', seqs)
    .orderBy('seq')
    .execute()
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
