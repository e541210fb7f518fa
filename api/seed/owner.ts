import type { EntityManager } from '@mikro-orm/postgresql'
import { role } from '#common/roles.ts'
import { createAccount } from '../auth/accounts.ts'
import { hashPassword } from '../auth/passwords.ts'
import { writing } from '../db/change-feed.ts'
import { query } from '../db/orm.ts'
import { ProfileEntity, UserEntity } from '../users/entity.ts'
import { WorkspaceEntity, WorkspaceMemberEntity } from '../workspaces/entity.ts'
import { makeWorkspace } from '../workspaces/make-workspace.ts'
import { admit } from '../workspaces/standing.ts'

export interface Owner {
  user_id: string
  email: string
  workspace_id: string
  /** Null where the account was there already: it keeps the password that it has. */
  password: string | null
}

interface Asked {
  slug: string
  /** Null: whoever is admin of the workspace already, else `admin@example.com`. */
  email: string | null
  password: string
}

/** The workspace and its admin, made where they are missing. */
export async function prepareOwner(em: EntityManager, { slug, email, password }: Asked): Promise<Owner> {
  const password_hash = await hashPassword(password)
  return writing(em, { actor_id: null, mutation_id: null }, async (inner) => {
    const existing = await inner.findOne(WorkspaceEntity, { slug })
    const address = email ?? (await adminOf(inner, existing?.id ?? null)) ?? 'admin@example.com'
    const known = await inner.findOne(UserEntity, { email: address, is_bot: false })
    const user =
      known ?? (await createAccount(inner, { email: address, password_hash, is_email_verified: true }))
    const workspace = existing ?? (await makeWorkspace(inner, { name: titleOf(slug), slug, owner: user.id }))
    await makeAdmin(inner, workspace.id, user.id)
    if (known === null) await skipOnboarding(inner, user.id, workspace.id)
    await inner.flush()
    return {
      user_id: user.id,
      email: address,
      workspace_id: workspace.id,
      password: known === null ? password : null,
    }
  })
}

async function adminOf(em: EntityManager, workspaceId: string | null): Promise<string | null> {
  if (workspaceId === null) return null
  const admin = await query(em)
    .selectFrom('workspace_members as m')
    .innerJoin('users as u', 'u.id', 'm.member_id')
    .select('u.email')
    .where('m.workspace_id', '=', workspaceId)
    .where('m.role', '=', role.admin)
    .where('m.is_active', '=', true)
    .where('u.is_bot', '=', false)
    .orderBy('m.created_at')
    .executeTakeFirst()
  return admin?.email ?? null
}

/** Whoever runs the command has the database, so they may make anyone an admin. */
async function makeAdmin(em: EntityManager, workspaceId: string, userId: string): Promise<void> {
  await admit(em, workspaceId, userId, role.admin)
  const member = await em.findOneOrFail(WorkspaceMemberEntity, {
    workspace_id: workspaceId,
    member_id: userId,
  })
  member.role = role.admin
}

async function skipOnboarding(em: EntityManager, userId: string, workspaceId: string): Promise<void> {
  const profile = await em.findOneOrFail(ProfileEntity, { user_id: userId })
  em.assign(profile, {
    is_onboarded: true,
    last_workspace_id: workspaceId,
    onboarding_step: {
      profile_complete: true,
      workspace_create: true,
      workspace_invite: true,
      workspace_join: true,
    },
  })
}

/** `acme-labs` as `Acme labs`. */
function titleOf(slug: string): string {
  const words = slug.replace(/[-_]+/g, ' ').trim() || slug
  return words.charAt(0).toUpperCase() + words.slice(1)
}
