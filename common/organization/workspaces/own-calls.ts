import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { id } from '../../platform/time.ts'
import { inviteResponse, workspaceResponse } from './schema.ts'

/** Calls for the caller's own workspaces and invitations. */
export const ownWorkspaceCalls = declareCalls('users', {
  getInstanceAdmin: {
    summary: 'Check whether you are an instance admin and can create workspaces',
    method: 'GET',
    path: '/api/users/me/instance-admin/',
    who: 'signed-in',
    answer: z.object({ is_instance_admin: z.boolean(), may_create_workspaces: z.boolean() }),
  },
  listMyWorkspaces: {
    summary: 'List your workspaces with your role and the number of members',
    method: 'GET',
    path: '/api/users/me/workspaces/',
    who: 'signed-in',
    answer: z.array(workspaceResponse),
  },
  listMyInvitations: {
    summary: 'List your pending invitations. Requires a verified email address',
    method: 'GET',
    path: '/api/users/me/workspaces/invitations/',
    who: 'signed-in',
    answer: z.array(inviteResponse),
  },
  acceptMyInvitations: {
    summary: 'Accept several of your invitations',
    method: 'POST',
    path: '/api/users/me/workspaces/invitations/',
    who: 'signed-in',
    body: z.object({ invitations: z.array(id).max(100) }),
  },
})
