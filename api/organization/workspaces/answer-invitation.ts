import type { EntityManager } from '@mikro-orm/postgresql'
import { maskEmail } from '#common/organization/workspaces/rules.ts'
import type { OpenedInvitation } from '#common/organization/workspaces/schema.ts'
import { AppError } from '#common/platform/errors.ts'
import type { Role } from '#common/platform/roles.ts'
import { lockMemberships } from '../../access/lock-memberships.ts'
import { selectPendingUserInvitations } from '../../access/own-workspaces.ts'
import { ProfileEntity } from '../../identity/users/entity.ts'
import type { Context, UserContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { hashToken } from '../../platform/http/session.ts'
import { type WorkspaceInvite, WorkspaceInviteEntity } from './entity.ts'
import { joinInvitedProjects } from './invited-projects.ts'
import { addOrReactivateMember } from './membership.ts'
import { currentInvitationOffer, loadInviterRoles } from './present-invitation.ts'

interface Link {
  slug: string
  invitation_id: string
  token: string
}

/**
 * Returns the invitation that a link leads to. The email address is masked, because other people may open a
 * forwarded link.
 */
export async function openInvitation(ctx: Context, link: Link): Promise<OpenedInvitation> {
  const row = await findLink(ctx, link)
  const isOwn = row.email === null ? ctx.user !== null : ctx.user?.email === row.email
  const makers = await loadInviterRoles(ctx.em, row.workspace_id, [row])
  return {
    id: row.id,
    email: row.email === null || isOwn ? (row.email ?? '') : maskEmail(row.email),
    is_open: row.email === null,
    ...currentInvitationOffer(row, makers.get(row.invited_by) ?? null),
    accepted: row.accepted,
    responded_at: row.responded_at === null ? null : row.responded_at.toISOString(),
    message: row.message,
    invited_by: row.maker_name,
    workspace: { id: row.workspace_id, name: row.workspace_name, slug: row.slug, logo_url: row.logo_url },
    for_caller: ctx.user === null ? null : isOwn,
    is_proven: await isProven(ctx, row, link.token),
    is_member: await isMember(ctx, row.workspace_id),
  }
}

/**
 * Accepts or declines an invitation with its token. A personal invitation also requires an account whose
 * verified email address equals the invited address.
 */
export async function answerInvitation(
  ctx: UserContext,
  link: Link,
  accepted: boolean,
): Promise<{ message: string }> {
  const { id, workspace_id } = await findLink(ctx, link)
  await lockInvitation(ctx.em, { id, workspace_id })
  const token_hash = hashToken(link.token)
  const invite = await ctx.em.findOne(WorkspaceInviteEntity, {
    id,
    $or: [{ token_hash }, { mailed_token_hash: token_hash }],
  })
  if (invite === null) throw noSuchLink()
  if (invite.email !== null && ctx.user.email !== invite.email) {
    const email = maskEmail(invite.email)
    const message = `This invitation is for ${email}. Sign in with that email to accept it.`
    throw new AppError('forbidden', message)
  }
  if (!(await isProven(ctx, invite, link.token))) {
    throw new AppError('forbidden', 'Verify your email first: sign in with an email code.')
  }
  if (invite.email === null && accepted) await assertNotRemovedByAdmin(ctx, workspace_id)
  return acceptOrDeclineInvitation(ctx, invite, accepted)
}

/**
 * Throws if an admin removed the user, because an open link must not readmit removed members. A member who
 * left may join again.
 */
async function assertNotRemovedByAdmin(ctx: UserContext, workspace_id: string): Promise<void> {
  const known = await membershipOf(ctx, workspace_id)
  if (known === undefined || known.is_active || known.updated_by === ctx.user.id) return
  throw new AppError(
    'forbidden',
    'You were removed from this workspace. Ask an admin to invite you by email.',
  )
}

/**
 * Locks the invitation before it is read, so that only one of two concurrent requests succeeds. Memberships are
 * locked first, because commands that change members (and may lower the role of the inviting user) use the same
 * order.
 */
export async function lockInvitation(
  em: EntityManager,
  { id, workspace_id }: { id: string; workspace_id: string },
): Promise<void> {
  await lockMemberships(em, workspace_id)
  await query(em).selectFrom('workspace_invites').select('id').where('id', '=', id).forUpdate().execute()
}

/**
 * Accepts or declines an invitation. The caller has locked the invitation and checked that it belongs to the
 * user.
 */
export async function acceptOrDeclineInvitation(
  ctx: UserContext,
  invite: WorkspaceInvite,
  accepted: boolean,
): Promise<{ message: string }> {
  const { em, user } = ctx
  if (invite.responded_at !== null) {
    throw new AppError('invalid', 'You have already responded to the invitation request')
  }
  const offered = await roleOfferedNow(em, invite)
  // An invitation by link (without an email address) stays valid, because several users can accept it.
  if (invite.email !== null) em.assign(invite, { accepted, responded_at: new Date(), updated_by: user.id })
  if (accepted) {
    const waiting = await loadWaitingInvitations(em, invite, user.id)
    const isNew = await addOrReactivateMember(em, invite.workspace_id, user.id, offered)
    // An invitation gives no further access to a person who is a member already.
    if (isNew) for (const each of [invite, ...waiting]) await joinInvitedProjects(em, each, user.id, offered)
    const profile = await em.findOne(ProfileEntity, { user_id: user.id })
    if (profile !== null) {
      profile.last_workspace_id = invite.workspace_id
      profile.onboarding_step = { ...profile.onboarding_step, workspace_join: true }
    }
  }
  await em.flush()
  return { message: accepted ? 'Workspace Invitation Accepted' : 'Workspace Invitation was not accepted' }
}

/**
 * Returns the valid invitations that are addressed to the user and end because the user accepts this open invitation.
 * A user with an unverified email address has none.
 */
async function loadWaitingInvitations(
  em: EntityManager,
  { email, workspace_id }: WorkspaceInvite,
  userId: string,
): Promise<WorkspaceInvite[]> {
  if (email !== null) return []
  const rows = await selectPendingUserInvitations(em, userId)
    .select('i.id')
    .where('i.workspace_id', '=', workspace_id)
    .execute()
  return em.find(WorkspaceInviteEntity, { id: { $in: rows.map(({ id }) => id) } })
}

async function roleOfferedNow(em: EntityManager, invite: WorkspaceInvite): Promise<Role> {
  const makers = await loadInviterRoles(em, invite.workspace_id, [invite])
  const { role, state } = currentInvitationOffer(invite, makers.get(invite.invited_by) ?? null)
  if (state === 'expired') throw new AppError('invalid', 'This invitation has expired. Ask for a new one.')
  if (state === 'void') {
    const message =
      'The person who created this invitation can no longer invite people. Ask someone else for a new one.'
    throw new AppError('invalid', message)
  }
  return role
}

/**
 * Returns true if the user has proved to own the invited email address. An open invitation has no address and
 * needs no proof. An emailed link is a proof, because only the owner of the mailbox knows the link. A copied
 * link is no proof, so the account's address must be verified.
 */
async function isProven(
  ctx: Context,
  invite: Pick<WorkspaceInvite, 'email' | 'mailed_token_hash'>,
  token: string,
): Promise<boolean> {
  if (invite.email === null || invite.mailed_token_hash === hashToken(token)) return true
  if (ctx.user === null) return false
  const { is_email_verified } = await query(ctx.em)
    .selectFrom('users')
    .select('is_email_verified')
    .where('id', '=', ctx.user.id)
    .executeTakeFirstOrThrow()
  return is_email_verified
}

async function isMember(ctx: Context, workspace_id: string): Promise<boolean> {
  const known = await membershipOf(ctx, workspace_id)
  return known?.is_active === true
}

/**
 * Returns the user's membership, active or not. For an inactive membership, `updated_by` is the user who
 * ended it.
 */
async function membershipOf({ em, user }: Context, workspace_id: string) {
  if (user === null) return
  return query(em)
    .selectFrom('workspace_members')
    .select(['is_active', 'updated_by'])
    .where('workspace_id', '=', workspace_id)
    .where('member_id', '=', user.id)
    .executeTakeFirst()
}

async function findLink(ctx: Context, { slug, invitation_id, token }: Link) {
  const row = await query(ctx.em)
    .selectFrom('workspace_invites as i')
    .innerJoin('workspaces as w', 'w.id', 'i.workspace_id')
    .leftJoin('users as u', 'u.id', 'i.invited_by')
    .select(['i.id', 'i.email', 'i.role', 'i.accepted', 'i.responded_at', 'i.message', 'i.workspace_id'])
    .select(['i.invited_by', 'i.expires_at', 'i.mailed_token_hash'])
    .select(['w.name as workspace_name', 'w.slug', 'w.logo_url', 'u.display_name as maker_name'])
    .where('i.id', '=', invitation_id)
    .where((row) =>
      row.or([row('i.token_hash', '=', hashToken(token)), row('i.mailed_token_hash', '=', hashToken(token))]),
    )
    .where('w.slug', '=', slug)
    .where('w.deleted_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) throw noSuchLink()
  return row
}

/**
 * Returns the same error for a wrong id and for a wrong token, so that nobody can find out which invitations
 * exist.
 */
function noSuchLink(): AppError {
  return new AppError('forbidden', 'You do not have permission to join the workspace')
}
