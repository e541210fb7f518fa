import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { flag } from '../../platform/fields.ts'
import { roleValue, workspaceMemberAnswer, workspaceMemberRow } from './schema.ts'

const all = '/api/workspaces/{slug}/members/'
const one = '/api/workspaces/{slug}/members/{member_id}/'

/** `member_id` is the id of the membership, not of the person. */
export const workspaceMemberCalls = declareCalls({
  listWorkspaceMembers: {
    area: 'workspaces',
    summary:
      'Everyone in the workspace; with former=true those too who have left, whose names stand on old rows',
    method: 'GET',
    path: all,
    who: { workspace: 'guest' },
    query: z.object({ former: flag.optional() }),
    status: 200,
    answer: z.array(workspaceMemberAnswer),
  },
  getWorkspaceMember: {
    area: 'workspaces',
    summary: 'One member of the workspace',
    method: 'GET',
    path: one,
    who: { workspace: 'guest' },
    status: 200,
    answer: workspaceMemberAnswer,
  },
  updateWorkspaceMember: {
    area: 'workspaces',
    summary: 'Change the role of a member',
    method: 'PATCH',
    path: one,
    who: { workspace: 'admin' },
    body: z.object({ role: roleValue }),
    status: 200,
    answer: workspaceMemberRow,
  },
  removeWorkspaceMember: {
    area: 'workspaces',
    summary: 'Remove a member from the workspace and its projects',
    method: 'DELETE',
    path: one,
    who: { workspace: 'admin' },
    status: 204,
  },
  leaveWorkspace: {
    area: 'workspaces',
    summary: 'Leave the workspace and its projects',
    method: 'POST',
    path: '/api/workspaces/{slug}/members/leave/',
    who: { workspace: 'guest' },
    status: 204,
  },
  getOwnWorkspaceMembership: {
    area: 'workspaces',
    summary: "The caller's own membership",
    method: 'GET',
    path: '/api/workspaces/{slug}/workspace-members/me/',
    who: { workspace: 'guest' },
    status: 200,
    answer: workspaceMemberRow,
  },
})
