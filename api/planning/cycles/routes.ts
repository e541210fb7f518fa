import { cycleCalls, workspaceCycleCalls } from '#common/planning/cycles/calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import { archivePlan, deletePlan, unarchivePlan } from '../plans/commands.ts'
import { addItemsToPlan, removeItemFromPlan } from '../plans/items.ts'
import {
  getPlan,
  listPlans,
  listPlanWorkItems,
  listWorkspacePlans,
  requireArchivedPlan,
} from '../plans/queries.ts'
import { getCycleAnalytics, getCycleDays, getCycleProgress } from './analytics.ts'
import { setAutomaticCycles, stopAutomaticCycles } from './automatic.ts'
import { checkCycleDays, createCycle, restoreCycle, updateCycle } from './commands.ts'
import { getCycleStatus } from './dates.ts'
import { endCycle } from './ends.ts'
import { transferCycleItems } from './items.ts'
import { cyclePlanType } from './plan-type.ts'
import { listActiveCycles } from './queries.ts'

export const cyclesFeature = defineFeature(cycleCalls, {
  listCycles: (ctx, { query }) =>
    listPlans(ctx, cyclePlanType, {
      only: (row) => query.cycle_view === 'all' || getCycleStatus(row) === 'CURRENT',
    }),
  createCycle: (ctx, { body }) => createCycle(ctx, body),
  setAutomaticCycles: (ctx, { body }) => setAutomaticCycles(ctx, body),
  stopAutomaticCycles: (ctx) => stopAutomaticCycles(ctx),
  checkCycleDays: (ctx, { body }) => checkCycleDays(ctx, body),
  listArchivedCycles: (ctx) => listPlans(ctx, cyclePlanType, { archived: true }),
  getArchivedCycle: async (ctx, { params }) =>
    requireArchivedPlan(cyclePlanType, await getPlan(ctx, cyclePlanType, params.cycle_id)),
  getCycle: (ctx, { params }) => getPlan(ctx, cyclePlanType, params.cycle_id),
  updateCycle: (ctx, { params, body }) => updateCycle(ctx, params.cycle_id, body),
  endCycle: (ctx, { params }) => endCycle(ctx, params.cycle_id),
  deleteCycle: (ctx, { params }) => deletePlan(ctx, cyclePlanType, params.cycle_id),
  restoreCycle: (ctx, { params }) => restoreCycle(ctx, params.cycle_id),
  archiveCycle: (ctx, { params }) => archivePlan(ctx, cyclePlanType, params.cycle_id),
  unarchiveCycle: (ctx, { params }) => unarchivePlan(ctx, cyclePlanType, params.cycle_id),
  listCycleWorkItems: (ctx, { params, query }) =>
    listPlanWorkItems(ctx, cyclePlanType, params.cycle_id, query),
  addToCycle: (ctx, { params, body }) => addItemsToPlan(ctx, cyclePlanType, params.cycle_id, body.issues),
  removeFromCycle: (ctx, { params }) =>
    removeItemFromPlan(ctx, cyclePlanType, params.cycle_id, params.issue_id),
  transferCycleItems: (ctx, { params, body }) => transferCycleItems(ctx, params.cycle_id, body.new_cycle_id),
  getCycleProgress: (ctx, { params }) => getCycleProgress(ctx, params.cycle_id),
  getCycleDays: (ctx, { params }) => getCycleDays(ctx, params.cycle_id),
  getCycleAnalytics: (ctx, { params, query }) => getCycleAnalytics(ctx, params.cycle_id, query),
})

export const workspaceCyclesFeature = defineFeature(workspaceCycleCalls, {
  listWorkspaceCycles: (ctx) => listWorkspacePlans(ctx, cyclePlanType),
  listActiveCycles: (ctx, { query }) => listActiveCycles(ctx, query),
})
