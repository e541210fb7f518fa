import { type BackLink, backLink } from '#common/pages/schema.ts'
import { query } from '../db/orm.ts'
import type { PagePlace } from '../pages/place.ts'
import { findPage } from '../pages/queries.ts'
import { dataOf } from '../recent-visits/queries.ts'

/** Looked through, of a page that very many link to, the newest. */
const mostLinks = 500

/** Pages and work items that link to a page, as far as the caller sees them; what is in the trash or archived says nothing. */
export async function listBackLinks(ctx: PagePlace, pageId: string): Promise<BackLink[]> {
  await findPage(ctx, pageId)
  const links = await query(ctx.em)
    .selectFrom('page_links')
    .select(['from_page_id', 'from_item_id'])
    .where('page_id', '=', pageId)
    .orderBy('id', 'desc')
    .limit(mostLinks)
    .execute()
  const places = links.flatMap(({ from_page_id, from_item_id }) => [
    ...(from_page_id == null ? [] : [{ entity_name: 'page' as const, entity_identifier: from_page_id }]),
    ...(from_item_id == null ? [] : [{ entity_name: 'issue' as const, entity_identifier: from_item_id }]),
  ])
  const data = await dataOf(ctx, places)
  return places.flatMap(({ entity_name, entity_identifier }) => {
    const entity_data = data.get(entity_identifier)
    return entity_data === undefined ? [] : [backLink.parse({ entity_name, entity_data })]
  })
}
