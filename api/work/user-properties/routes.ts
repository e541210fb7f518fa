import { userPropertiesCalls } from '#common/work/user-properties/calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import {
  setDisplayProperties,
  setProjectView,
  setWorkspaceView,
  updateUserProperties,
  updateWorkspaceUserProperties,
} from './commands.ts'
import {
  getDisplayProperties,
  getUserProperties,
  getWorkspaceUserProperties,
  inPlan,
  inProject,
  inTeamspace,
  listUserProperties,
} from './queries.ts'

export const userPropertiesFeature = defineFeature(userPropertiesCalls, {
  listUserProperties: (ctx) => listUserProperties(ctx),
  getWorkspaceUserProperties: (ctx, { query }) => getWorkspaceUserProperties(ctx, query.context),
  updateWorkspaceUserProperties: (ctx, { query, body }) =>
    updateWorkspaceUserProperties(ctx, query.context, body),
  setWorkspaceView: (ctx, { body }) => setWorkspaceView(ctx, body),
  getUserProperties: (ctx, { query }) => getUserProperties(ctx, inProject(ctx, query.context)),
  updateUserProperties: (ctx, { query, body }) =>
    updateUserProperties(ctx, inProject(ctx, query.context), body),
  getEpicsUserProperties: (ctx) => getUserProperties(ctx, inProject(ctx, 'epics')),
  updateEpicsUserProperties: (ctx, { body }) => updateUserProperties(ctx, inProject(ctx, 'epics'), body),
  getCycleUserProperties: async (ctx, { params }) =>
    getUserProperties(ctx, await inPlan(ctx, 'cycle', params.cycle_id)),
  updateCycleUserProperties: async (ctx, { params, body }) =>
    updateUserProperties(ctx, await inPlan(ctx, 'cycle', params.cycle_id), body),
  getModuleUserProperties: async (ctx, { params }) =>
    getUserProperties(ctx, await inPlan(ctx, 'module', params.module_id)),
  updateModuleUserProperties: async (ctx, { params, body }) =>
    updateUserProperties(ctx, await inPlan(ctx, 'module', params.module_id), body),
  getTeamspaceUserProperties: async (ctx, { params }) =>
    getUserProperties(ctx, await inTeamspace(ctx, params.teamspace_id)),
  updateTeamspaceUserProperties: async (ctx, { params, body }) =>
    updateUserProperties(ctx, await inTeamspace(ctx, params.teamspace_id), body),
  getDisplayProperties: (ctx) => getDisplayProperties(ctx),
  setDisplayProperties: (ctx, { body }) => setDisplayProperties(ctx, body),
  setProjectView: (ctx, { body }) => setProjectView(ctx, body),
})
