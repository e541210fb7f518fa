import { z } from 'zod'
import { automaticCycles, automaticCyclesRow } from '../../organization/projects/automatic-cycles.ts'
import { declareCalls } from '../../platform/call.ts'
import { emptyAsNull } from '../../platform/fields.ts'
import { id } from '../../platform/time.ts'
import { createPageSchema, pagingQueryFields } from '../../work/listing/schema.ts'
import { createCycleOrModuleCalls, messageResponse, projectPath } from '../cycles-and-modules/calls.ts'
import { cycleOrModuleEstimateStats, cycleOrModuleItemStats } from '../figures/schema.ts'
import {
  cycleBurndownDay,
  cycleChange,
  cycleProgress,
  cycleResponse,
  dayOrTimestamp,
  newCycle,
} from './schema.ts'

const shared = createCycleOrModuleCalls({
  kind: 'cycle',
  items: 'cycle-issues',
  answer: cycleResponse,
  detail: cycleResponse,
})

const one = `${projectPath}/cycles/{cycle_id}` as const

const newCycleId = z
  .union([z.uuid(), z.literal(''), z.null()], 'New Cycle Id is required')
  .transform((value) => (value === '' ? null : value))

const bothDays = 'Start date and end date both are required'

/**
 * Calls for cycles. A cycle is a range of days for which a project plans its work. Guests can read cycles;
 * members can change them.
 */
export const cycleCalls = declareCalls('cycles', {
  listCycles: {
    summary: 'List the cycles of a project, newest first. Archived cycles are excluded',
    method: 'GET',
    path: `${projectPath}/cycles/`,
    who: { project: 'guest' },
    query: z.object({ cycle_view: z.enum(['current', 'all']).default('all') }),
    answer: z.array(cycleResponse),
  },
  createCycle: {
    summary: 'Create a cycle. Without dates it is a draft',
    method: 'POST',
    path: `${projectPath}/cycles/`,
    who: { project: 'member' },
    body: newCycle,
    status: 201,
    answer: cycleResponse,
    fails: ['conflict'],
  },
  setAutomaticCycles: {
    summary: 'Enable automatic cycles. Missing cycles are created immediately',
    method: 'PUT',
    path: `${projectPath}/automatic-cycles/`,
    who: { project: 'admin' },
    body: automaticCycles,
    answer: automaticCyclesRow,
  },
  stopAutomaticCycles: {
    summary: 'Disable automatic cycles. Existing cycles are kept',
    method: 'DELETE',
    path: `${projectPath}/automatic-cycles/`,
    who: { project: 'admin' },
  },
  checkCycleDays: {
    summary: 'Check whether dates overlap with another cycle of the project',
    method: 'POST',
    path: `${projectPath}/cycles/date-check/`,
    who: { project: 'member' },
    body: z.object({
      start_date: z.union(dayOrTimestamp.options, bothDays),
      end_date: z.union(dayOrTimestamp.options, bothDays),
      /** Id of the cycle whose dates a user is changing. Its present dates do not count as an overlap. */
      cycle_id: emptyAsNull(id).optional(),
    }),
    answer: z.object({ status: z.boolean(), error: z.string().optional() }),
  },
  listArchivedCycles: shared.listArchived,
  getArchivedCycle: shared.getArchived,
  getCycle: { ...shared.get, summary: 'Get a cycle' },
  updateCycle: {
    ...shared.update,
    summary:
      'Update a cycle. Completed cycles accept only `sort_order`, and `end_date` from admins. If the dates end the cycle, `new_cycle_id` moves its unfinished work items: null removes them from the cycle',
    body: cycleChange.extend({ new_cycle_id: emptyAsNull(id).optional() }),
    fails: ['conflict'],
  },
  endCycle: {
    summary:
      'End an active cycle. Today is its last day. `new_cycle_id` moves its unfinished work items: null removes them from the cycle',
    method: 'POST',
    path: `${one}/end/`,
    who: { project: 'member' },
    body: z.object({ new_cycle_id: emptyAsNull(id).optional() }),
    answer: cycleResponse,
  },
  deleteCycle: shared.delete,
  restoreCycle: {
    ...shared.restore,
    summary: 'Restore a deleted cycle. Work items in another cycle stay there',
    fails: ['conflict'],
  },
  archiveCycle: { ...shared.archive, summary: 'Archive a completed cycle' },
  unarchiveCycle: shared.unarchive,
  listCycleWorkItems: shared.listWorkItems,
  addToCycle: { ...shared.add, summary: 'Add work items to a cycle. They leave their previous cycle' },
  removeFromCycle: shared.remove,
  transferCycleItems: {
    summary:
      'Move unfinished work items to another cycle, or to no cycle. The statistics of this cycle are kept',
    method: 'POST',
    path: `${one}/transfer-issues/`,
    who: { project: 'member' },
    body: z.object({ new_cycle_id: newCycleId }),
    answer: messageResponse,
  },
  getCycleProgress: {
    summary: 'Count the work items and estimates of a cycle by state group',
    method: 'GET',
    path: `${one}/progress/`,
    who: { project: 'guest' },
    answer: cycleProgress,
  },
  getCycleDays: {
    summary: 'Get the progress of a cycle for each day',
    method: 'GET',
    path: `${one}/cycle-progress/`,
    who: { project: 'guest' },
    answer: z.array(cycleBurndownDay),
  },
  getCycleAnalytics: {
    summary: 'Get the progress of a cycle by day, assignee and label',
    method: 'GET',
    path: `${one}/analytics/`,
    who: { project: 'guest' },
    query: z.object({ type: z.enum(['issues', 'points']).default('issues') }),
    answer: z.union([cycleOrModuleItemStats, cycleOrModuleEstimateStats]),
  },
})

export const workspaceCycleCalls = declareCalls('cycles', {
  listWorkspaceCycles: {
    summary: 'List the cycles of all projects that you joined',
    method: 'GET',
    path: '/api/workspaces/{slug}/cycles/',
    who: { workspace: 'guest' },
    answer: z.array(cycleResponse),
  },
  listActiveCycles: {
    summary: 'List the active cycles of your projects by end date',
    method: 'GET',
    path: '/api/workspaces/{slug}/active-cycles/',
    who: { workspace: 'guest' },
    query: z.object(pagingQueryFields),
    answer: createPageSchema(cycleResponse),
  },
})
