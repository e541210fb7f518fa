import { teamspaceViewCalls, viewCalls, workspaceViewCalls } from '#common/work/views/calls.ts'
import type { ViewResponse } from '#common/work/views/schema.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import { addFavoriteFlag, sortFavoritesFirst } from '../../organization/favorites/queries.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { createView, deleteView, restoreView, setViewAccess, setViewLock, updateView } from './commands.ts'
import { loadTeamspaceViewContext, type ViewContainer } from './container.ts'
import { publishView, unpublishView } from './publish.ts'
import { getView, listViews, listViewWorkItems } from './queries.ts'

export const viewsFeature = defineFeature(viewCalls, {
  listViews: async (ctx) => sortFavoritesFirst(ctx, 'view', await listViews(ctx)),
  createView: async (ctx, { body }) => addFavoriteFlag(ctx, 'view', await createView(ctx, body)),
  getView: async (ctx, { params }) => addFavoriteFlag(ctx, 'view', await getView(ctx, params.view_id)),
  updateView: async (ctx, { params, body }) =>
    addFavoriteFlag(ctx, 'view', await updateView(ctx, params.view_id, body)),
  setViewAccess: async (ctx, { params, body }) =>
    addFavoriteFlag(ctx, 'view', await setViewAccess(ctx, params.view_id, body.access)),
  lockView: async (ctx, { params }) =>
    addFavoriteFlag(ctx, 'view', await setViewLock(ctx, params.view_id, true)),
  unlockView: async (ctx, { params }) =>
    addFavoriteFlag(ctx, 'view', await setViewLock(ctx, params.view_id, false)),
  deleteView: (ctx, { params }) => deleteView(ctx, params.view_id),
  restoreView: async (ctx, { params }) =>
    addFavoriteFlag(ctx, 'view', await restoreView(ctx, params.view_id)),
  publishView: async (ctx, { params, body }) =>
    addFavoriteFlag(ctx, 'view', await publishView(ctx, params.view_id, body.former_anchor)),
  unpublishView: async (ctx, { params }) =>
    addFavoriteFlag(ctx, 'view', await unpublishView(ctx, params.view_id)),
  listViewWorkItems: (ctx, { params, query }) => listViewWorkItems(ctx, params.view_id, query),
})

export const workspaceViewsFeature = defineFeature(workspaceViewCalls, {
  listWorkspaceViews: async (ctx) => sortFavoritesFirst(ctx, 'view', await listViews(ctx)),
  createWorkspaceView: async (ctx, { body }) => addFavoriteFlag(ctx, 'view', await createView(ctx, body)),
  getWorkspaceView: async (ctx, { params }) =>
    addFavoriteFlag(ctx, 'view', await getView(ctx, params.view_id)),
  updateWorkspaceView: async (ctx, { params, body }) =>
    addFavoriteFlag(ctx, 'view', await updateView(ctx, params.view_id, body)),
  setWorkspaceViewAccess: async (ctx, { params, body }) =>
    addFavoriteFlag(ctx, 'view', await setViewAccess(ctx, params.view_id, body.access)),
  lockWorkspaceView: async (ctx, { params }) =>
    addFavoriteFlag(ctx, 'view', await setViewLock(ctx, params.view_id, true)),
  unlockWorkspaceView: async (ctx, { params }) =>
    addFavoriteFlag(ctx, 'view', await setViewLock(ctx, params.view_id, false)),
  deleteWorkspaceView: (ctx, { params }) => deleteView(ctx, params.view_id),
  restoreWorkspaceView: async (ctx, { params }) =>
    addFavoriteFlag(ctx, 'view', await restoreView(ctx, params.view_id)),
  publishWorkspaceView: async (ctx, { params, body }) =>
    addFavoriteFlag(ctx, 'view', await publishView(ctx, params.view_id, body.former_anchor)),
  unpublishWorkspaceView: async (ctx, { params }) =>
    addFavoriteFlag(ctx, 'view', await unpublishView(ctx, params.view_id)),
  listWorkspaceViewWorkItems: (ctx, { params, query }) => listViewWorkItems(ctx, params.view_id, query),
})

export const teamspaceViewsFeature = defineFeature(teamspaceViewCalls, {
  listTeamspaceViews: async (ctx, { params }) =>
    sortFavoritesFirst(
      ctx,
      'view',
      await listViews(await loadTeamspaceViewContext(ctx, params.teamspace_id)),
    ),
  createTeamspaceView: async (ctx, { params, body }) =>
    addFavoriteFlag(
      ctx,
      'view',
      await createView(await loadTeamspaceViewContext(ctx, params.teamspace_id), body),
    ),
  getTeamspaceView: (ctx, { params }) => inTeam(ctx, params, (team) => getView(team, params.view_id)),
  updateTeamspaceView: (ctx, { params, body }) =>
    inTeam(ctx, params, (team) => updateView(team, params.view_id, body)),
  setTeamspaceViewAccess: (ctx, { params, body }) =>
    inTeam(ctx, params, (team) => setViewAccess(team, params.view_id, body.access)),
  lockTeamspaceView: (ctx, { params }) =>
    inTeam(ctx, params, (team) => setViewLock(team, params.view_id, true)),
  unlockTeamspaceView: (ctx, { params }) =>
    inTeam(ctx, params, (team) => setViewLock(team, params.view_id, false)),
  deleteTeamspaceView: async (ctx, { params }) =>
    deleteView(await loadTeamspaceViewContext(ctx, params.teamspace_id), params.view_id),
  restoreTeamspaceView: (ctx, { params }) => inTeam(ctx, params, (team) => restoreView(team, params.view_id)),
  publishTeamspaceView: (ctx, { params, body }) =>
    inTeam(ctx, params, (team) => publishView(team, params.view_id, body.former_anchor)),
  unpublishTeamspaceView: (ctx, { params }) =>
    inTeam(ctx, params, (team) => unpublishView(team, params.view_id)),
  listTeamspaceViewWorkItems: async (ctx, { params, query }) =>
    listViewWorkItems(await loadTeamspaceViewContext(ctx, params.teamspace_id), params.view_id, query),
})

/**
 * Runs a command or query on a view of a teamspace, and adds whether the view is a favorite of the caller.
 */
async function inTeam(
  ctx: WorkspaceContext,
  { teamspace_id }: { teamspace_id: string },
  run: (team: ViewContainer) => Promise<ViewResponse>,
): Promise<ViewResponse> {
  return addFavoriteFlag(ctx, 'view', await run(await loadTeamspaceViewContext(ctx, teamspace_id)))
}
