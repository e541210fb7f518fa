import { LockMode } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { workspaceMembershipEnded } from '../../organization/workspaces/membership.ts'
import { listenTo } from '../../platform/db/events.ts'
import { query } from '../../platform/db/orm.ts'
import { PageEntity } from './entity.ts'
import { rebroadcastPageRows } from './rebroadcast.ts'

/**
 * Stops sharing pages with users who leave the workspace. Otherwise, they could see the pages again if they join the
 * workspace again, even as a guest.
 */
export const endSharesOfFormerMembers = listenTo(
  workspaceMembershipEnded,
  async (em, { workspace_id, user_id }) => {
    const shared = await query(em)
      .selectFrom('pages')
      .select('id')
      .where('workspace_id', '=', workspace_id)
      .where(sql<boolean>`shares <> '{}' and jsonb_exists(shares, ${user_id})`)
      .execute()
    if (shared.length === 0) return
    const pages = await em.find(
      PageEntity,
      { id: { $in: shared.map(({ id }) => id) } },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, orderBy: { id: 'asc' } },
    )
    for (const page of pages) {
      const { [user_id]: _, ...others } = page.shares
      page.shares = others
    }
    await em.flush()
    await rebroadcastPageRows(
      em,
      pages.map(({ id }) => id),
    )
  },
)
