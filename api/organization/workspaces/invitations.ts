import { randomBytes } from 'node:crypto'
import type { invitationCalls } from '#common/organization/workspaces/invitation-calls.ts'
import {
  canCreateOpenInvitation,
  canOfferRole,
  invitationValidityDays,
} from '#common/organization/workspaces/rules.ts'
import type { InvitationLink, InviteResponse } from '#common/organization/workspaces/schema.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { AppError, forbidden, invalid, notFound } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import { type Role, role, roleName } from '#common/platform/roles.ts'
import { isEmail, normalizeEmail } from '#common/platform/text.ts'
import { lockWorkspaceAccess } from '../../access/lock-memberships.ts'
import { UserEntity } from '../../identity/users/entity.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { hashToken } from '../../platform/http/session.ts'
import { getTranslator } from '../../platform/locales.ts'
import { loadLanguageByEmail } from '../../platform/mail/enqueue-mail.ts'
import { sendMailJob } from '../../platform/mail/send-mail.ts'
import { type Workspace, type WorkspaceInvite, WorkspaceInviteEntity } from './entity.ts'
import { assertMayAddPeopleTo, chooseInvitedProjects, loadAccessibleProjectIds } from './invited-projects.ts'
import { loadWorkspace } from './membership.ts'
import { loadInviterRoles, presentInvitation } from './present-invitation.ts'

type CreateInput = BodyOf<typeof invitationCalls.createInvitations>

export async function listInvitations(ctx: WorkspaceContext): Promise<InviteResponse[]> {
  const workspace = await loadWorkspace(ctx)
  const open = await ctx.em.find(
    WorkspaceInviteEntity,
    { workspace_id: workspace.id, responded_at: null },
    { orderBy: { created_at: 'desc', id: 'desc' } },
  )
  const makers = await loadInviterRoles(ctx.em, workspace.id, open)
  const projects = await loadAccessibleProjectIds(ctx)
  return open.map((invite) =>
    presentInvitation(invite, workspace, makers.get(invite.invited_by) ?? null, projects),
  )
}

export async function getInvitation(ctx: WorkspaceContext, id: string): Promise<InviteResponse> {
  const invite = await load(ctx, id)
  const makers = await loadInviterRoles(ctx.em, ctx.workspace.id, [invite])
  const makerRole = makers.get(invite.invited_by) ?? null
  return presentInvitation(invite, await loadWorkspace(ctx), makerRole, await loadAccessibleProjectIds(ctx))
}

/**
 * Invites each address by email, and returns for each invitation a second link, which the caller can copy. A
 * repeated invitation gets new links, and its earlier links stop working. Its projects stay unless the caller chooses
 * projects. The memberships are locked, so that no invitation is created for a user who joins at the same time. With
 * such an invitation, the user could rejoin after an admin has removed them.
 */
export async function createInvitations(unlockedContext: WorkspaceContext, input: CreateInput) {
  const wanted = readAddresses(input.emails)
  await limitMails(unlockedContext, [...wanted.keys()])
  const ctx = await lockWorkspaceAccess(unlockedContext, role.member)
  const workspace = await loadWorkspace(ctx)
  await assertNoneAreMembers(ctx, [...wanted.keys()])
  await assertMayAddPeopleTo(ctx, input.project_ids ?? [])
  const projects = await loadAccessibleProjectIds(ctx)
  const known = await ctx.em.find(WorkspaceInviteEntity, {
    workspace_id: workspace.id,
    email: { $in: [...wanted.keys()] },
  })
  const links: InvitationLink[] = []
  const mails: InvitationLink[] = []
  for (const [email, role] of wanted) {
    const before = known.find((invite) => invite.email === email) ?? null
    const open = before === null || before.responded_at !== null ? null : before
    if (!canOfferRole(ctx.workspace.role, open?.role ?? null, role)) {
      throw new AppError('invalid', 'You cannot invite a user with higher role')
    }
    const invite = before ?? newInvitation(ctx, email, role)
    ctx.em.assign(invite, {
      role,
      ...(await projectsOf(ctx, open, input.project_ids)),
      message: input.message ?? null,
      accepted: false,
      responded_at: null,
    })
    links.push(withNewLink(ctx, invite, workspace, projects))
    mails.push(withMailedLink(ctx, invite, workspace, projects))
  }
  await ctx.em.flush()
  await mailInvitations(ctx, workspace, mails)
  return { message: 'Emails sent successfully', invitations: links }
}

/** Creates an open invitation link. Anybody can use it, so its role is limited and it expires. */
export async function createOpenInvitation(
  ctx: WorkspaceContext,
  { role: offered, project_ids }: BodyOf<typeof invitationCalls.createOpenInvitation>,
): Promise<InvitationLink> {
  if (!canCreateOpenInvitation(ctx.workspace.role, offered)) throw forbidden()
  await assertMayAddPeopleTo(ctx, project_ids ?? [])
  const projects = await loadAccessibleProjectIds(ctx)
  const chosen = await projectsOf(ctx, null, project_ids)
  const invite = ctx.em.assign(newInvitation(ctx, null, offered), chosen)
  const link = withNewLink(ctx, invite, await loadWorkspace(ctx), projects)
  await ctx.em.flush()
  return link
}

/**
 * Creates a new link to copy, which is valid for fourteen days with the caller as inviter. The emailed link
 * stays valid, since only its recipient has it.
 */
export async function createInvitationLink(ctx: WorkspaceContext, id: string): Promise<InvitationLink> {
  const invite = await loadOpen(ctx, id)
  const projects = await loadAccessibleProjectIds(ctx)
  const link = withNewLink(ctx, invite, await loadWorkspace(ctx), projects)
  await ctx.em.flush()
  return link
}

export async function updateInvitation(
  ctx: WorkspaceContext,
  id: string,
  role: Role,
): Promise<InviteResponse> {
  const invite = await loadOpen(ctx, id, role)
  ctx.em.assign(invite, { role, invited_by: ctx.user.id, updated_by: ctx.user.id })
  await ctx.em.flush()
  const projects = await loadAccessibleProjectIds(ctx)
  return presentInvitation(invite, await loadWorkspace(ctx), ctx.workspace.role, projects)
}

export async function deleteInvitation(ctx: WorkspaceContext, id: string): Promise<undefined> {
  ctx.em.remove(await loadOpen(ctx, id))
  await ctx.em.flush()
}

async function load(ctx: WorkspaceContext, id: string): Promise<WorkspaceInvite> {
  const invite = await ctx.em.findOne(WorkspaceInviteEntity, { id, workspace_id: ctx.workspace.id })
  if (invite === null) throw notFound()
  return invite
}

/**
 * Loads an invitation that the caller wants to change. Throws when it was already answered, or when its role
 * exceeds the caller's role.
 */
async function loadOpen(ctx: WorkspaceContext, id: string, wanted?: Role): Promise<WorkspaceInvite> {
  const invite = await load(ctx, id)
  const offered = wanted ?? invite.role
  const isAllowed =
    invite.email === null
      ? canCreateOpenInvitation(ctx.workspace.role, offered)
      : canOfferRole(ctx.workspace.role, invite.role, offered)
  if (!isAllowed) throw forbidden()
  if (invite.responded_at !== null) throw new AppError('invalid', 'This invitation was already used.')
  return invite
}

/** Returns the projects of an invitation. `open` is the unanswered invitation that the caller repeats. */
async function projectsOf(ctx: WorkspaceContext, open: WorkspaceInvite | null, chosen?: string[]) {
  const { project_ids, project_choosers } = open ?? { project_ids: [], project_choosers: {} }
  const before = { project_ids, project_choosers }
  return chosen === undefined ? before : chooseInvitedProjects(ctx, before, chosen)
}

/** Limits invitation emails per recipient and per sender, because the sender can write to strangers. */
async function limitMails({ limits, user }: WorkspaceContext, addresses: string[]): Promise<void> {
  for (const address of addresses) {
    await limits.take('mail', `invite:${user.id}:${address}`)
    await limits.take('invitation', user.id)
  }
}

function readAddresses(emails: CreateInput['emails']): Map<string, Role> {
  const wanted = new Map<string, Role>()
  for (const { email, role } of emails) {
    const address = normalizeEmail(email)
    const shortened = email.slice(0, 100)
    if (!isEmail(address)) throw invalid('emails', `Invalid email - ${shortened}`)
    wanted.set(address, role)
  }
  return wanted
}

async function assertNoneAreMembers(ctx: WorkspaceContext, emails: string[]): Promise<void> {
  const members = await query(ctx.em)
    .selectFrom('workspace_members as m')
    .innerJoin('users as u', 'u.id', 'm.member_id')
    .select('u.email')
    .where('m.workspace_id', '=', ctx.workspace.id)
    .where('m.is_active', '=', true)
    .where('u.email', 'in', emails)
    .execute()
  if (members.length === 0) return
  const workspace_users = members.map((member) => member.email)
  throw new AppError('invalid', 'Some users are already member of workspace', { fields: { workspace_users } })
}

function newInvitation(ctx: WorkspaceContext, email: string | null, role: Role): WorkspaceInvite {
  return ctx.em.create(WorkspaceInviteEntity, {
    id: newId(),
    workspace_id: ctx.workspace.id,
    email,
    role,
    project_ids: [],
    project_choosers: {},
    message: null,
    token_hash: '',
    mailed_token_hash: null,
    invited_by: null,
    expires_at: new Date(),
    responded_at: null,
    created_by: ctx.user.id,
    updated_by: ctx.user.id,
  })
}

function withNewLink(
  ctx: WorkspaceContext,
  invite: WorkspaceInvite,
  workspace: Workspace,
  projects: ReadonlySet<string>,
): InvitationLink {
  const token = newToken()
  ctx.em.assign(invite, {
    token_hash: hashToken(token),
    invited_by: ctx.user.id,
    expires_at: new Date(Date.now() + invitationValidityDays * 24 * 60 * 60 * 1000),
    updated_by: ctx.user.id,
  })
  return linkOf(ctx, invite, { workspace, projects, token })
}

/**
 * Returns the emailed link. The token of the link is only in the email, so using the link proves the address.
 */
function withMailedLink(
  ctx: WorkspaceContext,
  invite: WorkspaceInvite,
  workspace: Workspace,
  projects: ReadonlySet<string>,
): InvitationLink {
  const token = newToken()
  invite.mailed_token_hash = hashToken(token)
  return linkOf(ctx, invite, { workspace, projects, token })
}

function newToken(): string {
  return randomBytes(32).toString('hex')
}

interface LinkParts {
  workspace: Workspace
  /** The projects that the caller can access. */
  projects: ReadonlySet<string>
  token: string
}

function linkOf(ctx: WorkspaceContext, invite: WorkspaceInvite, { workspace, projects, token }: LinkParts) {
  const query = new URLSearchParams({ invitation_id: invite.id, slug: workspace.slug, token })
  const invite_link = `${ctx.config.appUrl}/workspace-invitations/?${query}`
  return { ...presentInvitation(invite, workspace, ctx.workspace.role, projects), invite_link }
}

async function mailInvitations(
  ctx: WorkspaceContext,
  workspace: Workspace,
  links: InvitationLink[],
): Promise<void> {
  const { display_name } = await ctx.em.findOneOrFail(UserEntity, { id: ctx.user.id })
  for (const { email, role, message, invite_link } of links) {
    // People without an account get the invitation in the language of the user who invites them.
    const { t } = getTranslator((await loadLanguageByEmail(ctx.em, email)) ?? ctx.user.language)
    const values = { name: display_name, workspace: workspace.name }
    const lines = [
      t(`mails.invitation.${roleName(role)}`, { ...values, email: ctx.user.email }),
      ...(message ? [message] : []),
      t('mails.invitation.link', { days: invitationValidityDays, receiver: email }),
      invite_link,
      t('mails.invitation.ignore'),
    ]
    await ctx.jobs.enqueue(ctx.em, sendMailJob, {
      to: email,
      caused_by: ctx.user.id,
      subject: t('mails.invitation.subject', values),
      text: lines.join('\n\n'),
    })
  }
}
