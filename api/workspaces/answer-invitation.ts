import { AppError } from '#common/errors.ts'
import { maskEmail } from '#common/workspaces/rules.ts'
import type { OpenedInvitation } from '#common/workspaces/schema.ts'
import type { Context, UserContext } from '../context.ts'
import { query } from '../db/orm.ts'
import { hashToken } from '../http/session.ts'
import { ProfileEntity } from '../users/entity.ts'
import { type WorkspaceInvite, WorkspaceInviteEntity } from './entity.ts'
import { admit } from './standing.ts'

interface Link {
  slug: string
  invitation_id: string
  token: string
}

/** What a link leads to, for whoever holds it; the address stays masked, since links are forwarded. */
export async function openInvitation(ctx: Context, link: Link): Promise<OpenedInvitation> {
  const row = await findLink(ctx, link)
  const isOwn = ctx.user?.email === row.email
  return {
    id: row.id,
    email: isOwn ? row.email : maskEmail(row.email),
    role: row.role,
    accepted: row.accepted,
    responded_at: row.responded_at === null ? null : row.responded_at.toISOString(),
    message: row.message,
    invited_by: row.invited_by,
    workspace: { id: row.workspace_id, name: row.workspace_name, slug: row.slug, logo_url: row.logo_url },
    for_caller: ctx.user === null ? null : isOwn,
  }
}

/** Needs both the token and the invited address; good for one answer. */
export async function answerInvitation(
  ctx: UserContext,
  link: Link,
  accepted: boolean,
): Promise<{ message: string }> {
  const { id } = await findLink(ctx, link)
  // Locked before it is read, so that of two answers at the same instant one finds the other's.
  await query(ctx.em).selectFrom('workspace_invites').select('id').where('id', '=', id).forUpdate().execute()
  const invite = await ctx.em.findOne(WorkspaceInviteEntity, { id, token_hash: hashToken(link.token) })
  if (invite === null) throw noSuchLink()
  if (ctx.user.email !== invite.email) {
    const message = `This invitation is for ${maskEmail(invite.email)}. Sign in with that address to answer it.`
    throw new AppError('forbidden', message)
  }
  return respond(ctx, invite, accepted)
}

/** Whoever calls this has made sure that the invitation is the caller's. */
export async function respond(
  ctx: UserContext,
  invite: WorkspaceInvite,
  accepted: boolean,
): Promise<{ message: string }> {
  const { em, user } = ctx
  if (invite.responded_at !== null) {
    throw new AppError('invalid', 'You have already responded to the invitation request')
  }
  em.assign(invite, { accepted, responded_at: new Date(), updated_by: user.id })
  if (accepted) {
    await admit(em, invite.workspace_id, user.id, invite.role)
    const profile = await em.findOne(ProfileEntity, { user_id: user.id })
    if (profile !== null) {
      profile.last_workspace_id = invite.workspace_id
      profile.onboarding_step = { ...profile.onboarding_step, workspace_join: true }
    }
  }
  await em.flush()
  return { message: accepted ? 'Workspace Invitation Accepted' : 'Workspace Invitation was not accepted' }
}

async function findLink(ctx: Context, { slug, invitation_id, token }: Link) {
  const row = await query(ctx.em)
    .selectFrom('workspace_invites as i')
    .innerJoin('workspaces as w', 'w.id', 'i.workspace_id')
    .leftJoin('users as u', 'u.id', 'i.created_by')
    .select(['i.id', 'i.email', 'i.role', 'i.accepted', 'i.responded_at', 'i.message', 'i.workspace_id'])
    .select(['w.name as workspace_name', 'w.slug', 'w.logo_url', 'u.display_name as invited_by'])
    .where('i.id', '=', invitation_id)
    .where('i.token_hash', '=', hashToken(token))
    .where('w.slug', '=', slug)
    .where('w.deleted_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) throw noSuchLink()
  return row
}

/** The same for a wrong id and a wrong token: nobody learns which invitations there are. */
function noSuchLink(): AppError {
  return new AppError('forbidden', 'You do not have permission to join the workspace')
}
