import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { type DocumentOwner, parseDocumentName } from '#common/documents/content/names.ts'
import { replaceMentionIdsByNames } from '../../access/name-mentions.ts'
import type { DerivedContent } from '../../platform/context/documents.ts'
import { emitEvent } from '../../platform/db/events.ts'
import { query } from '../../platform/db/orm.ts'
import { beginVersion, finishVersion, storePreviousTextSql } from '../versions/record-version.ts'
import { documentTextStored } from './events.ts'

/**
 * Stores the HTML, JSON and plain text of a document on its page or work item, if the page or work item still
 * exists.
 */
export async function storeDocumentContent(
  em: EntityManager,
  name: string,
  content: DerivedContent,
): Promise<void> {
  const owner = parseDocumentName(name)
  if (!owner) return
  await storeText(em, owner, content)
  await emitEvent(em, documentTextStored, { owner, content })
}

/**
 * Stores the text of a page or work item. The previous text becomes a version, unless the same editing
 * session continues.
 */
async function storeText(em: EntityManager, owner: DocumentOwner, content: DerivedContent): Promise<void> {
  const { html, json, text, mention_ids, user_id, writer_ids, restored_from = null, is_new = false } = content
  const named = await withNames(em, owner, text, mention_ids)
  const version =
    user_id === null ? null : await beginVersion(em, owner, { user_id, writer_ids, restored_from, is_new })
  // Run SQL with parameters, because MikroORM's unit of work would compare texts of megabytes.
  const stored = sql`update ${sql.table(tables[owner.kind])} set description_html = ${html},
      description_json = convert_from(${bytesOf(json)}, 'UTF8')::jsonb,
      description_stripped = convert_from(${named}, 'UTF8') where id = ${owner.id}`
  if (version === null) return void (await stored.execute(query(em)))
  const { rows } = await sql<{ is_new: boolean }>`
    with written as (
      ${stored} returning old.description_html as old_html, old.description_json as old_json,
        old.description_stripped as old_text, old.description_html is distinct from new.description_html as is_new
    ), kept as (${storePreviousTextSql(version)})
    select is_new from written`.execute(query(em))
  if (rows[0]?.is_new) await finishVersion(em, version)
}

/** Returns the HTML on the row of the page or work item, or null if the row does not exist. */
export async function loadStoredHtml(em: EntityManager, name: string): Promise<string | null> {
  const owner = parseDocumentName(name)
  if (!owner) return null
  const row = await query(em)
    .selectFrom(tables[owner.kind])
    .select('description_html')
    .where('id', '=', owner.id)
    .executeTakeFirst()
  return row?.description_html ?? null
}

/**
 * Returns the name of a page from its database row. The document server inserts this name if the title of the
 * document is empty. Returns null for work items, because their documents have no title.
 */
export async function loadStoredTitle(em: EntityManager, name: string): Promise<string | null> {
  const owner = parseDocumentName(name)
  if (owner?.kind !== 'page') return null
  const row = await query(em).selectFrom('pages').select('name').where('id', '=', owner.id).executeTakeFirst()
  return row?.name ?? null
}

const tables = { page: 'pages', work_item: 'work_items' } as const

/** Inserts the current names of the mentioned users into the text. */
async function withNames(
  em: EntityManager,
  { kind, id }: DocumentOwner,
  text: Uint8Array,
  mention_ids: string[],
): Promise<Buffer> {
  if (mention_ids.length === 0) return bytesOf(text)
  const { workspace_id } = await query(em)
    .selectFrom(tables[kind])
    .select('workspace_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return Buffer.from(await replaceMentionIdsByNames(em, workspace_id, bytesOf(text).toString(), mention_ids))
}

/** Wraps the bytes in a Buffer, without copying, for the driver. */
function bytesOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
