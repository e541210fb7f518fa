import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { multiLineText } from '../../platform/fields.ts'
import { role } from '../../platform/roles.ts'
import { id } from '../../platform/time.ts'
import { maxInvitedProjects } from './rules.ts'
import { invitationLink, inviteResponse, openedInvitation, roleField } from './schema.ts'

const all = '/api/workspaces/{slug}/invitations/'
const one = '/api/workspaces/{slug}/invitations/{invitation_id}/'
const join = '/api/workspaces/{slug}/invitations/{invitation_id}/join/'

const token = z.string().min(1).max(200)

/**
 * The projects that the invited people join. The caller must be an admin of these projects. If the caller invites
 * somebody again, the projects replace those that the caller administers; without `project_ids`, all stay.
 */
const project_ids = z
  .array(id)
  .max(maxInvitedProjects, `Choose at most ${maxInvitedProjects} projects.`)
  .optional()

/**
 * Calls for invitations. Each invitation has two tokens: the API returns one when the invitation is created, and
 * the email contains the other. Both are stored as hashes, so no call can return them again. An invitation to an
 * address can be answered once, by an account with that address. If the account uses the token that the API
 * returned, it must also have verified the address. An open invitation (a link for anybody) can be accepted many
 * times, until it expires or is revoked.
 */
export const invitationCalls = declareCalls('workspaces', {
  listInvitations: {
    summary: 'List the pending invitations of a workspace',
    method: 'GET',
    path: all,
    who: { workspace: 'member' },
    answer: z.array(inviteResponse),
  },
  createInvitations: {
    summary: 'Invite people by email and get their invitation links',
    method: 'POST',
    path: all,
    who: { workspace: 'member' },
    forPeopleOnly: true,
    body: z.object({
      emails: z
        .array(z.object({ email: z.string().max(300), role: roleField }), 'Emails are required')
        .min(1, 'Emails are required')
        .max(100, 'Invite at most 100 people at once.'),
      message: multiLineText(1000).nullish(),
      project_ids,
    }),
    secretAnswer: true,
    answer: z.object({ message: z.string(), invitations: z.array(invitationLink) }),
  },
  createOpenInvitation: {
    summary: 'Create an open invitation link. Anyone with the link can join for 14 days',
    method: 'POST',
    path: '/api/workspaces/{slug}/open-invitations/',
    who: { workspace: 'admin' },
    forPeopleOnly: true,
    body: z.object({
      role: z.union(
        [z.literal(role.guest), z.literal(role.member)],
        'An invite link can’t give the admin role.',
      ),
      project_ids,
    }),
    secretAnswer: true,
    status: 201,
    answer: invitationLink,
  },
  getInvitation: {
    summary: 'Get an invitation',
    method: 'GET',
    path: one,
    who: { workspace: 'member' },
    answer: inviteResponse,
  },
  updateInvitation: {
    summary: 'Change the role of an invitation',
    method: 'PATCH',
    path: one,
    who: { workspace: 'member' },
    forPeopleOnly: true,
    body: z.object({ role: roleField }),
    answer: inviteResponse,
  },
  deleteInvitation: {
    summary: 'Revoke an invitation',
    method: 'DELETE',
    path: one,
    who: { workspace: 'member' },
    forPeopleOnly: true,
  },
  createInvitationLink: {
    summary: 'Create a new link for an invitation. The old link stops working',
    method: 'POST',
    path: '/api/workspaces/{slug}/invitations/{invitation_id}/link/',
    who: { workspace: 'member' },
    forPeopleOnly: true,
    secretAnswer: true,
    answer: invitationLink,
  },
  openInvitation: {
    summary: 'Get the details of an invitation link',
    method: 'GET',
    path: join,
    who: 'anyone',
    query: z.object({ token }),
    answer: openedInvitation,
  },
  answerInvitation: {
    summary: 'Accept or decline an invitation',
    method: 'POST',
    path: join,
    who: 'signed-in',
    forPeopleOnly: true,
    body: z.object({ token, accepted: z.boolean().default(true) }),
    answer: z.object({ message: z.string() }),
  },
})
