import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { booleanQueryField } from '../../platform/fields.ts'
import { ownMembershipResponse, roleField, workspaceMemberResponse, workspaceMemberRow } from './schema.ts'

const all = '/api/workspaces/{slug}/members/'
const one = '/api/workspaces/{slug}/members/{member_id}/'

/** Calls for workspace members. `member_id` is the id of the membership, not of the user. */
export const workspaceMemberCalls = declareCalls('workspaces', {
  listWorkspaceMembers: {
    summary: 'List the members of a workspace. `former` includes people who left',
    method: 'GET',
    path: all,
    who: { workspace: 'guest' },
    query: z.object({ former: booleanQueryField.optional() }),
    answer: z.array(workspaceMemberResponse),
  },
  getWorkspaceMember: {
    summary: 'Get a member of a workspace',
    method: 'GET',
    path: one,
    who: { workspace: 'guest' },
    answer: workspaceMemberResponse,
  },
  updateWorkspaceMember: {
    summary: 'Change the role of a workspace member',
    method: 'PATCH',
    path: one,
    who: { workspace: 'admin' },
    body: z.object({ role: roleField }),
    answer: workspaceMemberRow,
  },
  removeWorkspaceMember: {
    summary: 'Remove a member from a workspace and its projects',
    method: 'DELETE',
    path: one,
    who: { workspace: 'admin' },
  },
  leaveWorkspace: {
    summary: 'Leave a workspace and its projects',
    method: 'POST',
    path: '/api/workspaces/{slug}/members/leave/',
    who: { workspace: 'guest' },
    forPeopleOnly: true,
  },
  getOwnWorkspaceMembership: {
    summary: 'Get your membership of a workspace',
    method: 'GET',
    path: '/api/workspaces/{slug}/workspace-members/me/',
    who: { workspace: 'guest' },
    answer: ownMembershipResponse,
  },
})
