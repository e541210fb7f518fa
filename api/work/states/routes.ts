import { stateCalls } from '#common/work/states/calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import { createState, markDefaultState, updateState } from './commands.ts'
import { countStateItems, deleteState, restoreState } from './delete.ts'
import { getState, listStates, listStatesByGroup, listWorkspaceStates } from './queries.ts'
import { getTriageState } from './triage.ts'

export const statesFeature = defineFeature(stateCalls, {
  listWorkspaceStates: (ctx) => listWorkspaceStates(ctx),
  listStates: (ctx, { query }) => (query.grouped ? listStatesByGroup(ctx) : listStates(ctx)),
  getTriageState: (ctx) => getTriageState(ctx),
  createState: (ctx, { body }) => createState(ctx, body),
  countStateItems: (ctx) => countStateItems(ctx),
  getState: (ctx, { params }) => getState(ctx, params.state_id),
  updateState: (ctx, { params, body }) => updateState(ctx, params.state_id, body),
  replaceState: (ctx, { params, body }) => updateState(ctx, params.state_id, body),
  deleteState: (ctx, { params, body }) => deleteState(ctx, params.state_id, body),
  restoreState: (ctx, { params }) => restoreState(ctx, params.state_id),
  markDefaultState: (ctx, { params }) => markDefaultState(ctx, params.state_id),
})
