import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { id } from '../../platform/time.ts'
import { trashedWorkItem, workItemRow } from '../work-items/schema.ts'
import {
  detailedListing,
  detailedQuery,
  listingQuery,
  pageOf,
  paging,
  syncQuery,
  workItemListing,
  workItemSync,
} from './schema.ts'

const workspace = '/api/workspaces/{slug}'
const project = `${workspace}/projects/{project_id}` as const

/** Must be declared before the calls of one item: otherwise `{id}` would match the word `list` in a path. */
export const workItemListCalls = declareCalls('work-items', {
  listWorkItems: {
    summary: 'Work items of a project, flat, grouped or grouped twice',
    method: 'GET',
    path: `${project}/issues/`,
    who: { project: 'guest' },
    query: listingQuery,
    answer: workItemListing,
  },
  pickWorkItems: {
    summary: 'Work items of a project by their ids',
    method: 'GET',
    path: `${project}/issues/list/`,
    who: { project: 'guest' },
    query: z.object({ issues: z.string('Issues are required').min(1, 'Issues are required').max(16_000) }),
    answer: z.array(workItemRow),
  },
  listDetailedWorkItems: {
    summary: 'Work items of a project for the timeline, never grouped',
    method: 'GET',
    path: `${project}/issues-detail/`,
    who: { project: 'guest' },
    query: detailedQuery,
    answer: detailedListing,
  },
  syncWorkItems: {
    summary: 'Work items of a project by their last change, for clients that keep a copy',
    method: 'GET',
    path: `${project}/v2/issues/`,
    who: { project: 'guest' },
    query: syncQuery,
    answer: workItemSync,
  },
  listDeletedWorkItems: {
    summary: 'Ids of the work items that were deleted or archived',
    method: 'GET',
    path: `${project}/deleted-issues/`,
    who: { project: 'guest' },
    query: syncQuery.pick({ updated_at__gt: true }),
    answer: z.array(id),
  },
  listArchivedWorkItems: {
    summary: 'Archived work items of a project',
    method: 'GET',
    path: `${project}/archived-issues/`,
    who: { project: 'member' },
    query: listingQuery,
    answer: workItemListing,
  },
  listTrashedWorkItems: {
    summary: 'The trash of a project: what was deleted in the last 30 days, the newest first',
    method: 'GET',
    path: `${project}/trashed-issues/`,
    who: { project: 'member' },
    query: z.object(paging),
    answer: pageOf(trashedWorkItem),
  },
  listWorkspaceWorkItems: {
    area: 'workspaces',
    summary: 'Work items of all projects that the caller is in',
    method: 'GET',
    path: `${workspace}/issues/`,
    who: { workspace: 'guest' },
    query: listingQuery,
    answer: workItemListing,
  },
  listDetailedWorkspaceWorkItems: {
    area: 'workspaces',
    summary: 'Work items of all projects that the caller is in, never grouped',
    method: 'GET',
    path: `${workspace}/issues-detail/`,
    who: { workspace: 'guest' },
    query: detailedQuery,
    answer: detailedListing,
  },
  listMyWorkItems: {
    area: 'workspaces',
    summary: 'Work items that the caller is assigned to',
    method: 'GET',
    path: `${workspace}/my-issues/`,
    who: { workspace: 'guest' },
    query: listingQuery,
    answer: workItemListing,
  },
  listUserWorkItems: {
    area: 'profiles',
    summary: 'Work items that a person is assigned to, made or follows',
    method: 'GET',
    path: `${workspace}/user-issues/{user_id}/`,
    who: { workspace: 'guest' },
    query: listingQuery,
    answer: workItemListing,
  },
})
