import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { DocumentOwner } from '#common/documents/content/names.ts'
import { continuesLastVersion } from '#common/documents/versions/rules.ts'
import { newId } from '#common/platform/ids.ts'
import type { DocumentVersion } from './entity.ts'
import { type VersionedDocument, type VersionedDocumentKind, versionedDocumentKinds } from './kinds.ts'

/** The users who wrote a text that will be stored. */
export interface VersionAuthors {
  /** The last writer. */
  user_id: string
  /** All writers since the text was last stored. */
  writer_ids: string[]
  restored_from: Date | null
  /** True if the same transaction created the page or item, which therefore has no version yet. */
  is_new?: boolean
}

export interface PendingVersion {
  kind: VersionedDocumentKind
  owner: VersionedDocument
  writing: VersionAuthors
  /** The version of the current text. Is null if there is no text yet. */
  last: DocumentVersion | null
  /** True if the new text still belongs to the version `last`, because the same editing session continues. */
  continues: boolean
}

/**
 * Prepares a version before the text of an item or page is stored; `finishVersion` completes it afterwards.
 * Returns null if the item or page no longer exists.
 */
export async function beginVersion(
  em: EntityManager,
  { kind: name, id }: DocumentOwner,
  writing: VersionAuthors,
): Promise<PendingVersion | null> {
  const kind = versionedDocumentKinds[name]
  const owner = await kind.lock(em, id)
  if (owner === null) return null
  const [found] = writing.is_new
    ? []
    : await kind.find(em, id, { limit: 1, lockMode: LockMode.PESSIMISTIC_WRITE })
  const last = found ?? (owner.has_text ? await createFirstVersion(em, kind, owner) : null)
  return {
    kind,
    owner,
    writing,
    last,
    continues: last !== null && continuesLastVersion(last, writing, new Date()),
  }
}

/**
 * Creates a first version without an author. The text comes from sample data or an import, or it was written before
 * Tandem stored versions.
 */
async function createFirstVersion(
  em: EntityManager,
  kind: VersionedDocumentKind,
  owner: VersionedDocument,
): Promise<DocumentVersion> {
  const at = new Date(owner.updated_ms)
  const nobody = { owned_by: null, editor_ids: [], restored_from: null, created_by: null, updated_by: null }
  const first = kind.create(em, owner, { ...nobody, id: newId(), last_saved_at: at, created_at: at })
  await em.flush()
  return first
}

/**
 * SQL that stores the previous text. This SQL must be part of the statement with the CTE `written`, which
 * stores the new text and returns the old one.
 */
export function storePreviousTextSql({ kind, last, continues }: PendingVersion) {
  const version = continues ? null : (last?.id ?? null)
  return sql`insert into ${sql.table(kind.texts)} (version_id, description_html, description_json, description_stripped)
    select ${version}::uuid, old_html, old_json, old_text from written where is_new and ${version}::uuid is not null`
}

/** Records a version after a changed text was stored. */
export async function finishVersion(em: EntityManager, begun: PendingVersion): Promise<void> {
  const { kind, owner, last, continues } = begun
  const { user_id, writer_ids, restored_from } = begun.writing
  const now = new Date()
  if (last && continues) {
    const editor_ids = [...new Set([...last.editor_ids, ...writer_ids])]
    em.assign(last, { editor_ids, last_saved_at: now, updated_by: user_id })
    return em.flush()
  }
  kind.create(em, owner, {
    id: newId(),
    owned_by: writer_ids[0] ?? user_id,
    editor_ids: writer_ids,
    last_saved_at: now,
    restored_from,
    created_at: now,
    created_by: user_id,
    updated_by: user_id,
  })
  await em.flush()
  if (last === null) return
  for (const old of await kind.findSurplus(em, owner.id)) em.remove(old)
  await em.flush()
}
