import { LockMode } from '@mikro-orm/postgresql'
import type { Job } from '../../platform/context/job.ts'
import { query } from '../../platform/db/orm.ts'
import { runInChangeBatch } from '../../platform/feed/run-in-change-batch.ts'
import { fetchPageMetadata } from '../../work/links/page-metadata.ts'
import { QuickLinkEntity } from './entity.ts'

/** Loads the title and icon of the linked page, as `fetchLinkMetadataJob` does for links of work items. */
export const loadQuickLinkPageJob: Job<{ quick_link_id: string }> = {
  name: 'read-quick-page',
  retries: 3,
  retryAfter: [5, 300],
  endsWithin: 60,
  async run({ quick_link_id }, { orm, web }) {
    const link = await query(orm.em.fork())
      .selectFrom('quick_links')
      .select('url')
      .where('id', '=', quick_link_id)
      .executeTakeFirst()
    if (link === undefined) return
    const metadata = await fetchPageMetadata(link.url, web)
    if (Object.keys(metadata).length === 0) return
    await runInChangeBatch(orm.em, { actor_id: null, mutation_id: null }, async (em) => {
      const at = { id: quick_link_id, url: link.url }
      // The link may have been changed or deleted while the page was read.
      const now = await em.findOne(QuickLinkEntity, at, { lockMode: LockMode.PESSIMISTIC_WRITE })
      if (now === null) return
      now.metadata = metadata
      await em.flush()
    })
  },
}
