import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { id } from '../../platform/time.ts'
import { inviteAnswer, workspaceAnswer } from './schema.ts'

/** Calls about the caller's own workspaces and invitations. */
export const ownWorkspaceCalls = declareCalls('users', {
  getInstanceAdmin: {
    summary: 'Whether the signed-in person is an admin of the installation, and may make workspaces in it',
    method: 'GET',
    path: '/api/users/me/instance-admin/',
    who: 'signed-in',
    answer: z.object({ is_instance_admin: z.boolean(), may_create_workspaces: z.boolean() }),
  },
  listMyWorkspaces: {
    summary: 'The own workspaces with role and number of members',
    method: 'GET',
    path: '/api/users/me/workspaces/',
    who: 'signed-in',
    answer: z.array(workspaceAnswer),
  },
  listMyInvitations: {
    summary: 'Invitations to workspaces that wait for an answer; only a verified e-mail address sees its own',
    method: 'GET',
    path: '/api/users/me/workspaces/invitations/',
    who: 'signed-in',
    answer: z.array(inviteAnswer),
  },
  acceptMyInvitations: {
    summary: 'Accept several of the own invitations',
    method: 'POST',
    path: '/api/users/me/workspaces/invitations/',
    who: 'signed-in',
    body: z.object({ invitations: z.array(id).max(100) }),
  },
})
