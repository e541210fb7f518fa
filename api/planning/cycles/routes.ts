import { cycleCalls, workspaceCycleCalls } from '#common/planning/cycles/calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import {
  archiveCycleOrModule,
  deleteCycleOrModule,
  unarchiveCycleOrModule,
} from '../cycles-and-modules/commands.ts'
import { addItemsToCycleOrModule, removeItemFromCycleOrModule } from '../cycles-and-modules/items.ts'
import {
  getCycleOrModule,
  listCycleOrModuleWorkItems,
  listCyclesOrModules,
  listWorkspaceCyclesOrModules,
  requireArchivedCycleOrModule,
} from '../cycles-and-modules/queries.ts'
import { getCycleAnalytics, getCycleDays, getCycleProgress } from './analytics.ts'
import { setAutomaticCycles, stopAutomaticCycles } from './automatic.ts'
import { checkCycleDays, createCycle, restoreCycle, updateCycle } from './commands.ts'
import { getCycleStatus } from './dates.ts'
import { cycleDefinition } from './definition.ts'
import { endCycle } from './ends.ts'
import { transferCycleItems } from './items.ts'
import { listActiveCycles } from './queries.ts'

export const cyclesFeature = defineFeature(cycleCalls, {
  listCycles: (ctx, { query }) =>
    listCyclesOrModules(ctx, cycleDefinition, {
      only: (row) => query.cycle_view === 'all' || getCycleStatus(row) === 'CURRENT',
    }),
  createCycle: (ctx, { body }) => createCycle(ctx, body),
  setAutomaticCycles: (ctx, { body }) => setAutomaticCycles(ctx, body),
  stopAutomaticCycles: (ctx) => stopAutomaticCycles(ctx),
  checkCycleDays: (ctx, { body }) => checkCycleDays(ctx, body),
  listArchivedCycles: (ctx) => listCyclesOrModules(ctx, cycleDefinition, { archived: true }),
  getArchivedCycle: async (ctx, { params }) =>
    requireArchivedCycleOrModule(
      cycleDefinition,
      await getCycleOrModule(ctx, cycleDefinition, params.cycle_id),
    ),
  getCycle: (ctx, { params }) => getCycleOrModule(ctx, cycleDefinition, params.cycle_id),
  updateCycle: (ctx, { params, body }) => updateCycle(ctx, params.cycle_id, body),
  endCycle: (ctx, { params, body }) => endCycle(ctx, params.cycle_id, body),
  deleteCycle: (ctx, { params }) => deleteCycleOrModule(ctx, cycleDefinition, params.cycle_id),
  restoreCycle: (ctx, { params }) => restoreCycle(ctx, params.cycle_id),
  archiveCycle: (ctx, { params }) => archiveCycleOrModule(ctx, cycleDefinition, params.cycle_id),
  unarchiveCycle: (ctx, { params }) => unarchiveCycleOrModule(ctx, cycleDefinition, params.cycle_id),
  listCycleWorkItems: (ctx, { params, query }) =>
    listCycleOrModuleWorkItems(ctx, cycleDefinition, params.cycle_id, query),
  addToCycle: (ctx, { params, body }) =>
    addItemsToCycleOrModule(ctx, cycleDefinition, params.cycle_id, body.issues),
  removeFromCycle: (ctx, { params }) =>
    removeItemFromCycleOrModule(ctx, cycleDefinition, params.cycle_id, params.issue_id),
  transferCycleItems: (ctx, { params, body }) => transferCycleItems(ctx, params.cycle_id, body.new_cycle_id),
  getCycleProgress: (ctx, { params }) => getCycleProgress(ctx, params.cycle_id),
  getCycleDays: (ctx, { params }) => getCycleDays(ctx, params.cycle_id),
  getCycleAnalytics: (ctx, { params, query }) => getCycleAnalytics(ctx, params.cycle_id, query),
})

export const workspaceCyclesFeature = defineFeature(workspaceCycleCalls, {
  listWorkspaceCycles: (ctx) => listWorkspaceCyclesOrModules(ctx, cycleDefinition),
  listActiveCycles: (ctx, { query }) => listActiveCycles(ctx, query),
})
