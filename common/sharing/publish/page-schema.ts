import { z } from 'zod'
import { pageRow } from '../../pages/pages/schema.ts'
import { logoProps } from '../../platform/logo-props.ts'
import { id, isoTimestamp } from '../../platform/time.ts'

/** A page in the table of contents of a public link. */
export const publishedPageLink = z.object({
  id,
  /** Id of the parent page. Null for the page for which the link was created. */
  parent: id.nullable(),
  name: z.string(),
  logo_props: logoProps,
})

/** A published page, as people without an account read it. */
export const publishedPage = publishedPageLink.extend({
  /** Appearance of the page. It contains no other settings. */
  view_props: pageRow.shape.view_props,
  updated_at: isoTimestamp,
  /** Text of the page. Mentions are replaced by `@…`, and links to pages that are not public by `…`. */
  description_html: z.string(),
  /** Ids of the public pages from which the text contains synced blocks. */
  synced_page_ids: z.array(id),
  is_indexed: z.boolean(),
  /** All pages of the link, parents first. */
  pages: z.array(publishedPageLink),
})
export type PublishedPage = z.infer<typeof publishedPage>
