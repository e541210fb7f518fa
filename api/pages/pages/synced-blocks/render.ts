import type { EntityManager } from '@mikro-orm/postgresql'
import { documentName } from '#common/documents/content/names.ts'
import {
  findSyncedBlockHtml,
  renderSyncedReferences,
  syncedReferencesInHtml,
} from '#common/documents/content/synced-blocks.ts'
import { getUserDocumentAccess } from '../../../access/documents.ts'
import type { WorkspaceContext } from '../../../platform/context/context.ts'
import { query } from '../../../platform/db/orm.ts'

type Reader = Pick<WorkspaceContext, 'user' | 'workspace' | 'documents'>

/**
 * Replaces the references to synced blocks in stored HTML by the content of the blocks. References to pages that the
 * reader cannot see are removed.
 */
export async function renderSyncedBlocks(em: EntityManager, reader: Reader, html: string): Promise<string> {
  const blocksOfPage = Map.groupBy(syncedReferencesInHtml(html), ({ page }) => page)
  if (blocksOfPage.size === 0) return renderSyncedReferences(html, () => null)
  const contents = new Map<string, string | null>()
  for (const [page, references] of blocksOfPage) {
    const text = await readSyncedPage(em, reader, page)
    for (const { block } of references)
      contents.set(`${page} ${block}`, text === null ? null : findSyncedBlockHtml(text, block))
  }
  return renderSyncedReferences(html, ({ page, block }) => contents.get(`${page} ${block}`) ?? null)
}

/** Returns the current HTML of a page of the workspace, or null if the reader cannot see the page. */
export async function readSyncedPage(
  em: EntityManager,
  { user, workspace, documents }: Reader,
  pageId: string,
): Promise<string | null> {
  const name = documentName('page', pageId)
  const access = await getUserDocumentAccess(em, user.id, name)
  if (access?.workspace_id !== workspace.id) return null
  const row = await query(em)
    .selectFrom('pages')
    .select('description_html')
    .where('id', '=', pageId)
    .executeTakeFirst()
  if (row === undefined) return null
  const target = { name, workspace_id: workspace.id }
  return documents.html(em, target, row.description_html, user.id, { isExcerpt: true })
}
