import type { EntityManager } from '@mikro-orm/postgresql'
import type { VersionText } from '#common/documents/versions/schema.ts'
import { notFound } from '#common/platform/errors.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import type { DocumentVersion, ItemVersion } from './entity.ts'
import { itemVersionKind, type VersionedDocument, type VersionedDocumentKind } from './kinds.ts'

export async function loadVersion<Row extends DocumentVersion>(
  { em }: WorkspaceContext,
  kind: VersionedDocumentKind<VersionedDocument, Row>,
  ownerId: string,
  id: string,
): Promise<Row> {
  const version = await kind.findOne(em, ownerId, id)
  if (version === null) throw notFound('Version not found')
  return version
}

/** Returns the text of a version in all requested formats. */
export async function loadVersionInAllFormats(
  ctx: WorkspaceContext,
  kind: VersionedDocumentKind,
  ownerId: string,
  id: string,
  isWanted: (field: keyof VersionText) => boolean,
): Promise<VersionText> {
  const { em, documents, user } = ctx
  const html = await loadVersionHtml(em, kind, ownerId, id)
  const isShort = html.length <= longestWorkedOut
  const rest = await stored(em, kind, ownerId, id, ['description_stripped'])
  const json =
    isShort && isWanted('description_json') ? await stored(em, kind, ownerId, id, ['description_json']) : null
  const state = isShort && isWanted('description_binary') ? await documents.stateOf(em, html, user.id) : null
  return {
    description_html: html,
    description_stripped: rest.description_stripped,
    description_json: json?.description_json ?? null,
    description_binary: state && Buffer.from(state).toString('base64'),
  }
}

/**
 * Maximum length in characters of a text that is converted to JSON or Yjs. Converting a longer text would
 * block the event loop.
 */
const longestWorkedOut = 64 * 1024

export async function loadVersionHtml(
  em: EntityManager,
  kind: VersionedDocumentKind,
  ownerId: string,
  id: string,
): Promise<string> {
  return (await stored(em, kind, ownerId, id, ['description_html'])).description_html
}

type Column = 'description_html' | 'description_json' | 'description_stripped'

/** Reads columns of a version's text. The text of the newest version is on the page or item. */
async function stored<Wanted extends Column>(
  em: EntityManager,
  { texts, owners }: VersionedDocumentKind,
  ownerId: string,
  id: string,
  columns: Wanted[],
) {
  const row = await query(em)
    .selectFrom(texts)
    .select(columns)
    .where('version_id', '=', id)
    .executeTakeFirst()
  return (
    row ??
    (await query(em).selectFrom(owners).select(columns).where('id', '=', ownerId).executeTakeFirstOrThrow())
  )
}

/** Returns the version of the current text, or null if no text was written yet. */
export async function findNewestItemVersion(em: EntityManager, issueId: string): Promise<ItemVersion | null> {
  const [newest = null] = await itemVersionKind.find(em, issueId, { limit: 1 })
  return newest
}
