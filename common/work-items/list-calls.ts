import { z } from 'zod'
import { declareCalls } from '../call.ts'
import {
  detailedListing,
  detailedQuery,
  listingQuery,
  syncQuery,
  workItemListing,
  workItemSync,
} from '../listing/schema.ts'
import { id } from '../time.ts'
import { workItemRow } from './schema.ts'

const workspace = '/api/workspaces/{slug}'
const project = `${workspace}/projects/{project_id}` as const

/** Every call that lists work items. They stand before the calls of one item, whose id would take the word `list`. */
export const workItemListCalls = declareCalls({
  listWorkItems: {
    area: 'work-items',
    summary: 'Work items of a project, flat, grouped or grouped twice',
    method: 'GET',
    path: `${project}/issues/`,
    who: { project: 'guest' },
    query: listingQuery,
    status: 200,
    answer: workItemListing,
  },
  pickWorkItems: {
    area: 'work-items',
    summary: 'Work items of a project by their ids',
    method: 'GET',
    path: `${project}/issues/list/`,
    who: { project: 'guest' },
    query: z.object({ issues: z.string('Issues are required').min(1, 'Issues are required').max(16_000) }),
    status: 200,
    answer: z.array(workItemRow),
  },
  listDetailedWorkItems: {
    area: 'work-items',
    summary: 'Work items of a project for the timeline, never grouped',
    method: 'GET',
    path: `${project}/issues-detail/`,
    who: { project: 'guest' },
    query: detailedQuery,
    status: 200,
    answer: detailedListing,
  },
  syncWorkItems: {
    area: 'work-items',
    summary: 'Work items of a project by their last change, for clients that keep a copy',
    method: 'GET',
    path: `${project}/v2/issues/`,
    who: { project: 'guest' },
    query: syncQuery,
    status: 200,
    answer: workItemSync,
  },
  listDeletedWorkItems: {
    area: 'work-items',
    summary: 'Ids of the work items that were deleted or archived',
    method: 'GET',
    path: `${project}/deleted-issues/`,
    who: { project: 'guest' },
    query: syncQuery.pick({ updated_at__gt: true }),
    status: 200,
    answer: z.array(id),
  },
  listArchivedWorkItems: {
    area: 'work-items',
    summary: 'Archived work items of a project',
    method: 'GET',
    path: `${project}/archived-issues/`,
    who: { project: 'member' },
    query: listingQuery,
    status: 200,
    answer: workItemListing,
  },
  listWorkspaceWorkItems: {
    area: 'workspaces',
    summary: 'Work items of all projects that the caller is in',
    method: 'GET',
    path: `${workspace}/issues/`,
    who: { workspace: 'guest' },
    query: listingQuery,
    status: 200,
    answer: workItemListing,
  },
  listDetailedWorkspaceWorkItems: {
    area: 'workspaces',
    summary: 'Work items of all projects that the caller is in, never grouped',
    method: 'GET',
    path: `${workspace}/issues-detail/`,
    who: { workspace: 'guest' },
    query: detailedQuery,
    status: 200,
    answer: detailedListing,
  },
  listMyWorkItems: {
    area: 'workspaces',
    summary: 'Work items that the caller is assigned to',
    method: 'GET',
    path: `${workspace}/my-issues/`,
    who: { workspace: 'guest' },
    query: listingQuery,
    status: 200,
    answer: workItemListing,
  },
  listUserWorkItems: {
    area: 'profiles',
    summary: 'Work items that a person is assigned to, made or follows',
    method: 'GET',
    path: `${workspace}/user-issues/{user_id}/`,
    who: { workspace: 'guest' },
    query: listingQuery,
    status: 200,
    answer: workItemListing,
  },
})
