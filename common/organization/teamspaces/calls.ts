import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { id } from '../../platform/time.ts'
import { teamActivitiesPageSize, teamActivity } from './activities.ts'
import { newTeamspace, teamspaceResponse, teamspaceUpdate } from './schema.ts'

const all = '/api/workspaces/{slug}/teamspaces/'
const one = `${all}{teamspace_id}/` as const

const managers = { workspace: 'admin', orOwn: true } as const

/**
 * Calls for teamspaces of a workspace. A private teamspace is treated as not found for everybody except its
 * members and admins of the workspace.
 */
export const teamspaceCalls = declareCalls('teamspaces', {
  listTeamspaces: {
    summary: 'List the teamspaces that you can see in manual order. Guests see none',
    method: 'GET',
    path: all,
    who: { workspace: 'guest' },
    answer: z.array(teamspaceResponse),
  },
  createTeamspace: {
    summary: 'Create a teamspace. You become a member, and its lead by default',
    method: 'POST',
    path: all,
    who: { workspace: 'member' },
    forPeopleOnly: true,
    body: newTeamspace,
    status: 201,
    answer: teamspaceResponse,
    fails: ['conflict'],
  },
  getTeamspace: {
    summary: 'Get a teamspace',
    method: 'GET',
    path: one,
    who: { workspace: 'member' },
    answer: teamspaceResponse,
  },
  updateTeamspace: {
    summary: 'Update a teamspace, its lead, members or projects',
    method: 'PATCH',
    path: one,
    who: managers,
    forPeopleOnly: true,
    body: teamspaceUpdate,
    answer: teamspaceResponse,
  },
  deleteTeamspace: {
    summary: 'Delete a teamspace. It can be restored for 30 days',
    method: 'DELETE',
    path: one,
    who: managers,
    forPeopleOnly: true,
  },
  restoreTeamspace: {
    summary: 'Restore a deleted teamspace',
    method: 'POST',
    path: `${one}restore/`,
    who: managers,
    forPeopleOnly: true,
    answer: teamspaceResponse,
  },
  joinTeamspace: {
    summary:
      'Join a teamspace, or undo leaving it. Whoever left as its lead within an hour is its lead again',
    method: 'POST',
    path: `${one}join/`,
    who: { workspace: 'member' },
    forPeopleOnly: true,
    answer: teamspaceResponse,
  },
  leaveTeamspace: {
    summary: 'Leave a teamspace',
    method: 'POST',
    path: `${one}leave/`,
    who: { workspace: 'member' },
    forPeopleOnly: true,
  },
  listTeamspaceActivities: {
    summary: 'List the changes of a teamspace, its members, projects and views, newest first',
    method: 'GET',
    path: `${one}activities/`,
    who: { workspace: 'member' },
    query: z.object({
      per_page: z.coerce.number().int().min(1).max(100).default(teamActivitiesPageSize),
      /** Value of `next_cursor` in the previous page, which is the id of its last entry. */
      cursor: id.optional(),
    }),
    answer: z.object({ results: z.array(teamActivity), next_cursor: id.nullable() }),
  },
})
