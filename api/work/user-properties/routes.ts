import { userPropertiesCalls } from '#common/work/user-properties/calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import {
  setDisplayProperties,
  setProjectView,
  setWorkspaceView,
  updateMemberPreferences,
  updateUserProperties,
  updateWorkspaceUserProperties,
} from './commands.ts'
import {
  cycleOrModulePreferencesScreen,
  getDisplayProperties,
  getMemberPreferences,
  getUserProperties,
  getWorkspaceUserProperties,
  listUserProperties,
  projectPreferencesScreen,
  teamspacePreferencesScreen,
} from './queries.ts'

export const userPropertiesFeature = defineFeature(userPropertiesCalls, {
  listUserProperties: (ctx) => listUserProperties(ctx),
  getWorkspaceUserProperties: (ctx, { query }) => getWorkspaceUserProperties(ctx, query.context),
  updateWorkspaceUserProperties: (ctx, { query, body }) =>
    updateWorkspaceUserProperties(ctx, query.context, body),
  setWorkspaceView: (ctx, { body }) => setWorkspaceView(ctx, body),
  getUserProperties: (ctx, { query }) => getUserProperties(ctx, projectPreferencesScreen(ctx, query.context)),
  updateUserProperties: (ctx, { query, body }) =>
    updateUserProperties(ctx, projectPreferencesScreen(ctx, query.context), body),
  getEpicsUserProperties: (ctx) => getUserProperties(ctx, projectPreferencesScreen(ctx, 'epics')),
  updateEpicsUserProperties: (ctx, { body }) =>
    updateUserProperties(ctx, projectPreferencesScreen(ctx, 'epics'), body),
  getCycleUserProperties: async (ctx, { params }) =>
    getUserProperties(ctx, await cycleOrModulePreferencesScreen(ctx, 'cycle', params.cycle_id)),
  updateCycleUserProperties: async (ctx, { params, body }) =>
    updateUserProperties(ctx, await cycleOrModulePreferencesScreen(ctx, 'cycle', params.cycle_id), body),
  getModuleUserProperties: async (ctx, { params }) =>
    getUserProperties(ctx, await cycleOrModulePreferencesScreen(ctx, 'module', params.module_id)),
  updateModuleUserProperties: async (ctx, { params, body }) =>
    updateUserProperties(ctx, await cycleOrModulePreferencesScreen(ctx, 'module', params.module_id), body),
  getTeamspaceUserProperties: async (ctx, { params }) =>
    getUserProperties(ctx, await teamspacePreferencesScreen(ctx, params.teamspace_id)),
  updateTeamspaceUserProperties: async (ctx, { params, body }) =>
    updateUserProperties(ctx, await teamspacePreferencesScreen(ctx, params.teamspace_id), body),
  getMemberPreferences: (ctx, { params }) => getMemberPreferences(ctx, params.member),
  updateMemberPreferences: (ctx, { params, body }) => updateMemberPreferences(ctx, params.member, body),
  getDisplayProperties: (ctx) => getDisplayProperties(ctx),
  setDisplayProperties: (ctx, { body }) => setDisplayProperties(ctx, body),
  setProjectView: (ctx, { body }) => setProjectView(ctx, body),
})
