import { teamspaceSaved } from '../../organization/teamspaces/commands.ts'
import { listenTo } from '../../platform/db/events.ts'
import { ViewEntity } from './entity.ts'

/**
 * Updates the member ids in the views of a private teamspace when its members change, because these members
 * receive changes of the views.
 */
export const syncTeamMembersToViews = listenTo(teamspaceSaved, async (em, { teamspace_id, member_ids }) => {
  const views = await em.find(ViewEntity, { teamspace_id }, { orderBy: { id: 'asc' } })
  for (const view of views) view.team_member_ids = member_ids
  await em.flush()
})
