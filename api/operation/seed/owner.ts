import type { EntityManager } from '@mikro-orm/postgresql'
import { createAccount } from '../../identity/sign-in/accounts.ts'
import { hashPassword } from '../../identity/sign-in/passwords.ts'
import { ProfileEntity, UserEntity } from '../../identity/users/entity.ts'
import { WorkspaceEntity } from '../../organization/workspaces/entity.ts'
import { insertWorkspace } from '../../organization/workspaces/insert-workspace.ts'
import { findWorkspaceAdminEmail, makeWorkspaceAdmin } from '../../organization/workspaces/membership.ts'
import { runInChangeBatch } from '../../platform/feed/run-in-change-batch.ts'

export interface SampleOwner {
  user_id: string
  email: string
  workspace_id: string
  /**
   * Password of the new account. Is null if the account already existed, because its password does not change.
   */
  password: string | null
}

interface WantedOwner {
  slug: string
  /**
   * Email address of the account. If it is null, the existing admin of the workspace is used, or
   * `admin@example.com` if there is none.
   */
  email: string | null
  password: string
}

/** Finds the workspace and its admin, and creates them if they are missing. */
export async function findOrCreateSampleOwner(
  em: EntityManager,
  { slug, email, password }: WantedOwner,
): Promise<SampleOwner> {
  const password_hash = await hashPassword(password)
  return runInChangeBatch(em, { actor_id: null, mutation_id: null }, async (inner) => {
    const existing = await inner.findOne(WorkspaceEntity, { slug })
    const address =
      email ?? (existing && (await findWorkspaceAdminEmail(inner, existing.id))) ?? 'admin@example.com'
    const known = await inner.findOne(UserEntity, { email: address, is_bot: false })
    const user =
      known ??
      (await createAccount(inner, { email: address, password_hash, is_email_verified: true, language: 'en' }))
    const workspace =
      existing ?? (await insertWorkspace(inner, { name: titleOf(slug), slug, owner: user.id }))
    // Make the given user an admin without asking an existing admin, because an operator who can run this
    // command has access to the database anyway.
    await makeWorkspaceAdmin(inner, workspace.id, user.id)
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

/** Converts `acme-labs` to `Acme labs`. */
function titleOf(slug: string): string {
  const words = slug.replace(/[-_]+/g, ' ').trim() || slug
  return words.charAt(0).toUpperCase() + words.slice(1)
}
