import { viewCalls, workspaceViewCalls } from '#common/views/calls.ts'
import { feature } from '../http/mount.ts'
import { createView, deleteView, restoreView, setViewAccess, setViewLock, updateView } from './commands.ts'
import { getView, listViews, listViewWorkItems } from './queries.ts'

export const viewsFeature = feature(viewCalls, {
  listViews,
  createView: (ctx, { body }) => createView(ctx, body),
  getView: (ctx, { params }) => getView(ctx, params.view_id),
  updateView: (ctx, { params, body }) => updateView(ctx, params.view_id, body),
  setViewAccess: (ctx, { params, body }) => setViewAccess(ctx, params.view_id, body.access),
  lockView: (ctx, { params }) => setViewLock(ctx, params.view_id, true),
  unlockView: (ctx, { params }) => setViewLock(ctx, params.view_id, false),
  deleteView: (ctx, { params }) => deleteView(ctx, params.view_id),
  restoreView: (ctx, { params }) => restoreView(ctx, params.view_id),
  listViewWorkItems: (ctx, { params, query }) => listViewWorkItems(ctx, params.view_id, query),
})

export const workspaceViewsFeature = feature(workspaceViewCalls, {
  listWorkspaceViews: listViews,
  createWorkspaceView: (ctx, { body }) => createView(ctx, body),
  getWorkspaceView: (ctx, { params }) => getView(ctx, params.view_id),
  updateWorkspaceView: (ctx, { params, body }) => updateView(ctx, params.view_id, body),
  setWorkspaceViewAccess: (ctx, { params, body }) => setViewAccess(ctx, params.view_id, body.access),
  lockWorkspaceView: (ctx, { params }) => setViewLock(ctx, params.view_id, true),
  unlockWorkspaceView: (ctx, { params }) => setViewLock(ctx, params.view_id, false),
  deleteWorkspaceView: (ctx, { params }) => deleteView(ctx, params.view_id),
  restoreWorkspaceView: (ctx, { params }) => restoreView(ctx, params.view_id),
  listWorkspaceViewWorkItems: (ctx, { params, query }) => listViewWorkItems(ctx, params.view_id, query),
})
