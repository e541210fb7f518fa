import { cycleCalls, workspaceCycleCalls } from '#common/planning/cycles/calls.ts'
import { feature } from '../../access/requests/mount.ts'
import { favoritesFirst, withFavorite, withFavorites } from '../../organization/favorites/queries.ts'
import { getCycleAnalytics, getCycleDays, getCycleProgress } from './analytics.ts'
import { setAutomaticCycles, stopAutomaticCycles } from './automatic.ts'
import {
  archiveCycle,
  checkCycleDays,
  createCycle,
  deleteCycle,
  restoreCycle,
  unarchiveCycle,
  updateCycle,
} from './commands.ts'
import { endCycle } from './ends.ts'
import { addToCycle, removeFromCycle, transferCycleItems } from './items.ts'
import {
  getArchivedCycle,
  getCycle,
  listActiveCycles,
  listArchivedCycles,
  listCycles,
  listCycleWorkItems,
  listWorkspaceCycles,
} from './queries.ts'

export const cyclesFeature = feature(cycleCalls, {
  listCycles: async (ctx, { query }) => favoritesFirst(ctx, 'cycle', await listCycles(ctx, query)),
  createCycle: async (ctx, { body }) => withFavorite(ctx, 'cycle', await createCycle(ctx, body)),
  setAutomaticCycles: (ctx, { body }) => setAutomaticCycles(ctx, body),
  stopAutomaticCycles: (ctx) => stopAutomaticCycles(ctx),
  checkCycleDays: (ctx, { body }) => checkCycleDays(ctx, body),
  listArchivedCycles: async (ctx) => favoritesFirst(ctx, 'cycle', await listArchivedCycles(ctx)),
  getArchivedCycle: async (ctx, { params }) =>
    withFavorite(ctx, 'cycle', await getArchivedCycle(ctx, params.cycle_id)),
  getCycle: async (ctx, { params }) => withFavorite(ctx, 'cycle', await getCycle(ctx, params.cycle_id)),
  updateCycle: async (ctx, { params, body }) =>
    withFavorite(ctx, 'cycle', await updateCycle(ctx, params.cycle_id, body)),
  endCycle: async (ctx, { params }) => withFavorite(ctx, 'cycle', await endCycle(ctx, params.cycle_id)),
  deleteCycle: (ctx, { params }) => deleteCycle(ctx, params.cycle_id),
  restoreCycle: async (ctx, { params }) =>
    withFavorite(ctx, 'cycle', await restoreCycle(ctx, params.cycle_id)),
  archiveCycle: (ctx, { params }) => archiveCycle(ctx, params.cycle_id),
  unarchiveCycle: (ctx, { params }) => unarchiveCycle(ctx, params.cycle_id),
  listCycleWorkItems: (ctx, { params, query }) => listCycleWorkItems(ctx, params.cycle_id, query),
  addToCycle: (ctx, { params, body }) => addToCycle(ctx, params.cycle_id, body.issues),
  removeFromCycle: (ctx, { params }) => removeFromCycle(ctx, params.cycle_id, params.issue_id),
  transferCycleItems: (ctx, { params, body }) => transferCycleItems(ctx, params.cycle_id, body.new_cycle_id),
  getCycleProgress: (ctx, { params }) => getCycleProgress(ctx, params.cycle_id),
  getCycleDays: (ctx, { params }) => getCycleDays(ctx, params.cycle_id),
  getCycleAnalytics: (ctx, { params, query }) => getCycleAnalytics(ctx, params.cycle_id, query),
})

export const workspaceCyclesFeature = feature(workspaceCycleCalls, {
  listWorkspaceCycles: async (ctx) => withFavorites(ctx, 'cycle', await listWorkspaceCycles(ctx)),
  listActiveCycles: (ctx, { query }) => listActiveCycles(ctx, query),
})
