import { sql } from 'kysely'
import { findSyncedBlocks } from '#common/documents/content/synced-blocks.ts'
import type { syncedBlockCalls } from '#common/pages/pages/calls.ts'
import { maxBackLinks } from '#common/pages/pages/rules.ts'
import { type BackLink, type SyncedBlock, syncedBlock } from '#common/pages/pages/schema.ts'
import type { QueryOf } from '#common/platform/call.ts'
import { notFound } from '#common/platform/errors.ts'
import { canSeeTrashedPage } from '../../../access/documents.ts'
import type { WorkspaceContext } from '../../../platform/context/context.ts'
import { query } from '../../../platform/db/orm.ts'
import { loadLinkSources } from '../links/queries.ts'
import { readSyncedPage } from './render.ts'

interface SyncedBlockParams {
  page_id: string
  block_id: string
}

/**
 * Returns a synced block to everybody who can see the page that contains its original. If this page is in the trash,
 * the people who could see it learn that, but not the content of the block.
 */
export async function getSyncedBlock(
  ctx: WorkspaceContext,
  { page_id, block_id }: SyncedBlockParams,
  { places: asksForPlaces }: QueryOf<(typeof syncedBlockCalls)['getSyncedBlock']>,
): Promise<SyncedBlock> {
  const row = await query(ctx.em)
    .selectFrom('pages')
    .select(['id', 'name', 'logo_props', 'project_ids', 'deleted_at'])
    .where('id', '=', page_id)
    .where('workspace_id', '=', ctx.workspace.id)
    .executeTakeFirst()
  if (row === undefined) throw notFound()
  const { deleted_at, project_ids, ...named } = row
  const page = { ...named, project_id: project_ids[0] ?? null }
  if (deleted_at !== null) {
    if (!(await canSeeTrashedPage(ctx.em, ctx.user.id, page_id))) throw notFound()
    return syncedBlock.parse({ page, state: 'trashed', description_html: null, places: null })
  }
  const block = block_id.toLowerCase()
  const text = await readSyncedPage(ctx.em, ctx, page_id)
  if (text === null) throw notFound()
  const description_html = findSyncedBlocks(text, new Set([block])).get(block) ?? null
  return syncedBlock.parse({
    page,
    state: description_html === null ? 'deleted' : 'available',
    description_html,
    places: asksForPlaces === true ? await listPlaces(ctx, page_id, block) : null,
  })
}

/**
 * Returns the pages and work items that refer to the block. A reference is also a link to the page of the original, so
 * only the texts with such a link are searched.
 */
async function listPlaces(ctx: WorkspaceContext, pageId: string, block: string): Promise<BackLink[]> {
  const reference = `data-page="${pageId.toLowerCase()}" data-block="${block}"`
  const links = await query(ctx.em)
    .selectFrom('page_links as l')
    .leftJoin('pages as p', 'p.id', 'l.from_page_id')
    .leftJoin('work_items as i', 'i.id', 'l.from_item_id')
    .select(['l.from_page_id', 'l.from_item_id'])
    .where('l.page_id', '=', pageId)
    .where(sql<boolean>`position(${reference} in coalesce(p.description_html, i.description_html)) > 0`)
    .orderBy('l.id', 'desc')
    .limit(maxBackLinks)
    .execute()
  return loadLinkSources(ctx, links)
}
