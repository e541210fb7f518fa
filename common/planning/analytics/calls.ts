import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import {
  analyticsOverview,
  analyticsScopeQuery,
  assigneeCounts,
  chart,
  chartQuery,
  itemsPerProjectChart,
  projectCounts,
  workItemTotals,
} from './schema.ts'

const workspace = '/api/workspaces/{slug}'
const project = `${workspace}/projects/{project_id}` as const

const totalsQuery = analyticsScopeQuery.extend({
  tab: z.enum(['overview', 'work-items'], 'Invalid tab').default('overview'),
})
const statsQuery = analyticsScopeQuery.extend({
  type: z.literal('work-items', 'Invalid type').default('work-items'),
})

/**
 * Calls for statistics about the work items that the caller can access. Paths and formats are compatible with
 * Plane.
 */
export const analyticsCalls = declareCalls('analytics', {
  getWorkspaceTotals: {
    summary: 'Get totals of a workspace, or its work items by state group',
    method: 'GET',
    path: `${workspace}/advance-analytics/`,
    who: { workspace: 'member' },
    query: totalsQuery,
    answer: z.union([analyticsOverview, workItemTotals]),
  },
  listWorkspaceStats: {
    summary: 'Count the work items of each project by state group',
    method: 'GET',
    path: `${workspace}/advance-analytics-stats/`,
    who: { workspace: 'member' },
    query: statsQuery,
    answer: z.array(projectCounts),
  },
  getWorkspaceChart: {
    summary: 'Get a chart of the work items or projects of a workspace',
    method: 'GET',
    path: `${workspace}/advance-analytics-charts/`,
    who: { workspace: 'member' },
    query: chartQuery,
    answer: z.union([chart, itemsPerProjectChart]),
  },
  getProjectTotals: {
    summary: 'Get totals of a project, or its work items by state group',
    method: 'GET',
    path: `${project}/advance-analytics/`,
    who: { project: 'member' },
    query: totalsQuery,
    answer: z.union([analyticsOverview, workItemTotals]),
  },
  listProjectAssigneeStats: {
    summary: 'Count the work items of each assignee by state group',
    method: 'GET',
    path: `${project}/advance-analytics-stats/`,
    who: { project: 'member' },
    query: statsQuery,
    answer: z.array(assigneeCounts),
  },
  getProjectChart: {
    summary: 'Get a chart of the work items or contents of a project',
    method: 'GET',
    path: `${project}/advance-analytics-charts/`,
    who: { project: 'guest' },
    query: chartQuery,
    answer: z.union([chart, itemsPerProjectChart]),
  },
})
