import { cycleCalls, workspaceCycleCalls } from '#common/cycles/calls.ts'
import { feature } from '../http/mount.ts'
import { getCycleAnalytics, getCycleProgress } from './analytics.ts'
import {
  archiveCycle,
  checkCycleDays,
  createCycle,
  deleteCycle,
  restoreCycle,
  unarchiveCycle,
  updateCycle,
} from './commands.ts'
import { addToCycle, removeFromCycle, transferCycleItems } from './items.ts'
import {
  getArchivedCycle,
  getCycle,
  listArchivedCycles,
  listCycles,
  listCycleWorkItems,
  listWorkspaceCycles,
} from './queries.ts'

export const cyclesFeature = feature(cycleCalls, {
  listCycles: (ctx, { query }) => listCycles(ctx, query),
  createCycle: (ctx, { body }) => createCycle(ctx, body),
  checkCycleDays: (ctx, { body }) => checkCycleDays(ctx, body),
  listArchivedCycles: (ctx) => listArchivedCycles(ctx),
  getArchivedCycle: (ctx, { params }) => getArchivedCycle(ctx, params.cycle_id),
  getCycle: (ctx, { params }) => getCycle(ctx, params.cycle_id),
  updateCycle: (ctx, { params, body }) => updateCycle(ctx, params.cycle_id, body),
  deleteCycle: (ctx, { params }) => deleteCycle(ctx, params.cycle_id),
  restoreCycle: (ctx, { params }) => restoreCycle(ctx, params.cycle_id),
  archiveCycle: (ctx, { params }) => archiveCycle(ctx, params.cycle_id),
  unarchiveCycle: (ctx, { params }) => unarchiveCycle(ctx, params.cycle_id),
  listCycleWorkItems: (ctx, { params, query }) => listCycleWorkItems(ctx, params.cycle_id, query),
  addToCycle: (ctx, { params, body }) => addToCycle(ctx, params.cycle_id, body.issues),
  removeFromCycle: (ctx, { params }) => removeFromCycle(ctx, params.cycle_id, params.issue_id),
  transferCycleItems: (ctx, { params, body }) => transferCycleItems(ctx, params.cycle_id, body.new_cycle_id),
  getCycleProgress: (ctx, { params }) => getCycleProgress(ctx, params.cycle_id),
  getCycleAnalytics: (ctx, { params, query }) => getCycleAnalytics(ctx, params.cycle_id, query),
})

export const workspaceCyclesFeature = feature(workspaceCycleCalls, {
  listWorkspaceCycles: (ctx) => listWorkspaceCycles(ctx),
})
