import { z } from 'zod'
import { userLite } from '../../identity/users/schema.ts'
import { role } from '../../platform/roles.ts'
import { id, isoTimestamp } from '../../platform/time.ts'

export const roleField = z.union([z.literal(role.guest), z.literal(role.member), z.literal(role.admin)])

export const workspaceRow = z.object({
  id,
  name: z.string(),
  slug: z.string(),
  logo_url: z.string().nullable(),
  owner: id,
  organization_size: z.string().nullable(),
  timezone: z.string(),
  background_color: z.string(),
  /** If true, users without two-factor authentication cannot access the workspace. */
  requires_second_factor: z.boolean(),
  created_at: isoTimestamp,
  updated_at: isoTimestamp,
  created_by: id.nullable(),
})
export type WorkspaceRow = z.infer<typeof workspaceRow>

export const workspaceResponse = workspaceRow.extend({
  role: roleField,
  total_members: z.int(),
  /** Address and file id of the logo, under the names that clients of Plane read. */
  logo: z.string().nullable(),
  logo_asset: id.nullable(),
})
export type WorkspaceResponse = z.infer<typeof workspaceResponse>

/** A deleted workspace that can be restored. */
export const deletedWorkspace = workspaceRow
  .pick({ id: true, name: true, slug: true, logo_url: true })
  .extend({
    deleted_at: isoTimestamp,
    /** Time after which the workspace can no longer be restored. */
    ends_at: isoTimestamp,
    /** Name of the user who deleted the workspace. */
    deleted_by: z.string().nullable(),
  })
export type DeletedWorkspace = z.infer<typeof deletedWorkspace>

export const workspaceMemberRow = z.object({
  id,
  workspace_id: id,
  member_id: id,
  role: roleField,
  company_role: z.string().nullable(),
  is_active: z.boolean(),
  created_at: isoTimestamp,
})
export type WorkspaceMemberRow = z.infer<typeof workspaceMemberRow>

const settings = z.record(z.string(), z.unknown())

/** The membership of the caller, with additional fields that only clients of Plane read. */
export const ownMembershipResponse = workspaceMemberRow.extend({
  /** `member` and `workspace` have the values of `member_id` and `workspace_id`. */
  member: id,
  workspace: id,
  draft_issue_count: z.int(),
  /** The caller's view settings for the work items of the whole workspace. */
  view_props: settings,
  default_props: settings,
  /**
   * Contains a key for each tab: assigned, created, subscribed and all work items. Every value is always
   * true.
   */
  issue_props: z.record(z.string(), z.boolean()),
})
export type OwnMembershipResponse = z.infer<typeof ownMembershipResponse>

export const workspaceMemberResponse = workspaceMemberRow.extend({
  /** User data of the member. Guests receive neither email addresses nor sign-in methods of other users. */
  member: userLite.extend({ email: z.string().optional(), last_login_medium: z.string().optional() }),
})
export type WorkspaceMemberResponse = z.infer<typeof workspaceMemberResponse>

/** State of an invitation. `void` means that the inviting user may no longer invite. */
const invitationState = z.enum(['valid', 'expired', 'void'])

export const inviteResponse = z.object({
  id,
  /** Invited email address; empty for an open invitation. */
  email: z.string(),
  is_open: z.boolean(),
  /** Role that the invitation grants, at most the inviting user's current role. */
  role: roleField,
  /** The projects that the invited person joins, without projects that the caller cannot access. */
  project_ids: z.array(id),
  state: invitationState,
  expires_at: isoTimestamp,
  invited_by: id.nullable(),
  accepted: z.boolean(),
  message: z.string().nullable(),
  responded_at: isoTimestamp.nullable(),
  created_at: isoTimestamp,
  workspace: z.object({ id, name: z.string(), slug: z.string(), logo_url: z.string().nullable() }),
})
export type InviteResponse = z.infer<typeof inviteResponse>

/** An invitation with its link. Only the user who creates it receives the link, and only once. */
export const invitationLink = inviteResponse.extend({ invite_link: z.string() })
export type InvitationLink = z.infer<typeof invitationLink>

export const openedInvitation = z.object({
  id,
  /**
   * Invited address. Unless it is the caller's own address, it is masked, such as a••@example.com, because an
   * invitation link may be forwarded to other people.
   */
  email: z.string(),
  is_open: z.boolean(),
  role: roleField,
  state: invitationState,
  accepted: z.boolean(),
  responded_at: isoTimestamp.nullable(),
  message: z.string().nullable(),
  invited_by: z.string().nullable(),
  workspace: z.object({ id, name: z.string(), slug: z.string(), logo_url: z.string().nullable() }),
  /** True if the caller's account has the invited address. Null when nobody is signed in. */
  for_caller: z.boolean().nullable(),
  /** True if the caller has proved to own the address, through the emailed link or a verified account. */
  is_proven: z.boolean(),
  /** True if the caller is already a member of the workspace. */
  is_member: z.boolean(),
})
export type OpenedInvitation = z.infer<typeof openedInvitation>
