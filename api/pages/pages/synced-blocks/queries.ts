import { sql } from 'kysely'
import { findSyncedBlocks, type SyncedReference } from '#common/documents/content/synced-blocks.ts'
import type { syncedBlockCalls } from '#common/pages/pages/calls.ts'
import { maxBackLinks } from '#common/pages/pages/rules.ts'
import { type BackLink, type SyncedBlock, syncedBlock } from '#common/pages/pages/schema.ts'
import type { QueryOf } from '#common/platform/call.ts'
import { notFound } from '#common/platform/errors.ts'
import { canSeeTrashedPage } from '../../../access/documents.ts'
import type { WorkspaceContext } from '../../../platform/context/context.ts'
import { query } from '../../../platform/db/orm.ts'
import { loadLinkSources, readLinkSources } from '../links/queries.ts'
import { readSyncedPage } from './render.ts'

interface SyncedBlockParams {
  page_id: string
  block_id: string
}

/**
 * Returns a synced block to everybody who can see the page that contains its original. If this page is in the trash,
 * the people who see it in the list of the trash learn that, but not the content of the block.
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
    return syncedBlock.parse({ page, state: 'trashed', description_html: null, ...noPlaces })
  }
  const block = block_id.toLowerCase()
  const text = await readSyncedPage(ctx.em, ctx, page_id)
  if (text === null) throw notFound()
  const description_html = findSyncedBlocks(text, new Set([block])).get(block) ?? null
  return syncedBlock.parse({
    page,
    state: description_html === null ? 'deleted' : 'available',
    description_html,
    ...(asksForPlaces === true ? await listPlaces(ctx, { page: page.id, block }, text) : noPlaces),
  })
}

type Places = Pick<SyncedBlock, 'places' | 'has_more_places'>

const noPlaces: Places = { places: null, has_more_places: false }

/** Maximum number of texts that are searched for references to a block. */
const maxSearchedTexts = 1000
/** Maximum number of bytes of texts that one query searches for references. */
const maxSearchedBytes = 50_000_000

/**
 * Returns the pages and work items that refer to the block and that the caller can see. `text` is the text of the page
 * that contains the original, which comes first if it refers to the block itself. A reference in another text is also a
 * link to this page, so only the texts with such a link are searched.
 */
async function listPlaces(ctx: WorkspaceContext, original: SyncedReference, text: string): Promise<Places> {
  const reference = `data-page="${original.page}" data-block="${original.block}"`
  const isReferred = text.includes(reference)
  const found = isReferred
    ? await loadLinkSources(ctx, [{ from_page_id: original.page, from_item_id: null }])
    : []
  let textsLeft = maxSearchedTexts
  let isComplete = false
  let isAllSearched = true
  for await (const { sources, isLast } of readLinkSources(ctx, original.page)) {
    const { ids, isAll } = await findTextsWith(ctx, sources.slice(0, textsLeft), reference)
    found.push(...sources.filter(({ entity_data }) => ids.has(entity_data.id)))
    isAllSearched &&= isAll && sources.length <= textsLeft
    textsLeft -= Math.min(textsLeft, sources.length)
    isComplete = isLast
    if (!isAllSearched || found.length > maxBackLinks) break
  }
  const has_more_places = !isComplete || !isAllSearched || found.length > maxBackLinks
  return { places: found.slice(0, maxBackLinks), has_more_places }
}

/**
 * Returns the ids of those texts that contain the reference, and whether all texts were read. Texts after
 * `maxSearchedBytes` are not read.
 */
async function findTextsWith(
  { em }: WorkspaceContext,
  sources: BackLink[],
  reference: string,
): Promise<{ ids: Set<string>; isAll: boolean }> {
  const ids = sources.map(({ entity_data }) => entity_data.id)
  const { rows } = await sql<{ id: string; is_read: boolean }>`
    select id, bytes <= ${maxSearchedBytes} as is_read from (
      select id, description_html, sum(octet_length(description_html)) over (order by id desc) as bytes
      from (
        select id, description_html from pages where id = any(${ids}::uuid[])
        union all select id, description_html from work_items where id = any(${ids}::uuid[])
      ) texts
    ) measured
    where case when bytes <= ${maxSearchedBytes}
      then position(${reference} in description_html) > 0 else bytes is not null end`.execute(query(em))
  const read = rows.filter(({ is_read }) => is_read)
  return { ids: new Set(read.map(({ id }) => id)), isAll: read.length === rows.length }
}
