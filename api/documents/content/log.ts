import type { EntityManager } from '@mikro-orm/postgresql'
import { type Kysely, sql } from 'kysely'
import { type DocumentKind, documentKinds, parseDocumentName } from '#common/documents/content/names.ts'
import { packUpdates, unpackUpdates } from './packing.ts'
import type { DocumentTables } from './tables.ts'

/** Updates that one user makes to one document, in order. These updates are stored in one row of the log. */
export interface LoggedUpdates {
  name: string
  workspace_id: string
  updates: Uint8Array[]
  user_id: string | null
}

export interface StoredUpdate {
  /** Sequence number of the log row. Is null for the merged state, which precedes all log rows. */
  seq: string | null
  update: Uint8Array
  user_id: string | null
  /** Number of compactions until now. Is null for log rows. */
  version: string | null
  /** True if the text on the row of the page or item already contains this update. */
  is_derived: boolean
}

/**
 * Identifies the stored state of a document: `version` is the number of compactions, and `seqs` are the log
 * rows that are not merged yet, in order.
 */
export interface UpdateLogHead {
  version: string
  seqs: string[]
}

export interface DocumentLogHead extends UpdateLogHead {
  name: string
  /** Sequence numbers of rows whose updates the text on the page or item already contains. */
  derived: string[]
}

/**
 * Appends rows to the logs of any number of documents, in one statement. Returns the sequence numbers of the
 * rows in the same order.
 */
export async function appendUpdates(
  em: EntityManager,
  rows: LoggedUpdates[],
  { is_derived = false } = {},
): Promise<string[]> {
  const names = rows.map(({ name }) => name)
  const workspaces = rows.map(({ workspace_id }) => workspace_id)
  const packed = rows.map(({ updates }) => packUpdates(updates))
  const users = rows.map(({ user_id }) => user_id)
  // Concatenate the bytes: the driver sends a single buffer as binary, but arrays of buffers as text of twice the
  // length.
  const lengths = packed.map((bytes) => bytes.byteLength)
  let next = 1
  const starts = lengths.map((length) => {
    next += length
    return next - length
  })
  const inserted = await sql<{ seq: string }>`
    insert into document_updates (name, workspace_id, updates, user_id, is_derived)
    select name, workspace_id, substring(${Buffer.concat(packed)}::bytea from start for length), user_id, ${is_derived}
    from unnest(${names}::text[], ${workspaces}::uuid[], ${starts}::int[], ${lengths}::int[], ${users}::uuid[])
      with ordinality as row (name, workspace_id, start, length, user_id, place)
    order by place
    returning seq
  `.execute(documentsDb(em))
  if (inserted.rows.length !== rows.length)
    throw new Error('the database answered fewer rows than it was given')
  return inserted.rows.map(({ seq }) => seq)
}

export async function loadUpdateLogHeads(em: EntityManager, names: string[]): Promise<DocumentLogHead[]> {
  const { rows } = await sql<DocumentLogHead>`
    select name, coalesce((select version from documents where documents.name = wanted.name), 0)::text as version,
      array(select seq::text from document_updates as u where u.name = wanted.name order by seq) as seqs,
      array(select seq::text from document_updates as u where u.name = wanted.name and is_derived) as derived
    from unnest(${names}::text[]) as wanted (name)
  `.execute(documentsDb(em))
  return rows
}

/**
 * Returns true if a result that was computed from the log `before` can still be stored, because the only
 * changes since then are updates that users in open editors have appended to the log.
 */
export async function isUpdateLogUnchanged(
  em: EntityManager,
  name: string,
  before: UpdateLogHead,
): Promise<boolean> {
  const [now] = await loadUpdateLogHeads(em, [name])
  const known = new Set(before.seqs)
  return (
    now?.version === before.version &&
    known.isSubsetOf(new Set(now.seqs)) &&
    new Set(now.derived).isSubsetOf(known)
  )
}

export async function markUpdatesDerived(em: EntityManager, { seqs }: UpdateLogHead): Promise<void> {
  if (seqs.length === 0) return
  await sql`update document_updates set is_derived = true where seq = any(${seqs}::bigint[]) and not is_derived`.execute(
    documentsDb(em),
  )
}

/**
 * Loads the merged state and then the later updates, in order. One statement reads them all, so that no
 * compaction happens in between. Large values are read in slices, because the driver parses bytes from text,
 * which would block the event loop if the value has several megabytes.
 */
export async function loadDocumentUpdates(em: EntityManager, name: string): Promise<StoredUpdate[]> {
  const { rows } = await sql<Omit<StoredUpdate, 'update'> & { slice: Buffer; is_last: boolean }>`
    with parts as materialized (
      select null::bigint as seq, state || ''::bytea as bytes, null::uuid as user_id, version, true as is_derived
      from documents where name = ${name} and state is not null
      union all
      select seq, updates || ''::bytea, user_id, null, is_derived from document_updates where name = ${name}
    )
    select seq, user_id, version, is_derived, substring(bytes from start for ${sql.lit(sliceBytes)}) as slice,
      start + ${sql.lit(sliceBytes)} > length(bytes) as is_last
    from parts cross join generate_series(1, length(bytes), ${sql.lit(sliceBytes)}) as start
    order by seq nulls first, start
  `.execute(documentsDb(em))
  let slices: Buffer[] = []
  return rows.flatMap(({ slice, is_last, ...row }) => {
    slices.push(slice)
    if (!is_last) return []
    const bytes = slices.length === 1 ? slice : Buffer.concat(slices)
    slices = []
    return (row.seq === null ? [bytes] : unpackUpdates(bytes)).map((update) => ({ ...row, update }))
  })
}

const sliceBytes = 256 * 1024

/** Loads only the merged state. If the log contains no unmerged rows, this state is the whole document. */
export async function loadDocumentState(em: EntityManager, name: string): Promise<Uint8Array | null> {
  const row = await documentsDb(em)
    .selectFrom('documents')
    .select('state')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.state ?? null
}

/** Loads the rows with these sequence numbers that are not merged yet. */
export async function loadUpdatesBySequence(
  em: EntityManager,
  seqs: string[],
): Promise<{ name: string; seq: string; updates: Uint8Array[] }[]> {
  const rows = await documentsDb(em)
    .selectFrom('document_updates')
    .select(['name', 'seq', 'updates'])
    .where('seq', 'in', seqs)
    .orderBy('seq')
    .execute()
  return rows.map((row) => ({ ...row, updates: unpackUpdates(row.updates) }))
}

/**
 * Locks a document's row until the transaction ends, and creates it if needed. Compactions and REST writes of one
 * document therefore run one after the other, in any process. Appends do not wait for the lock.
 */
export async function lockDocument(em: EntityManager, name: string, workspaceId: string): Promise<void> {
  const db = documentsDb(em)
  const owner = parseDocumentName(name)
  // Lock the page or item first, as commands do. The opposite order could cause deadlocks.
  if (owner)
    await sql`select from ${sql.table(tableOf[owner.kind])} where id = ${owner.id} for no key update`.execute(
      db,
    )
  await db
    .insertInto('documents')
    .values({ name, workspace_id: workspaceId, state: null })
    .onConflict((on) => on.doNothing())
    .execute()
  await db.selectFrom('documents').select('name').where('name', '=', name).forUpdate().execute()
}

/**
 * Replaces the merged rows by `state`. Rows that were appended after the merge are not changed. The caller must
 * have locked the document.
 */
export async function replaceUpdatesWithState(
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

/**
 * Returns documents whose log has not been merged for at least a minute. This happens if the process that had the
 * document open died, or if a REST call wrote to a document that nobody had open.
 */
export async function findUnmergedDocuments(
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

/** Returns documents with updates that the text on the page or item does not contain yet. */
export async function findDocumentsWithOutdatedText(
  em: EntityManager,
): Promise<{ name: string; workspace_id: string }[]> {
  return documentsDb(em)
    .selectFrom('document_updates')
    .select(['name', 'workspace_id'])
    .distinct()
    .where('is_derived', '=', false)
    .execute()
}

export function documentsDb(em: EntityManager): Kysely<DocumentTables> {
  return em.getKysely<DocumentTables>()
}

/**
 * Deletes updates of items and pages that have been permanently deleted. Only updates that were written
 * before `before` are deleted.
 */
export async function deleteUpdatesWithoutOwner(em: EntityManager, before: Date): Promise<void> {
  const db = documentsDb(em)
  for (const kind of documentKinds) {
    const isOwnerless = (table: keyof DocumentTables) => {
      const [name, owners] = [sql.ref(`${table}.name`), sql.table(tableOf[kind])]
      // Check the format first, because names in another format cannot be cast to a UUID. The updates of
      // documents with such a name are not deleted.
      return sql<boolean>`case when ${name} ~ ${`^${kind}:[0-9a-f-]{36}$`}
        then not exists (select from ${owners} as o where o.id = substr(${name}, ${kind.length + 2}::int)::uuid) else false end`
    }
    await db
      .deleteFrom('document_updates')
      .where('created_at', '<', before)
      .where(isOwnerless('document_updates'))
      .execute()
    await db
      .deleteFrom('documents')
      .where('updated_at', '<', before)
      .where(isOwnerless('documents'))
      .execute()
  }
}

const tableOf: Record<DocumentKind, string> = { page: 'pages', work_item: 'work_items' }
