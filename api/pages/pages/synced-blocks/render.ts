import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { documentName } from '#common/documents/content/names.ts'
import { getUserDocumentAccess } from '../../../access/documents.ts'
import { renderSyncedContents, type SyncedContentCache } from '../../../documents/content/synced-contents.ts'
import type { WorkspaceContext } from '../../../platform/context/context.ts'
import { query } from '../../../platform/db/orm.ts'

type Reader = Pick<WorkspaceContext, 'user' | 'workspace' | 'documents'>

/**
 * Replaces the references to synced blocks in stored HTML by the content of the blocks. References to pages that the
 * reader cannot see are removed. Access is checked also for contents in the cache.
 */
export function renderSyncedBlocks(
  em: EntityManager,
  reader: Reader,
  html: string,
  cache?: SyncedContentCache,
): Promise<string> {
  const source = {
    canRead: (page: string) => canReadPage(em, reader, page),
    read: (page: string, maxBytes: number) => readText(em, reader, page, maxBytes),
  }
  return renderSyncedContents(html, source, cache)
}

/** Returns the current HTML of a page of the workspace, or null if the reader cannot see the page. */
export async function readSyncedPage(
  em: EntityManager,
  reader: Reader,
  pageId: string,
): Promise<string | null> {
  return (await canReadPage(em, reader, pageId)) ? readText(em, reader, pageId) : null
}

async function canReadPage(em: EntityManager, { user, workspace }: Reader, pageId: string): Promise<boolean> {
  const access = await getUserDocumentAccess(em, user.id, documentName('page', pageId))
  return access?.workspace_id === workspace.id
}

/** Returns null for a page that no longer exists, and for a page whose stored text exceeds the maximum. */
async function readText(
  em: EntityManager,
  { user, workspace, documents }: Reader,
  pageId: string,
  maxBytes: number | null = null,
): Promise<string | null> {
  const row = await query(em)
    .selectFrom('pages')
    .select('description_html')
    .where('id', '=', pageId)
    .$if(maxBytes !== null, (texts) =>
      texts.where(sql<boolean>`octet_length(description_html) <= ${maxBytes}`),
    )
    .executeTakeFirst()
  if (row === undefined) return null
  const target = { name: documentName('page', pageId), workspace_id: workspace.id }
  return documents.html(em, target, row.description_html, user.id, { isExcerpt: true })
}
