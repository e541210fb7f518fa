import { defineEntity, p } from '@mikro-orm/postgresql'

/** That the text of a page or work item links to a page. Written by SQL alone, with the text that it is derived from. */
export const PageLinkEntity = defineEntity({
  name: 'PageLink',
  tableName: 'page_links',
  properties: {
    id: p.uuid().primary(),
    page_id: p.uuid(),
    from_page_id: p.uuid().nullable(),
    from_item_id: p.uuid().nullable(),
  },
})
