import type { Me, Profile, UserSettings } from '#common/identity/users/schema.ts'
import { notFound } from '#common/platform/errors.ts'
import { findLastAndFirstWorkspace } from '../../access/own-workspaces.ts'
import type { Context, UserContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { presentMe, presentProfile } from './present-me.ts'

export async function getMe({ em, user, http }: UserContext): Promise<Me> {
  const row = await query(em).selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirst()
  if (row === undefined) throw notFound()
  http.setSignedInUser(user.id)
  return presentMe(row)
}

export async function getSession(ctx: Context): Promise<{ is_authenticated: boolean; user?: Me }> {
  const { user } = ctx
  return user === null
    ? { is_authenticated: false }
    : { is_authenticated: true, user: await getMe({ ...ctx, user }) }
}

export async function getProfile({ em, user }: UserContext): Promise<Profile> {
  const row = await query(em)
    .selectFrom('profiles')
    .selectAll()
    .where('user_id', '=', user.id)
    .executeTakeFirst()
  if (row === undefined) throw notFound()
  return presentProfile(row)
}

export async function getSettings({ em, user }: UserContext): Promise<UserSettings> {
  const { last, first, invites } = await findLastAndFirstWorkspace(em, user.id)
  return {
    id: user.id,
    email: user.email,
    workspace: {
      last_workspace_id: last?.id ?? null,
      last_workspace_slug: last?.slug ?? null,
      last_workspace_name: last?.name ?? null,
      last_workspace_logo: last?.logo_url ?? null,
      fallback_workspace_id: first?.id ?? null,
      fallback_workspace_slug: first?.slug ?? null,
      invites,
    },
  }
}
