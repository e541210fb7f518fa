import { estimateCalls, workspaceEstimateCalls } from '#common/planning/estimates/calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import { createEstimate, deleteEstimate, updateEstimate } from './commands.ts'
import {
  createEstimatePoint,
  deleteEstimatePoint,
  restoreEstimatePoint,
  updateEstimatePoint,
} from './points.ts'
import {
  countEstimateItems,
  getEstimate,
  listActivePoints,
  listEstimates,
  listWorkspaceEstimates,
} from './queries.ts'
import { switchEstimate } from './switch.ts'

export const estimatesFeature = defineFeature(estimateCalls, {
  listEstimates: (ctx) => listEstimates(ctx),
  listActivePoints: (ctx) => listActivePoints(ctx),
  createEstimate: (ctx, { body }) => createEstimate(ctx, body),
  getEstimate: (ctx, { params }) => getEstimate(ctx, params.estimate_id),
  updateEstimate: (ctx, { params, body }) => updateEstimate(ctx, params.estimate_id, body),
  deleteEstimate: (ctx, { params }) => deleteEstimate(ctx, params.estimate_id),
  switchEstimate: (ctx, { params, body }) => switchEstimate(ctx, params.estimate_id, body),
  countEstimateItems: (ctx, { params }) => countEstimateItems(ctx, params.estimate_id),
  createEstimatePoint: (ctx, { params, body }) => createEstimatePoint(ctx, params.estimate_id, body),
  updateEstimatePoint: (ctx, { params, body }) =>
    updateEstimatePoint(ctx, params.estimate_id, params.estimate_point_id, body),
  deleteEstimatePoint: (ctx, { params, body }) =>
    deleteEstimatePoint(ctx, params.estimate_id, params.estimate_point_id, body),
  restoreEstimatePoint: (ctx, { params }) =>
    restoreEstimatePoint(ctx, params.estimate_id, params.estimate_point_id),
})

export const workspaceEstimatesFeature = defineFeature(workspaceEstimateCalls, {
  listWorkspaceEstimates: (ctx) => listWorkspaceEstimates(ctx),
})
