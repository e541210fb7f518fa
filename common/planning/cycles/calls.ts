import { z } from 'zod'
import { automaticCycles, automaticCyclesRow } from '../../organization/projects/automatic-cycles.ts'
import { declareCalls } from '../../platform/call.ts'
import { emptyAsNull } from '../../platform/fields.ts'
import { id } from '../../platform/time.ts'
import { pageOf, paging } from '../../work/listing/schema.ts'
import { planFigures, pointFigures } from '../figures/schema.ts'
import { planCalls, planMessage, plansProject } from '../plans/calls.ts'
import { cycleAnswer, cycleChange, cycleDay, cycleProgress, newCycle, sentDay } from './schema.ts'

const plan = planCalls({ kind: 'cycle', items: 'cycle-issues', answer: cycleAnswer, detail: cycleAnswer })

const one = `${plansProject}/cycles/{cycle_id}` as const

const bothDays = 'Start date and end date both are required'

/** A cycle is a range of days for which a project plans its work. Guests can read cycles; members can change them. */
export const cycleCalls = declareCalls('cycles', {
  listCycles: {
    summary: 'Cycles of a project that are not archived, the newest first',
    method: 'GET',
    path: `${plansProject}/cycles/`,
    who: { project: 'guest' },
    query: z.object({ cycle_view: z.enum(['current', 'all']).default('all') }),
    answer: z.array(cycleAnswer),
  },
  createCycle: {
    summary: 'Make a cycle; without days it is a draft',
    method: 'POST',
    path: `${plansProject}/cycles/`,
    who: { project: 'member' },
    body: newCycle,
    status: 201,
    answer: cycleAnswer,
    fails: ['conflict'],
  },
  setAutomaticCycles: {
    summary:
      'Let the project make its cycles by itself, so many ahead; those that are missing are made at once',
    method: 'PUT',
    path: `${plansProject}/automatic-cycles/`,
    who: { project: 'admin' },
    body: automaticCycles,
    answer: automaticCyclesRow,
  },
  stopAutomaticCycles: {
    summary: 'Leave it to people to make cycles; those that were made stay',
    method: 'DELETE',
    path: `${plansProject}/automatic-cycles/`,
    who: { project: 'admin' },
  },
  checkCycleDays: {
    summary: 'Whether another cycle of the project has one of these days',
    method: 'POST',
    path: `${plansProject}/cycles/date-check/`,
    who: { project: 'member' },
    body: z.object({
      start_date: z.union(sentDay.options, bothDays),
      end_date: z.union(sentDay.options, bothDays),
      /** The cycle being edited, which does not conflict with itself. */
      cycle_id: emptyAsNull(id).optional(),
    }),
    answer: z.object({ status: z.boolean(), error: z.string().optional() }),
  },
  listArchivedCycles: plan.listArchived,
  getArchivedCycle: plan.getArchived,
  getCycle: { ...plan.get, summary: 'A cycle' },
  updateCycle: {
    ...plan.update,
    summary:
      'Change a cycle; of a completed one only its place among the others, unless an admin reopens it with a later end_date or corrects its end_date to another past day',
    body: cycleChange,
    fails: ['conflict'],
  },
  endCycle: {
    summary: 'End an active cycle now; today stays its last day',
    method: 'POST',
    path: `${one}/end/`,
    who: { project: 'member' },
    answer: cycleAnswer,
  },
  deleteCycle: plan.delete,
  restoreCycle: {
    ...plan.restore,
    summary: 'Bring a deleted cycle back, with the items that are in no other since',
    fails: ['conflict'],
  },
  archiveCycle: { ...plan.archive, summary: 'Archive a completed cycle' },
  unarchiveCycle: plan.unarchive,
  listCycleWorkItems: plan.listWorkItems,
  addToCycle: { ...plan.add, summary: 'Put work items into a cycle; each leaves the one that it was in' },
  removeFromCycle: plan.remove,
  transferCycleItems: {
    summary: 'Move what is not done to another cycle; the figures of this one are kept as they were',
    method: 'POST',
    path: `${one}/transfer-issues/`,
    who: { project: 'member' },
    body: z.object({ new_cycle_id: z.uuid('New Cycle Id is required') }),
    answer: planMessage,
  },
  getCycleProgress: {
    summary: 'How many items of a cycle are in which group of states, and what they are estimated at',
    method: 'GET',
    path: `${one}/progress/`,
    who: { project: 'guest' },
    answer: cycleProgress,
  },
  getCycleDays: {
    summary: 'How a cycle goes, day by day from its first to its last',
    method: 'GET',
    path: `${one}/cycle-progress/`,
    who: { project: 'guest' },
    answer: z.array(cycleDay),
  },
  getCycleAnalytics: {
    summary: 'How a cycle goes: by day, by person and by label, in items or in what they are estimated at',
    method: 'GET',
    path: `${one}/analytics/`,
    who: { project: 'guest' },
    query: z.object({ type: z.enum(['issues', 'points']).default('issues') }),
    answer: z.union([planFigures, pointFigures]),
  },
})

export const workspaceCycleCalls = declareCalls('cycles', {
  listWorkspaceCycles: {
    summary: 'Cycles of all projects that the caller is in',
    method: 'GET',
    path: '/api/workspaces/{slug}/cycles/',
    who: { workspace: 'guest' },
    answer: z.array(cycleAnswer),
  },
  listActiveCycles: {
    summary:
      'Cycles that run now, of all projects that the caller is in and that have cycles, the first to end first',
    method: 'GET',
    path: '/api/workspaces/{slug}/active-cycles/',
    who: { workspace: 'guest' },
    query: z.object(paging),
    answer: pageOf(cycleAnswer),
  },
})
