import { randomBytes } from 'node:crypto'
import type { BodyOf } from '#common/call.ts'
import { AppError, forbidden, invalid, notFound } from '#common/errors.ts'
import { newId } from '#common/ids.ts'
import { type Role, roleName } from '#common/roles.ts'
import { isEmail, normalEmail } from '#common/text.ts'
import type { invitationCalls } from '#common/workspaces/invitation-calls.ts'
import { canOfferRole } from '#common/workspaces/rules.ts'
import type { InvitationLink, InviteAnswer } from '#common/workspaces/schema.ts'
import type { WorkspaceContext } from '../context.ts'
import { query } from '../db/orm.ts'
import { hashToken } from '../http/session.ts'
import { UserEntity } from '../users/entity.ts'
import { type Workspace, type WorkspaceInvite, WorkspaceInviteEntity } from './entity.ts'
import { presentInvitation } from './present-invitation.ts'
import { loadWorkspace } from './standing.ts'

type CreateInput = BodyOf<typeof invitationCalls.createInvitations>

export async function listInvitations(ctx: WorkspaceContext): Promise<InviteAnswer[]> {
  const workspace = await loadWorkspace(ctx)
  const open = await ctx.em.find(
    WorkspaceInviteEntity,
    { workspace_id: workspace.id, responded_at: null },
    { orderBy: { created_at: 'desc', id: 'desc' } },
  )
  return open.map((invite) => presentInvitation(invite, workspace))
}

export async function getInvitation(ctx: WorkspaceContext, id: string): Promise<InviteAnswer> {
  return presentInvitation(await load(ctx, id), await loadWorkspace(ctx))
}

/** Invites each address, by mail and by the link in the answer. Who was invited before gets a new link; the old one dies. */
export async function createInvitations(ctx: WorkspaceContext, input: CreateInput) {
  const wanted = readAddresses(input.emails)
  const workspace = await loadWorkspace(ctx)
  await refuseMembers(ctx, [...wanted.keys()])
  const known = await ctx.em.find(WorkspaceInviteEntity, {
    workspace_id: workspace.id,
    email: { $in: [...wanted.keys()] },
  })
  const links: InvitationLink[] = []
  for (const [email, role] of wanted) {
    const before = known.find((invite) => invite.email === email) ?? null
    const offered = before === null || before.responded_at !== null ? null : before.role
    if (!canOfferRole(ctx.workspace.role, offered, role)) {
      throw new AppError('invalid', 'You cannot invite a user with higher role')
    }
    const invite = before ?? newInvitation(ctx, email, role)
    ctx.em.assign(invite, {
      role,
      message: input.message ?? null,
      accepted: false,
      responded_at: null,
      updated_by: ctx.user.id,
    })
    links.push(withNewLink(ctx, invite, workspace))
  }
  await ctx.em.flush()
  await mailLater(ctx, workspace, links)
  return { message: 'Emails sent successfully', invitations: links }
}

export async function createInvitationLink(ctx: WorkspaceContext, id: string): Promise<InvitationLink> {
  const invite = await loadOpen(ctx, id)
  const link = withNewLink(ctx, invite, await loadWorkspace(ctx))
  await ctx.em.flush()
  return link
}

export async function updateInvitation(ctx: WorkspaceContext, id: string, role: Role): Promise<InviteAnswer> {
  const invite = await loadOpen(ctx, id, role)
  ctx.em.assign(invite, { role, updated_by: ctx.user.id })
  await ctx.em.flush()
  return presentInvitation(invite, await loadWorkspace(ctx))
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

/** For changes: not answered yet, and offering no more than the caller holds. */
async function loadOpen(ctx: WorkspaceContext, id: string, wanted?: Role): Promise<WorkspaceInvite> {
  const invite = await load(ctx, id)
  if (!canOfferRole(ctx.workspace.role, invite.role, wanted ?? invite.role)) throw forbidden()
  if (invite.responded_at !== null)
    throw new AppError('invalid', 'This invitation has been answered already.')
  return invite
}

function readAddresses(emails: CreateInput['emails']): Map<string, Role> {
  const wanted = new Map<string, Role>()
  for (const { email, role } of emails) {
    const address = normalEmail(email)
    if (!isEmail(address)) throw invalid('emails', `Invalid email - ${email.slice(0, 100)}`)
    wanted.set(address, role)
  }
  return wanted
}

async function refuseMembers(ctx: WorkspaceContext, emails: string[]): Promise<void> {
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

function newInvitation(ctx: WorkspaceContext, email: string, role: Role): WorkspaceInvite {
  return ctx.em.create(WorkspaceInviteEntity, {
    id: newId(),
    workspace_id: ctx.workspace.id,
    email,
    role,
    message: null,
    token_hash: '',
    responded_at: null,
    created_by: ctx.user.id,
    updated_by: ctx.user.id,
  })
}

function withNewLink(ctx: WorkspaceContext, invite: WorkspaceInvite, workspace: Workspace): InvitationLink {
  const token = randomBytes(32).toString('hex')
  invite.token_hash = hashToken(token)
  const query = new URLSearchParams({ invitation_id: invite.id, slug: workspace.slug, token })
  const invite_link = `${ctx.config.appUrl}/workspace-invitations/?${query}`
  return { ...presentInvitation(invite, workspace), invite_link }
}

async function mailLater(
  ctx: WorkspaceContext,
  workspace: Workspace,
  links: InvitationLink[],
): Promise<void> {
  const { display_name } = await ctx.em.findOneOrFail(UserEntity, { id: ctx.user.id })
  for (const { email, role, message, invite_link } of links) {
    const lines = [
      `${display_name} (${ctx.user.email}) invites you to ${workspace.name} on Tandem as ${roleName(role)}.`,
      ...(message ? [message] : []),
      `Open this link to join, signed in as ${email}:`,
      invite_link,
      'If you do not know what this is about, you need not do anything.',
    ]
    ctx.afterCommit(() =>
      ctx.mailer.send({
        to: email,
        subject: `${display_name} invites you to ${workspace.name}`,
        text: lines.join('\n\n'),
      }),
    )
  }
}
