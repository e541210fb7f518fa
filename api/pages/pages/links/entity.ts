import { defineEntity, p } from '@mikro-orm/postgresql'

/**
 * A link to a page from the text of another page or of a work item. SQL updates the links in the transaction
 * that stores the text.
 */
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
