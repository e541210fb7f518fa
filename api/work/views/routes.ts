import { teamspaceViewCalls, viewCalls, workspaceViewCalls } from '#common/work/views/calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import { favoritesFirst, withFavorite } from '../../organization/favorites/queries.ts'
import { createView, deleteView, restoreView, setViewAccess, setViewLock, updateView } from './commands.ts'
import { inTeamspaceOfViews } from './container.ts'
import { publishView, unpublishView } from './publish.ts'
import { getView, listViews, listViewWorkItems } from './queries.ts'

export const viewsFeature = defineFeature(viewCalls, {
  listViews: async (ctx) => favoritesFirst(ctx, 'view', await listViews(ctx)),
  createView: async (ctx, { body }) => withFavorite(ctx, 'view', await createView(ctx, body)),
  getView: async (ctx, { params }) => withFavorite(ctx, 'view', await getView(ctx, params.view_id)),
  updateView: async (ctx, { params, body }) =>
    withFavorite(ctx, 'view', await updateView(ctx, params.view_id, body)),
  setViewAccess: async (ctx, { params, body }) =>
    withFavorite(ctx, 'view', await setViewAccess(ctx, params.view_id, body.access)),
  lockView: async (ctx, { params }) =>
    withFavorite(ctx, 'view', await setViewLock(ctx, params.view_id, true)),
  unlockView: async (ctx, { params }) =>
    withFavorite(ctx, 'view', await setViewLock(ctx, params.view_id, false)),
  deleteView: (ctx, { params }) => deleteView(ctx, params.view_id),
  restoreView: async (ctx, { params }) => withFavorite(ctx, 'view', await restoreView(ctx, params.view_id)),
  publishView: async (ctx, { params, body }) =>
    withFavorite(ctx, 'view', await publishView(ctx, params.view_id, body.former_anchor)),
  unpublishView: async (ctx, { params }) =>
    withFavorite(ctx, 'view', await unpublishView(ctx, params.view_id)),
  listViewWorkItems: (ctx, { params, query }) => listViewWorkItems(ctx, params.view_id, query),
})

export const workspaceViewsFeature = defineFeature(workspaceViewCalls, {
  listWorkspaceViews: async (ctx) => favoritesFirst(ctx, 'view', await listViews(ctx)),
  createWorkspaceView: async (ctx, { body }) => withFavorite(ctx, 'view', await createView(ctx, body)),
  getWorkspaceView: async (ctx, { params }) => withFavorite(ctx, 'view', await getView(ctx, params.view_id)),
  updateWorkspaceView: async (ctx, { params, body }) =>
    withFavorite(ctx, 'view', await updateView(ctx, params.view_id, body)),
  setWorkspaceViewAccess: async (ctx, { params, body }) =>
    withFavorite(ctx, 'view', await setViewAccess(ctx, params.view_id, body.access)),
  lockWorkspaceView: async (ctx, { params }) =>
    withFavorite(ctx, 'view', await setViewLock(ctx, params.view_id, true)),
  unlockWorkspaceView: async (ctx, { params }) =>
    withFavorite(ctx, 'view', await setViewLock(ctx, params.view_id, false)),
  deleteWorkspaceView: (ctx, { params }) => deleteView(ctx, params.view_id),
  restoreWorkspaceView: async (ctx, { params }) =>
    withFavorite(ctx, 'view', await restoreView(ctx, params.view_id)),
  publishWorkspaceView: async (ctx, { params, body }) =>
    withFavorite(ctx, 'view', await publishView(ctx, params.view_id, body.former_anchor)),
  unpublishWorkspaceView: async (ctx, { params }) =>
    withFavorite(ctx, 'view', await unpublishView(ctx, params.view_id)),
  listWorkspaceViewWorkItems: (ctx, { params, query }) => listViewWorkItems(ctx, params.view_id, query),
})

/** Views of teamspaces cannot be favorites. */
export const teamspaceViewsFeature = defineFeature(teamspaceViewCalls, {
  listTeamspaceViews: async (ctx, { params }) =>
    listViews(await inTeamspaceOfViews(ctx, params.teamspace_id)),
  createTeamspaceView: async (ctx, { params, body }) =>
    createView(await inTeamspaceOfViews(ctx, params.teamspace_id), body),
  getTeamspaceView: async (ctx, { params }) =>
    getView(await inTeamspaceOfViews(ctx, params.teamspace_id), params.view_id),
  updateTeamspaceView: async (ctx, { params, body }) =>
    updateView(await inTeamspaceOfViews(ctx, params.teamspace_id), params.view_id, body),
  setTeamspaceViewAccess: async (ctx, { params, body }) =>
    setViewAccess(await inTeamspaceOfViews(ctx, params.teamspace_id), params.view_id, body.access),
  lockTeamspaceView: async (ctx, { params }) =>
    setViewLock(await inTeamspaceOfViews(ctx, params.teamspace_id), params.view_id, true),
  unlockTeamspaceView: async (ctx, { params }) =>
    setViewLock(await inTeamspaceOfViews(ctx, params.teamspace_id), params.view_id, false),
  deleteTeamspaceView: async (ctx, { params }) =>
    deleteView(await inTeamspaceOfViews(ctx, params.teamspace_id), params.view_id),
  restoreTeamspaceView: async (ctx, { params }) =>
    restoreView(await inTeamspaceOfViews(ctx, params.teamspace_id), params.view_id),
  listTeamspaceViewWorkItems: async (ctx, { params, query }) =>
    listViewWorkItems(await inTeamspaceOfViews(ctx, params.teamspace_id), params.view_id, query),
})
