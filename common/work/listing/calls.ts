import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { id } from '../../platform/time.ts'
import { trashedWorkItem, workItemRow } from '../work-items/schema.ts'
import {
  createPageSchema,
  detailedListingQuery,
  detailedListResponse,
  listingQuery,
  pagingQueryFields,
  workItemListResponse,
  workItemSyncPage,
  workItemSyncQuery,
} from './schema.ts'

const workspace = '/api/workspaces/{slug}'
const project = `${workspace}/projects/{project_id}` as const

/**
 * Calls that list work items. They must be declared before the calls of one item, because `{id}` would
 * otherwise match the word `list` in a path.
 */
export const workItemListCalls = declareCalls('work-items', {
  listWorkItems: {
    visit: 'project',
    summary: 'List the work items of a project, flat or grouped',
    method: 'GET',
    path: `${project}/issues/`,
    who: { project: 'guest' },
    query: listingQuery,
    answer: workItemListResponse,
  },
  pickWorkItems: {
    summary: 'List work items of a project by id',
    method: 'GET',
    path: `${project}/issues/list/`,
    who: { project: 'guest' },
    query: z.object({ issues: z.string('Issues are required').min(1, 'Issues are required').max(16_000) }),
    answer: z.array(workItemRow),
  },
  listDetailedWorkItems: {
    summary: 'List the work items of a project for the timeline, without groups',
    method: 'GET',
    path: `${project}/issues-detail/`,
    who: { project: 'guest' },
    query: detailedListingQuery,
    answer: detailedListResponse,
  },
  syncWorkItems: {
    summary: 'List the work items of a project by last change, for synchronization',
    method: 'GET',
    path: `${project}/v2/issues/`,
    who: { project: 'guest' },
    query: workItemSyncQuery,
    answer: workItemSyncPage,
  },
  listDeletedWorkItems: {
    summary: 'List the ids of deleted and archived work items',
    method: 'GET',
    path: `${project}/deleted-issues/`,
    who: { project: 'guest' },
    query: workItemSyncQuery.pick({ updated_at__gt: true }),
    answer: z.array(id),
  },
  listArchivedWorkItems: {
    summary: 'List the archived work items of a project',
    method: 'GET',
    path: `${project}/archived-issues/`,
    who: { project: 'member' },
    query: listingQuery,
    answer: workItemListResponse,
  },
  listTrashedWorkItems: {
    summary: 'List the work items in the trash of a project, newest first',
    method: 'GET',
    path: `${project}/trashed-issues/`,
    who: { project: 'member' },
    query: z.object(pagingQueryFields),
    answer: createPageSchema(trashedWorkItem),
  },
  listWorkspaceWorkItems: {
    area: 'workspaces',
    summary: 'List the work items of all projects that you joined',
    method: 'GET',
    path: `${workspace}/issues/`,
    who: { workspace: 'guest' },
    query: listingQuery,
    answer: workItemListResponse,
  },
  listDetailedWorkspaceWorkItems: {
    area: 'workspaces',
    summary: 'List the work items of all projects that you joined, without groups',
    method: 'GET',
    path: `${workspace}/issues-detail/`,
    who: { workspace: 'guest' },
    query: detailedListingQuery,
    answer: detailedListResponse,
  },
  listMyWorkItems: {
    area: 'workspaces',
    summary: 'List the work items assigned to you',
    method: 'GET',
    path: `${workspace}/my-issues/`,
    who: { workspace: 'guest' },
    query: listingQuery,
    answer: workItemListResponse,
  },
  listTeamspaceWorkItems: {
    area: 'teamspaces',
    summary: 'Work items of the projects of a teamspace that the caller is in',
    method: 'GET',
    path: `${workspace}/teamspaces/{teamspace_id}/issues/`,
    who: { workspace: 'member' },
    query: listingQuery,
    answer: workItemListResponse,
  },
  listUserWorkItems: {
    area: 'profiles',
    summary: 'List the work items that a user created, follows or is assigned',
    method: 'GET',
    path: `${workspace}/user-issues/{user_id}/`,
    who: { workspace: 'guest' },
    query: listingQuery,
    answer: workItemListResponse,
  },
})
