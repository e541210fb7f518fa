import { LockMode } from '@mikro-orm/postgresql'
import type { Job } from '../../platform/context/job.ts'
import { query } from '../../platform/db/orm.ts'
import { writing } from '../../platform/feed/writing.ts'
import { LinkEntity } from './entity.ts'
import { pageMetadata } from './page-metadata.ts'

/** Reads what the page of a link calls itself. A page that cannot be read is not asked again: the link has its address. */
export const readPage: Job<{ link_id: string }> = {
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
    const metadata = await pageMetadata(link.url, web)
    if (Object.keys(metadata).length === 0) return
    await writing(orm.em, { actor_id: null, mutation_id: null }, async (em) => {
      // It may have been changed or deleted meanwhile.
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
