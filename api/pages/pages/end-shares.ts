import { LockMode } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { workspaceMembershipEnded } from '../../organization/workspaces/membership.ts'
import { listenTo } from '../../platform/db/events.ts'
import { query } from '../../platform/db/orm.ts'
import { PageEntity } from './entity.ts'
import { removePublication } from './publication.ts'
import { rebroadcastPageRows } from './rebroadcast.ts'

/**
 * Stops sharing pages with users who leave the workspace, and ends the publications by these users. Otherwise, they could
 * see the pages again, and the public links would work again, if they join the workspace again, even as a guest.
 */
export const endSharesOfFormerMembers = listenTo(
  workspaceMembershipEnded,
  async (em, { workspace_id, user_id }) => {
    const found = await query(em)
      .selectFrom('pages')
      .select('id')
      .where('workspace_id', '=', workspace_id)
      .where(
        sql<boolean>`((shares <> '{}' and jsonb_exists(shares, ${user_id}))
          or (publication is not null and publication->>'published_by' = ${user_id}))`,
      )
      .execute()
    if (found.length === 0) return
    const pages = await em.find(
      PageEntity,
      { id: { $in: found.map(({ id }) => id) } },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, orderBy: { id: 'asc' } },
    )
    const shared = pages.filter((page) => page.shares[user_id] !== undefined)
    for (const page of shared) {
      const { [user_id]: _, ...others } = page.shares
      page.shares = others
    }
    for (const page of pages) if (page.publication?.published_by === user_id) removePublication({ em }, page)
    await em.flush()
    await rebroadcastPageRows(
      em,
      shared.map(({ id }) => id),
    )
  },
)
