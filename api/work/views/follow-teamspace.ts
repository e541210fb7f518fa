import { teamspaceSaved } from '../../organization/teamspaces/commands.ts'
import { listenTo } from '../../platform/db/events.ts'
import { ViewEntity } from './entity.ts'

/** The views of a private teamspace are sent to its members, so they change when its members change. */
export const syncTeamMembersToViews = listenTo(teamspaceSaved, async (em, { teamspace_id, member_ids }) => {
  const views = await em.find(ViewEntity, { teamspace_id }, { orderBy: { id: 'asc' } })
  for (const view of views) view.team_member_ids = member_ids
  await em.flush()
})
