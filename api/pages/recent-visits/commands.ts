import type { recentVisitCalls } from '#common/pages/recent-visits/calls.ts'
import { pageVisitsLimit, recentVisitsLimit, type VisitedKind } from '#common/pages/recent-visits/rules.ts'
import { type RecentVisitRow, recentVisitRow } from '#common/pages/recent-visits/schema.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { invalid } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import { apiVisitRecorded } from '../../access/requests/visits.ts'
import { lockOwnMembership } from '../../organization/workspaces/membership.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { listenTo } from '../../platform/db/events.ts'
import { presentRow } from '../../platform/db/present.ts'
import { RecentVisitEntity } from './entity.ts'
import { loadVisitedEntities } from './queries.ts'

/** Records a visit. If the caller has visited the object before, only the time is updated. */
export async function recordVisit(
  ctx: WorkspaceContext,
  visited: BodyOf<typeof recentVisitCalls.recordVisit>,
): Promise<RecentVisitRow> {
  const { em, user, workspace } = ctx
  await lockOwnMembership(ctx)
  if ((await loadVisitedEntities(ctx, [visited])).size === 0)
    throw invalid('entity_identifier', 'This entity does not exist.')
  const mine = { workspace_id: workspace.id, user_id: user.id }
  const visited_at = new Date()
  const known = await em.find(RecentVisitEntity, mine, { orderBy: { visited_at: 'desc', id: 'desc' } })
  const existing = known.find(
    (visit) =>
      visit.entity_name === visited.entity_name && visit.entity_identifier === visited.entity_identifier,
  )
  const visit = existing ?? em.create(RecentVisitEntity, { ...visited, ...mine, id: newId(), visited_at })
  visit.visited_at = visited_at
  for (const old of beyondLimits([visit, ...known.filter((other) => other !== existing)])) em.remove(old)
  await em.flush()
  return presentRow(recentVisitRow, visit)
}

/** Records a visit when a user has read an object through a client that does not record visits itself. */
export const recordVisitOnRead = listenTo(apiVisitRecorded, async (_, { ctx, ...row }) => {
  await recordVisit(ctx, row)
})

/** Returns the visits that exceed the limits and can be deleted. `visits` must be sorted newest first. */
function beyondLimits<Visit extends { entity_name: VisitedKind }>(visits: Visit[]): Visit[] {
  const pages = visits.filter(({ entity_name }) => entity_name === 'page').slice(0, pageVisitsLimit)
  const withinLimits = new Set([...visits.slice(0, recentVisitsLimit), ...pages])
  return visits.filter((visit) => !withinLimits.has(visit))
}
