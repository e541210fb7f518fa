import { maxBackLinks } from '#common/pages/pages/rules.ts'
import { type BackLink, backLink } from '#common/pages/pages/schema.ts'
import type { WorkspaceContext } from '../../../platform/context/context.ts'
import { query } from '../../../platform/db/orm.ts'
import { loadVisitedEntities } from '../../recent-visits/queries.ts'
import type { PageContext } from '../container.ts'
import { findPage } from '../queries.ts'

/**
 * Maximum number of links that one request reads. It limits the work if the caller can see only few of the
 * linking pages.
 */
const mostLinksRead = 10 * maxBackLinks

/**
 * Returns the pages and work items that link to a page and that the caller can see. Archived and deleted
 * pages and items are left out.
 */
export async function listBackLinks(ctx: PageContext, pageId: string): Promise<BackLink[]> {
  await findPage(ctx, pageId)
  const found: BackLink[] = []
  for await (const { sources } of readLinkSources(ctx, pageId)) {
    found.push(...sources)
    if (found.length >= maxBackLinks) break
  }
  return found.slice(0, maxBackLinks)
}

/**
 * Yields the pages and work items that link to a page and that the caller can see, in several parts, newest first.
 * The caller has checked the access to the page.
 */
export async function* readLinkSources(
  ctx: WorkspaceContext,
  pageId: string,
): AsyncGenerator<{ sources: BackLink[]; isLast: boolean }> {
  let before: string | null = null
  for (let readCount = 0; readCount < mostLinksRead; readCount += maxBackLinks) {
    const links = await linksTo(ctx, pageId, before)
    const isLast = links.length < maxBackLinks
    yield { sources: await loadLinkSources(ctx, links), isLast }
    if (isLast) return
    before = links.at(-1)?.id ?? null
  }
}

type LinkSources = readonly { from_page_id: string | null; from_item_id: string | null }[]

function linksTo({ em }: WorkspaceContext, pageId: string, before: string | null) {
  return query(em)
    .selectFrom('page_links')
    .select(['id', 'from_page_id', 'from_item_id'])
    .where('page_id', '=', pageId)
    .$if(before !== null, (older) => older.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(maxBackLinks)
    .execute()
}

/** Returns the pages and work items that contain the links and that the caller can see. */
export async function loadLinkSources(ctx: WorkspaceContext, links: LinkSources): Promise<BackLink[]> {
  const places = links.flatMap(({ from_page_id, from_item_id }) => [
    ...(from_page_id == null ? [] : [{ entity_name: 'page' as const, entity_identifier: from_page_id }]),
    ...(from_item_id == null ? [] : [{ entity_name: 'issue' as const, entity_identifier: from_item_id }]),
  ])
  const data = await loadVisitedEntities(ctx, places)
  return places.flatMap(({ entity_name, entity_identifier }) => {
    const entity_data = data.get(entity_identifier)
    return entity_data === undefined ? [] : [backLink.parse({ entity_name, entity_data })]
  })
}
