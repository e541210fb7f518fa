import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { id } from '../../platform/time.ts'
import { roleField } from '../workspaces/schema.ts'
import { projectMemberResponse } from './schema.ts'

const all = '/api/workspaces/{slug}/projects/{project_id}/members/'
const one = '/api/workspaces/{slug}/projects/{project_id}/members/{member_id}/'

/**
 * Calls for project members. `{member_id}` in a path is the id of the membership; in a body it is the id of
 * the user.
 */
export const projectMemberCalls = declareCalls('members', {
  listProjectMemberships: {
    summary: 'List the members of all projects that you can access',
    method: 'GET',
    path: '/api/workspaces/{slug}/project-members/',
    who: { workspace: 'guest' },
    answer: z.record(z.string(), z.array(projectMemberResponse)),
  },
  listProjectMembers: {
    summary: 'List the members of a project',
    method: 'GET',
    path: all,
    who: { project: 'guest' },
    answer: z.array(projectMemberResponse),
  },
  addProjectMembers: {
    summary: 'Add workspace members to a project',
    method: 'POST',
    path: all,
    who: { project: 'admin' },
    body: z.object({
      members: z
        .array(z.object({ member_id: id, role: roleField }), 'At least one member is required')
        .min(1, 'At least one member is required')
        .max(200, 'Add at most 200 people at once.'),
    }),
    archivedProject: 'allowed',
    status: 201,
    answer: z.array(projectMemberResponse),
  },
  getProjectMember: {
    summary: 'Get a member of a project',
    method: 'GET',
    path: one,
    who: { project: 'guest' },
    answer: projectMemberResponse,
  },
  updateProjectMember: {
    summary: 'Change the role of a project member',
    method: 'PATCH',
    path: one,
    who: { project: 'admin' },
    body: z.object({ role: roleField }),
    archivedProject: 'allowed',
    answer: projectMemberResponse,
  },
  removeProjectMember: {
    summary: 'Remove a member from a project',
    method: 'DELETE',
    path: one,
    who: { project: 'admin' },
    archivedProject: 'allowed',
  },
  leaveProject: {
    summary: 'Leave a project',
    method: 'POST',
    path: '/api/workspaces/{slug}/projects/{project_id}/members/leave/',
    who: { project: 'guest' },
    forPeopleOnly: true,
    archivedProject: 'allowed',
  },
  getOwnProjectMembership: {
    summary: 'Get your membership of a project',
    method: 'GET',
    path: '/api/workspaces/{slug}/projects/{project_id}/project-members/me/',
    who: { project: 'guest' },
    answer: projectMemberResponse,
  },
})
