import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { newId } from '#common/ids.ts'
import { continuesVersion, versionsKept } from '#common/versions/rules.ts'
import { query } from '../db/orm.ts'
import { type Version, VersionEntity } from './entity.ts'

/** Who wrote a text that is about to be stored. */
export interface Writing {
  /** Who wrote last, */
  user_id: string
  /** and all who did since the text was stored before. */
  writer_ids: string[]
  restored_from: Date | null
}

/** The item whose text is written. */
interface Owner {
  id: string
  workspace_id: string
  project_id: string
  created_by: string | null
  /** When it was changed last, in milliseconds. */
  updated_ms: number
  has_text: boolean
}

export interface VersionBegun {
  owner: Owner
  writing: Writing
  /** The version whose text stands on the item; null of one that has no text yet. */
  last: Version | null
  /** Whether what is written belongs to that one still. */
  continues: boolean
}

/**
 * To be asked before a text is stored, and then answered by `noteVersion`; null of an item that is gone. The item is locked, so that it does
 * not move to another project meanwhile.
 */
export async function beginVersion(
  em: EntityManager,
  issueId: string,
  writing: Writing,
): Promise<VersionBegun | null> {
  const owner = await query(em)
    .selectFrom('work_items')
    .select(['id', 'workspace_id', 'project_id', 'created_by'])
    .select([
      sql<number>`(extract(epoch from updated_at) * 1000)::float8`.as('updated_ms'),
      sql<boolean>`description_html not in ('', '<p></p>')`.as('has_text'),
    ])
    .where('id', '=', issueId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (owner === undefined) return null
  const found = await newestOf(em, issueId, LockMode.PESSIMISTIC_WRITE)
  const last = found ?? (owner.has_text ? await firstOf(em, owner) : null)
  return { owner, writing, last, continues: last !== null && continuesVersion(last, writing, new Date()) }
}

/** Of a text that was written when nobody noted by whom: by a seed, an import, or before there were versions. */
async function firstOf(em: EntityManager, owner: Owner): Promise<Version> {
  const at = new Date(owner.updated_ms)
  const nobody = { owned_by: null, editor_ids: [], restored_from: null, created_by: null, updated_by: null }
  const first = em.create(VersionEntity, { ...of(owner), ...nobody, last_saved_at: at, created_at: at })
  await em.flush()
  return first
}

/** What has to stand beside the statement `written`, which stores another text and answers what stood there before, to keep that. */
export function keeping({ last, continues }: VersionBegun) {
  const version = continues ? null : (last?.id ?? null)
  return sql`insert into description_version_texts (version_id, description_html, description_json, description_stripped)
    select ${version}::uuid, old_html, old_json, old_text from written where is_new and ${version}::uuid is not null`
}

/** After another text was stored. */
export async function noteVersion(em: EntityManager, begun: VersionBegun): Promise<void> {
  const { owner, last, continues } = begun
  const { user_id, writer_ids, restored_from } = begun.writing
  const now = new Date()
  if (last && continues) {
    const editor_ids = [...new Set([...last.editor_ids, ...writer_ids])]
    em.assign(last, { editor_ids, last_saved_at: now, updated_by: user_id })
    return em.flush()
  }
  em.create(VersionEntity, {
    ...of(owner),
    owned_by: writer_ids[0] ?? user_id,
    editor_ids: writer_ids,
    last_saved_at: now,
    restored_from,
    created_at: now,
    created_by: user_id,
    updated_by: user_id,
  })
  await em.flush()
  const ofItem = { issue_id: owner.id }
  for (const old of await em.find(VersionEntity, ofItem, { orderBy: { id: 'desc' }, offset: versionsKept }))
    em.remove(old)
  await em.flush()
}

function of({ id, workspace_id, project_id, created_by }: Owner) {
  return { id: newId(), workspace_id, project_id, issue_id: id, issue_created_by: created_by }
}

/** The one whose text stands on the item; null before anything was written. */
export function newestOf(em: EntityManager, issueId: string, lockMode?: LockMode): Promise<Version | null> {
  const newest = { orderBy: { id: 'desc' }, ...(lockMode && { lockMode }) } as const
  return em.findOne(VersionEntity, { issue_id: issueId }, newest)
}
