import { z } from 'zod'
import { declareCalls } from '../call.ts'
import { prose } from '../fields.ts'
import { invitationLink, inviteAnswer, openedInvitation, roleValue } from './schema.ts'

const all = '/api/workspaces/{slug}/invitations/'
const one = '/api/workspaces/{slug}/invitations/{invitation_id}/'
const join = '/api/workspaces/{slug}/invitations/{invitation_id}/join/'

const token = z.string().min(1).max(200)

/**
 * The token of an invitation is kept as a hash, so it is told once: in the answer that makes the invitation or its link, and in
 * the mail. It is good for one answer, by the invited address.
 */
export const invitationCalls = declareCalls({
  listInvitations: {
    area: 'workspaces',
    summary: 'Invitations that are not answered yet',
    method: 'GET',
    path: all,
    who: { workspace: 'member' },
    status: 200,
    answer: z.array(inviteAnswer),
  },
  createInvitations: {
    area: 'workspaces',
    summary: 'Invite people by e-mail; each answer has the link that the mail carries',
    method: 'POST',
    path: all,
    who: { workspace: 'member' },
    body: z.object({
      emails: z
        .array(z.object({ email: z.string().max(300), role: roleValue }), 'Emails are required')
        .min(1, 'Emails are required')
        .max(100, 'Invite at most 100 people at once.'),
      message: prose(1000).nullish(),
    }),
    status: 200,
    answer: z.object({ message: z.string(), invitations: z.array(invitationLink) }),
  },
  getInvitation: {
    area: 'workspaces',
    summary: 'One invitation',
    method: 'GET',
    path: one,
    who: { workspace: 'member' },
    status: 200,
    answer: inviteAnswer,
  },
  updateInvitation: {
    area: 'workspaces',
    summary: 'Change the role that an invitation offers',
    method: 'PATCH',
    path: one,
    who: { workspace: 'member' },
    body: z.object({ role: roleValue }),
    status: 200,
    answer: inviteAnswer,
  },
  deleteInvitation: {
    area: 'workspaces',
    summary: 'Take an invitation back',
    method: 'DELETE',
    path: one,
    who: { workspace: 'member' },
    status: 204,
  },
  createInvitationLink: {
    area: 'workspaces',
    summary: 'Make a new link to copy; the old one no longer works',
    method: 'POST',
    path: '/api/workspaces/{slug}/invitations/{invitation_id}/link/',
    who: { workspace: 'member' },
    status: 200,
    answer: invitationLink,
  },
  openInvitation: {
    area: 'workspaces',
    summary: 'What an invitation link leads to',
    method: 'GET',
    path: join,
    who: 'anyone',
    query: z.object({ token }),
    status: 200,
    answer: openedInvitation,
  },
  answerInvitation: {
    area: 'workspaces',
    summary: 'Accept or decline an invitation, as the invited person',
    method: 'POST',
    path: join,
    who: 'signed-in',
    body: z.object({ token, accepted: z.boolean().default(true) }),
    status: 200,
    answer: z.object({ message: z.string() }),
  },
})
