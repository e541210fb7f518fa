import { defineEntity, p } from '@mikro-orm/postgresql'

/** A link from the text of a page or work item to a page. SQL writes it together with the text. */
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
