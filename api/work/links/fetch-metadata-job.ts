import { LockMode } from '@mikro-orm/postgresql'
import type { Job } from '../../platform/context/job.ts'
import { query } from '../../platform/db/orm.ts'
import { runInChangeBatch } from '../../platform/feed/run-in-change-batch.ts'
import { LinkEntity } from './entity.ts'
import { fetchPageMetadata } from './page-metadata.ts'

/** Loads the title and icon of a linked page. If the page cannot be read, the link shows only its URL. */
export const fetchLinkMetadataJob: Job<{ link_id: string }> = {
  name: 'read-page',
  retries: 3,
  retryAfter: [5, 300],
  endsWithin: 60,
  async run({ link_id }, { orm, web }) {
    const link = await query(orm.em.fork())
      .selectFrom('work_item_links')
      .select('url')
      .where('id', '=', link_id)
      .executeTakeFirst()
    if (link === undefined) return
    const metadata = await fetchPageMetadata(link.url, web)
    if (Object.keys(metadata).length === 0) return
    await runInChangeBatch(orm.em, { actor_id: null, mutation_id: null }, async (em) => {
      // Load the link again, because it may have been changed or deleted while the page was loading.
      const now = await em.findOne(
        LinkEntity,
        { id: link_id, url: link.url },
        { lockMode: LockMode.PESSIMISTIC_WRITE },
      )
      if (now === null) return
      now.metadata = metadata
      await em.flush()
    })
  },
}
